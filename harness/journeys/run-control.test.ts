import { expect, test } from 'vitest';
import { HarnessError } from '../base/errors.ts';
import { failRun, RunControl } from './run-control.ts';

const control = () => new RunControl(() => 7);

test('A run that is stopped keeps the first reason, and aborts what is under way', () => {
  const run = control();
  expect(run.signal.aborted).toBe(false);
  run.stop('deadline');
  run.stop('interrupted');
  expect(run.end).toEqual({ at: 7, reason: 'deadline' });
  expect(run.stop('done')).toEqual({ at: 7, reason: 'deadline' });
  expect(run.signal.aborted).toBe(true);
});

const COMMAND_FAILED = new HarnessError('command-failed', 'unreachable', 'ORDER_COMMAND failed', { received: 'curl' });

async function failed(thrown: unknown, away?: string) {
  const control = new RunControl(() => 1);
  const reported = await failRun(
    { control, reachability: { probe: async () => ({ ...(away !== undefined && { problem: away }) }) } },
    thrown,
  );
  return { reported, end: control.end };
}

test('An error of the harness itself breaks the run', async () => {
  const thrown = new TypeError('oops');
  const { reported, end } = await failed(thrown, 'ECONNREFUSED');
  expect(reported).toBe(thrown);
  expect(end).toMatchObject({ reason: 'broken', message: 'oops' });
});

test('A command that fails while the target can be reached is the reason', async () => {
  const { reported, end } = await failed(COMMAND_FAILED);
  expect(reported).toBe(COMMAND_FAILED);
  expect(end).toMatchObject({ reason: 'unreachable', code: 'command-failed', received: 'curl' });
});

test('A command that fails while the target cannot be reached is reported with that', async () => {
  const { reported, end } = await failed(COMMAND_FAILED, 'ECONNREFUSED');
  expect(reported).toMatchObject({ code: 'target-away', details: { received: 'curl' } });
  expect(end).toEqual({ at: 1, reason: 'unreachable', message: 'ECONNREFUSED; besides, ORDER_COMMAND failed' });
});

test('Another error does not ask whether the target can be reached', async () => {
  const tunnel = new HarnessError('tunnel-failed', 'unreachable', 'no tunnel');
  const { reported, end } = await failed(tunnel, 'ECONNREFUSED');
  expect(reported).toBe(tunnel);
  expect(end).toMatchObject({ code: 'tunnel-failed' });
});
