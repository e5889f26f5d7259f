import { buffer } from 'node:stream/consumers';
import type { Dispatcher } from 'undici';
import type { World } from '../world.ts';

/**
 * What stands between a service and the receiver, and keeps a delivery that it took when the service hangs up:
 * `buffer` passes on the receiver's answer, or that it closed the connection · `gateway` answers 502 where it did ·
 * `queue` answers the service itself, at once, and delivers on its own, again and again until that is acknowledged.
 */
export type RelayKind = 'buffer' | 'gateway' | 'queue';

/** How long a queue waits for an answer, and at first before it delivers again, in milliseconds. */
const QUEUE = { timeoutMs: 1_000, pauseMs: 100, longestPauseMs: 2_000, attempts: 50 };

/** What the receiver answered. */
type Passed = Pick<Dispatcher.ResponseData, 'statusCode'> & Partial<Pick<Dispatcher.ResponseData, 'headers'>>;

/** Starts a relay of deliveries. @returns the address where it takes those for `url` */
export async function startRelay(world: World, kind: RelayKind, url: string): Promise<string> {
  const { origin, pathname } = new URL(url);
  const dispatcher = world.dial({ connections: 1_000, responseTimeoutMs: 0 });
  const server = world.createServer({});
  server.on('request', async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const { connection: _, 'transfer-encoding': __, ...passed } = headers;
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;
    const send = async (limit: object = {}): Promise<Passed> => {
      const answer = await dispatcher.request({
        origin,
        path,
        method: method as 'POST',
        headers: passed,
        body,
        ...limit,
      });
      await answer.body.dump();
      return answer;
    };
    if (kind === 'queue') void deliverAgain(world, send);
    const answer = kind === 'queue' ? { statusCode: 202 } : await send().catch(() => undefined);
    if (answer) response.writeHead(answer.statusCode, answer.headers).end();
    else if (kind === 'gateway') response.writeHead(502).end();
    else request.socket.destroy();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${pathname}`;
}

async function deliverAgain(world: World, send: (limit: object) => Promise<Passed>): Promise<void> {
  const { timeoutMs, pauseMs, longestPauseMs, attempts } = QUEUE;
  for (let nth = 0; nth < attempts; nth++) {
    const answer = await send({ headersTimeout: timeoutMs }).catch(() => undefined);
    if (answer && answer.statusCode >= 200 && answer.statusCode < 300) return;
    await new Promise<void>(resolve => void world.after(Math.min(longestPauseMs, pauseMs * 2 ** nth), resolve));
  }
}
