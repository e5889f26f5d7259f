import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { listenOnLoopback } from '../../testing/listen-on-loopback.ts';
import type { World } from '../world.ts';
import { CALM, type Disturbances } from './disturbances.ts';
import { simulatedWorld } from './simulated-world.ts';

/** Serves in a world until `use` has ended. */
async function serving<T>(world: World, listener: RequestListener, use: (origin: string) => Promise<T>): Promise<T> {
  const { url, close } = await listenOnLoopback(world.createServer({}).on('request', listener));
  return use(url).finally(close);
}

/** One GET in a world. @returns the status and the body, or the code of the error */
async function get(world: World, origin: string, responseTimeoutMs = 1_000): Promise<string> {
  const dispatcher = world.dial({ responseTimeoutMs });
  try {
    const { statusCode, body } = await dispatcher.request({ origin, path: '/', method: 'GET' });
    return `${statusCode} ${await body.text()}`;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code ?? String(thrown);
  } finally {
    await dispatcher.destroy();
  }
}

const hello: RequestListener = (_request, response) => void response.end('hello');
const long: RequestListener = (_request, response) => void response.end('x'.repeat(5_000));

/** What a GET gives under disturbances. */
const under = (disturbances: Partial<Disturbances>, listener: RequestListener = hello) => {
  const world = simulatedWorld(1, { ...CALM, ...disturbances });
  return world.run(() => serving(world, listener, origin => get(world, origin)));
};

test.each<[string, Partial<Disturbances>, RequestListener]>([
  ['ECONNREFUSED', { refused: 100 }, hello],
  ['ECONNREFUSED', { outages: [{ at: 0, ms: 1 }] }, hello],
  ['ECONNRESET', { cut: 100 }, long],
  ['UND_ERR_HEADERS_TIMEOUT', {}, () => undefined],
  ['UND_ERR_BODY_TIMEOUT', {}, (_request, response) => void response.write('begun')],
  ['UND_ERR_SOCKET', {}, (_request, response) => response.destroy()],
])('A simulated world gives %s when the real network does', async (code, disturbances, listener) => {
  expect(await under(disturbances, listener)).toBe(code);
});

test("A simulated world refuses and cuts only the service's connections during an outage of the tunnel", async () => {
  const world = simulatedWorld(1, { ...CALM, tunnelOutages: [{ at: 10, ms: 50 }] });
  const slow: RequestListener = (_, response) => void world.after(20, () => response.end('hello'));
  const seen = await world.run(() =>
    serving(world, slow, async origin => {
      const during = Promise.all([get(world, origin), get(world.service, origin)]);
      await new Promise<void>(resolve => void world.after(30, resolve));
      const refused = get(world.service, origin);
      return [...(await during), await refused];
    }),
  );
  expect(seen).toEqual(['200 hello', 'ECONNRESET', 'ECONNREFUSED']);
});

test('A simulated world refuses connections to a port that nobody listens on', async () => {
  const world = simulatedWorld(1);
  expect(await world.run(() => get(world, 'http://127.0.0.1:1'))).toBe('ECONNREFUSED');
});

test('A simulated world takes as long as its network does', async () => {
  const world = simulatedWorld(1, { ...CALM, delayMs: [400, 400] });
  await world.run(() => serving(world, hello, origin => get(world, origin, 1_000)));
  // To connect, there, and back.
  expect(world.monotonic()).toBeCloseTo(1_200, 1);
});

test('A simulated world writes the bytes that a caller gives it', async () => {
  const world = simulatedWorld(1);
  const listener: RequestListener = (request, response) => void response.end(request.rawHeaders.join());
  const answer = await world.run(() =>
    serving(world, listener, async origin => {
      const request = world.request(origin, { headers: { 'X-Odd': '1' } });
      request.end();
      const [response] = await once(request, 'response');
      return String((await response.toArray()).join(''));
    }),
  );
  expect(answer).toContain('X-Odd,1');
});

test('A simulated world shows the service a clock that is ahead, and jumps', async () => {
  const world = simulatedWorld(1, { ...CALM, aheadMs: 90_000, jumps: [{ at: 10, ms: -5_000 }] });
  expect(world.service.now() - world.now()).toBe(90_000);
  await world.run(() => new Promise<void>(resolve => void world.after(20, resolve)));
  expect(world.service.now() - world.now()).toBe(85_000);
  expect(world.service.monotonic()).toBeCloseTo(world.monotonic(), 1);
});

test('A simulated world starts no processes', () => {
  expect(() => simulatedWorld(1).spawn('true', [], {})).toThrow('a simulated world starts no processes: true');
});
