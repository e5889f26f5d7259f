/** A tunnel program for tests: forwards its own port to the receiver and prints the address. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const [, , target = '', mode = 'plain'] = process.argv;
const [host, port] = target.split(':');

/** What each mode does to a forwarded request. */
const CHANGES: { readonly [mode: string]: (body: Buffer, headers: string[]) => { body: Buffer; headers: string[] } } = {
  plain: (body, headers) => ({ body, headers }),
  'rewrites-json': (body, headers) => {
    try {
      return { body: Buffer.from(JSON.stringify(JSON.parse(body.toString()))), headers };
    } catch {
      return { body, headers };
    }
  },
  'recases-headers': (body, headers) => ({
    body,
    headers: [...headers.map((part, index) => (index % 2 === 0 ? part.toLowerCase() : part)), 'x-forwarded-for', '::1'],
  }),
  'drops-headers': (body, headers) => ({
    body,
    headers: headers.filter((_, index) => !/signature$/i.test(headers[index - (index % 2)] ?? '')),
  }),
};
const change = CHANGES[mode] ?? ((body: Buffer, headers: string[]) => ({ body, headers }));

const server = createServer(async (incoming, outgoing) => {
  // Allows a test to kill the process.
  if (incoming.url === '/pid') return void outgoing.end(String(process.pid));
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  const { body, headers } = change(Buffer.concat(parts), incoming.rawHeaders);
  const rest = headers.filter(
    (_, index) => !/^(transfer-encoding|content-length|connection)$/i.test(headers[index - (index % 2)] ?? ''),
  );
  const onward = request({
    host,
    port,
    method: incoming.method,
    path: incoming.url,
    headers: [...rest, 'Content-Length', String(body.length)],
    setDefaultHeaders: false,
  });
  onward.on('response', answer => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  onward.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port: own } = server.address() as AddressInfo;
  if (mode === 'cannot') {
    process.stderr.write('not signed in\n');
    process.exit(7);
  }
  if (mode === 'silent') return;
  process.stdout.write('\u001b[1mRead https://docs.invalid/tunnels and then http://127.0.0.1:9/other.\u001b[0m\n');
  process.stderr.write(`forwarding to http://${target}\n`);
  const address = `http://127.0.0.1:${own}`;
  process.stdout.write(`| your address: ${address.slice(0, 12)}`);
  setTimeout(() => process.stdout.write(`${address.slice(12)}. |\n`), 20);
});
if (mode === 'ignores-sigterm') process.on('SIGTERM', () => {});
