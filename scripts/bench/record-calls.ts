import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A call that went through the recording proxy, with what its answer was. */
export interface ProxiedCall {
  readonly method: string;
  /** At the service itself. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly status: number;
  /** Whether the answer has a body that is JSON. */
  readonly isJson: boolean;
}

/** Headers that a client sets by itself. */
const OWN = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'user-agent'];

/** Passes calls on to a service, and keeps them with the status of their answer. */
export async function recordCalls(origin: string, use: (url: string) => Promise<unknown>): Promise<ProxiedCall[]> {
  const calls: ProxiedCall[] = [];
  const proxy = createServer(async (incoming, answer) => {
    const body = await buffer(incoming);
    const { method = 'GET', rawHeaders } = incoming;
    const url = `${origin}${incoming.url}`;
    const onward = request(url, { method, headers: incoming.headers }).end(body);
    const [response] = await once(onward, 'response');
    const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
    calls.push({
      ...{ method, url, headers: pairs.filter(([name]) => !OWN.includes(name.toLowerCase())), body: String(body) },
      ...{ status: response.statusCode, isJson: method !== 'HEAD' && isJson(response.headers['content-type']) },
    });
    answer.writeHead(response.statusCode, response.headers);
    response.pipe(answer);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  try {
    await use(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
  return calls;
}

function isJson(type: string | undefined): boolean {
  return type?.startsWith('application/json') === true;
}
