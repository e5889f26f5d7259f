import { expect, test } from 'vitest';
import { writeOutput } from '../facts/lifecycle/lifecycle.ts';
import { distinctions, type Machine, type MachineMove, waysFrom } from '../order/automata/machine.ts';
import { sandboxLifecycle } from './sandbox-lifecycle.ts';

/** The sandbox's lifecycle with one changed transition. */
function changed(at: readonly string[], event: string, move: Partial<MachineMove<string>>): Machine<string> {
  const machine = sandboxLifecycle();
  const place = reached(machine, at);
  return {
    ...machine,
    step(state, input) {
      const own = machine.step(state, input);
      return own && state === place && input === event ? { ...own, ...move } : own;
    },
  };
}

function reached({ initial, step }: Machine<string>, way: readonly string[]): string {
  return way.reduce((state, event) => step(state, event)?.to ?? state, initial);
}

const accepted = (...webhooks: readonly string[]) => ({ output: writeOutput({ answer: 'accepted', webhooks }) });
const refused = (answer: number) => ({ output: writeOutput({ answer, webhooks: [] }) });
const HAPPY = ['deposit_detected', 'deposit_confirmed', 'disburse'];

test.each<[string, readonly string[], string, Partial<MachineMove<string>>]>([
  ['a credit for a new order', [], 'disburse', accepted('disbursement.completed')],
  ['a credit without a confirmed deposit', HAPPY.slice(0, 1), 'disburse', accepted('disbursement.completed')],
  ['a second credit', HAPPY, 'disburse', accepted('disbursement.completed')],
  ['a credit after a failure', ['fail'], 'disburse', accepted('disbursement.completed')],
  ['a credit after a late failure', [...HAPPY.slice(0, 2), 'fail'], 'disburse', accepted('disbursement.completed')],
  ['another status', ['expire'], 'deposit_detected', refused(422)],
  ['another webhook', HAPPY.slice(0, 1), 'deposit_confirmed', accepted('collection.confirmed')],
  ['no webhook', [], 'wrong_chain', accepted()],
  ['a refusal of what was accepted', ['deposit_detected'], 'fail', refused(409)],
  ['a webhook for a repeated step', ['fail'], 'fail', accepted('collection.failed')],
])('A changed transition is found by the shortest sequence of steps: %s', (_, at, event, move) => {
  const [machine, other] = [sandboxLifecycle(), changed(at, event, move)];
  const [own, theirs] = [machine, other].map(({ step }) => step(reached(machine, at), event)?.output);
  expect(distinctions(machine, other).next().value).toEqual({
    ...{ inputs: [...at, event], outputs: [own, theirs] },
    before: expect.any(Array),
  });
});

test('A transition to another state is found by the first step that shows it', () => {
  const machine = sandboxLifecycle();
  const other = changed(['deposit_detected'], 'fail', { to: reached(machine, ['deposit_detected']) });
  expect(distinctions(machine, other).next().value?.inputs).toEqual(['deposit_detected', 'fail', 'deposit_confirmed']);
});

test('The lifecycle of the sandbox has only states that a consumer can distinguish', () => {
  const machine = sandboxLifecycle({ collection: { receivedLess: 'held' } }, ['deposit_detected received_amount 0.01']);
  const [...states] = waysFrom(machine, machine.initial).keys();
  expect(states.map(state => JSON.parse(state).state)).toEqual([
    ...['awaiting_deposit', 'deposit_detected', 'wrong_chain', 'expired', 'failed', 'amount_mismatch'],
    ...['deposit_confirmed', 'failed', 'disbursed', 'failed'],
  ]);
});
