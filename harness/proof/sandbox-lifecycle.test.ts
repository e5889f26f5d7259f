import { expect, test } from 'vitest';
import { waysFrom } from '../facts/lifecycle/machine.ts';
import { sandboxLifecycle } from './sandbox-lifecycle.ts';

// `prove --simulated` compares the lifecycles of whole runs with this one (suites/self/commands.test.ts).
test('The lifecycle of the sandbox has only states that a consumer can distinguish', () => {
  const machine = sandboxLifecycle({ collection: { receivedLess: 'held' } }, ['deposit_detected received_amount 0.01']);
  const [...states] = waysFrom(machine, machine.initial).keys();
  expect(states.map(state => JSON.parse(state).state)).toEqual([
    ...['awaiting_deposit', 'deposit_detected', 'wrong_chain', 'expired', 'failed', 'amount_mismatch'],
    ...['deposit_confirmed', 'failed', 'disbursed', 'failed'],
  ]);
});
