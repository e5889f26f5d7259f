import { expect, test } from 'vitest';
import { realWorld } from '../../world/real-world.ts';
import { RunningTime } from '../../world/running-time.ts';
import { Adapter } from './adapter.ts';
import type { Launch, Listener } from './connection.ts';
import type { VerifyParams } from './protocol.ts';

const QUESTION: VerifyParams = { header: null, body: '', secrets: [], toleranceSeconds: 300, now: 0 };
const RIGHT = { accepted: false };

/** An adapter that answers `verify` with these lines, and prints `closing` when its stdin closes. */
function printing(lines: (id: number) => readonly unknown[], closing: readonly string[] = []): Adapter {
  const launch: Launch = (listener: Listener) => ({
    send: text => {
      const { id } = JSON.parse(text) as { id: number };
      // The gate reads lines asynchronously, never within `send`.
      queueMicrotask(() => {
        for (const line of lines(id)) listener.line(typeof line === 'string' ? line : JSON.stringify(line));
      });
    },
    said: () => '',
    kill: () => {},
    close: async () => {
      for (const line of closing) listener.line(line);
    },
  });
  return new Adapter(new RunningTime(realWorld()), launch);
}

const answer = (id: number, result: unknown = RIGHT) => ({ jsonrpc: '2.0', id, result });

test.each([
  ['a right answer', (id: number) => [answer(id)], { kind: 'result', result: RIGHT }],
  ['a line after it', (id: number) => [answer(id), 'DEBUG'], { failure: 'noise' }],
  ['two answers', (id: number) => [answer(id), answer(id)], { failure: 'twice' }],
  ['two answers and a line', (id: number) => [answer(id), answer(id), 'x'], { failure: 'noise' }],
  ['an answer of another form', (id: number) => [answer(id, 'yes')], { failure: 'malformed' }],
  ['neither result nor error', (id: number) => [{ jsonrpc: '2.0', id }], { failure: 'malformed' }],
  ['an error', (id: number) => [{ jsonrpc: '2.0', id, error: { code: 1, message: 'no' } }], { failure: 'error' }],
])('An adapter that prints %s gets the matching reply', async (_, lines, reply) => {
  expect(await printing(lines).call('verify', QUESTION)).toMatchObject(reply);
});

test('Output printed while the adapter ends is reported once', async () => {
  const adapter = printing(id => [answer(id)], ['bye']);
  expect(await adapter.call('verify', QUESTION)).toMatchObject({ kind: 'result' });
  expect(await adapter.end()).toMatchObject({ failure: 'noise', said: expect.stringContaining('bye') });
  expect(await adapter.end()).toBeUndefined();
});
