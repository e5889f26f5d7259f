import { expect, test } from 'vitest';
import { HarnessError } from '../base/errors.ts';
import { RunControl } from './run-control.ts';

const control = () =>
  new RunControl(
    () => 7,
    text => text.replaceAll('secret', '***'),
  );

test('A run that is stopped keeps the first reason, and aborts what is under way', () => {
  const run = control();
  expect(run.signal.aborted).toBe(false);
  run.stop('deadline');
  run.stop('interrupted');
  expect(run.end).toEqual({ at: 7, reason: 'deadline' });
  expect(run.finish()).toEqual({ at: 7, reason: 'deadline' });
  expect(run.signal.aborted).toBe(true);
});

test('A run that was not stopped is done', () => {
  const run = control();
  expect(run.end).toBeUndefined();
  expect(run.finish()).toEqual({ at: 7, reason: 'done' });
  expect(run.signal.aborted).toBe(true);
});

test('The reason keeps what the error reports, without secrets', () => {
  const run = control();
  const details = { received: 'a secret', next: 'hide the secret', expected: 'nothing' };
  run.stop('unreachable', new HarnessError('command-failed', 'unreachable', 'the secret failed', details));
  expect(run.end).toEqual({
    at: 7,
    reason: 'unreachable',
    message: 'the *** failed',
    code: 'command-failed',
    received: 'a ***',
    next: 'hide the ***',
  });
});
