import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listenOnLoopback } from '../../testing/listen-on-loopback.ts';
import { realWorld } from '../../world/real-world.ts';
import { RunningTime } from '../../world/running-time.ts';
import { send } from './sender.ts';

test('The status is the answer, whatever follows it', async ({ onTestFinished }) => {
  const server = createServer(socket => {
    socket
      .on('error', () => {})
      .on('data', () => socket.write('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}'));
  });
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  const world = realWorld();
  const time = new RunningTime(world);
  onTestFinished(() => time.close());
  const { sent } = send(
    { world, time, url, signal: new AbortController().signal },
    { headers: {}, body: Buffer.from('{}') },
  );
  expect((await sent).reply).toMatchObject({ kind: 'answered', status: 204 });
});
