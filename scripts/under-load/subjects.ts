import { createHmac } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

/**
 * What is judged beside other work: a small SDK (`node subjects.ts sdk MISTAKE`), and a small webhook handler
 * (`node subjects.ts handler MISTAKE CREDITS_FILE`), which prints its address. `none` is correct.
 */
const [kind, mistake, file = ''] = process.argv.slice(2);

interface Signed {
  readonly header: string;
  readonly body: Buffer;
  readonly secrets: readonly string[];
  readonly now: number;
}

function verify({ header, body, secrets, now }: Signed): boolean {
  const pairs = header.split(',');
  const of = (name: string) =>
    pairs.flatMap(pair => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []));
  const [t = '', ...more] = of('t');
  const digests = secrets.map(secret => createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex'));
  const isTimely = mistake === 'no-tolerance' || Math.abs(now - Number(t)) <= 300;
  const seen = mistake === 'first-v1' ? of('v1').slice(0, 1) : of('v1');
  const matches = mistake === 'no-verification' || seen.some(digest => digests.includes(digest));
  return /^\d+$/.test(t) && more.length === 0 && secrets.every(secret => secret !== '') && isTimely && matches;
}

if (kind === 'sdk') {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line);
    const result =
      method === 'describe'
        ? { name: 'small', version: '1', language: 'TypeScript', clock: 'injected', methods: ['verify'] }
        : {
            accepted: verify({
              ...params,
              header: [params.header ?? ''].flat().join(','),
              body: Buffer.from(params.body, 'base64'),
            }),
          };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  }
} else {
  const secrets = (process.env.SIGNING_SECRET ?? '').split(',');
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const header = String(request.headers['service-signature'] ?? '');
    const status = request.method !== 'POST' || request.url !== '/hook' ? 404 : take(header, body);
    response.writeHead(status).end();
  });
  const take = (header: string, body: Buffer): number => {
    if (!verify({ header, body, secrets, now: Math.floor(Date.now() / 1000) })) return 401;
    const event = eventOf(body);
    if (event === undefined) return 400;
    const { id, type, data } = event;
    const credits = mistake === 'credits-early' ? 'collection.deposit_confirmed' : 'disbursement.completed';
    if (type !== credits || (mistake !== 'no-memory' && seen.has(id))) return 200;
    seen.add(id);
    appendFileSync(file, `${data.order_id}\n`);
    return 200;
  };
  appendFileSync(file, '');
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook\n`);
  });
}

/** The event in a body; undefined where the body is not JSON. */
function eventOf(body: Buffer) {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
