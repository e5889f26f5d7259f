import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { headersOf } from '../../base/json.ts';
import { fakeWorld } from '../../testing/fake-world.ts';
import { listenOnLoopback } from '../../testing/listen-on-loopback.ts';
import { type ProbeArrival, Probes } from './probes.ts';

test('A queue that answers before the receiver is named once a probe arrives after its answer', async () => {
  const world = fakeWorld();
  const probes = new Probes(world, randomBytes);
  const taken: ProbeArrival[] = [];
  const server = world.createServer({});
  server.on('request', (request, response) => {
    taken.push({ headers: headersOf(request.rawHeaders), body: Buffer.alloc(0) });
    request.resume();
    response.writeHead(202).end();
  });
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  expect(await probes.send(url)).toEqual({ here: false, why: 'something else answers there (202)' });
  for (const arrival of taken) expect(probes.answer(arrival)).toBeDefined();
  const why = 'it answers 202 before the receiver does, as a queue does: the service would not see that answer';
  expect(await probes.send(url)).toEqual({ here: false, why });
});
