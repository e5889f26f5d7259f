import { expect, test } from 'vitest';
import { SIMULATE_EVENTS, type SimulateEvent } from '../../contract/lifecycle.ts';
import type { Lifecycle } from './lifecycle.ts';
import { compareLifecycles, planWalks, randomWalk, type Walk } from './machines.ts';

type Known = readonly [from: string, event: string, to: string, answer: 'accepted' | number, webhooks?: string[]];

/** A lifecycle of some transitions. @param unexplored events that are left, each as `state event` */
function lifecycle(known: readonly Known[], ...unexplored: readonly string[]): Lifecycle {
  return {
    states: [...new Set(known.flatMap(([from, , to]) => [from, to]))],
    transitions: known.map(([from, event, to, answer, webhooks = []]) => {
      return { from, event, to, answer, webhooks, count: 1, evidence: [`${event} in ${from}`] };
    }),
    unexplored: unexplored.map(left => {
      const [from = '', event] = left.split(' ');
      return { from, event: event as SimulateEvent };
    }),
  };
}

const OLD = lifecycle([
  ['new', 'deposit_detected', 'seen', 'accepted', ['detected']],
  ['seen', 'fail', 'failed', 'accepted', ['failed']],
  ['failed', 'deposit_detected', 'failed', 409],
  ['failed', 'disburse', 'failed', 409],
]);

test('The shortest sequence of steps distinguishes two lifecycles, with the answers of each', () => {
  const now = lifecycle([
    ['new', 'deposit_detected', 'open', 'accepted', ['detected']],
    ['open', 'fail', 'dead', 'accepted', ['failed']],
    ['dead', 'deposit_detected', 'open', 'accepted', ['detected']],
    ['dead', 'disburse', 'dead', 'accepted', ['disbursement.completed']],
  ]);
  expect(compareLifecycles(OLD, now)).toEqual({
    before: [
      { event: 'deposit_detected', answer: 'accepted', webhooks: ['detected'] },
      { event: 'fail', answer: 'accepted', webhooks: ['failed'] },
    ],
    event: 'deposit_detected',
    old: { answer: 409, webhooks: [] },
    new: { answer: 'accepted', webhooks: ['detected'] },
    others: 1,
    evidence: { old: ['deposit_detected in failed'], new: ['deposit_detected in dead'] },
  });
});

test('Differences in names, and in what only one lifecycle explored, are ignored', () => {
  const renamed = lifecycle([
    ['new', 'deposit_detected', 'SEEN', 'accepted', ['detected']],
    ['new', 'expire', 'expired', 'accepted', ['expired']],
  ]);
  expect(compareLifecycles(OLD, renamed)).toBeUndefined();
});

test('Contradicted transitions are ignored', () => {
  const [first, ...others] = lifecycle([['new', 'deposit_detected', 'seen', 'accepted']]).transitions;
  const other = { answer: 'accepted', webhooks: ['detected'], count: 1, evidence: [] } as const;
  const now = { ...OLD, transitions: first ? [{ ...first, contradicted: [other] }, ...others] : [] };
  expect(compareLifecycles(OLD, { ...now, transitions: first ? [first] : [] })).toBeDefined();
  expect(compareLifecycles(OLD, now)).toBeUndefined();
});

const PAID: Known = ['new', 'deposit_detected', 'paid', 'accepted', ['deposit', 'order.updated']];
const HELD: Known = ['new', 'deposit_detected received_amount 0.01', 'held', 'accepted', ['deposit']];
const FAILED: Known = ['new', 'fail', 'failed', 'accepted', ['failure']];
const REFUSED: Known = ['new', 'disburse', 'new', 409];

const stepsOf = ({ steps }: Walk) => steps.map(({ event }) => event);
const aimsOf = (walks: readonly Walk[]) => walks.map(({ aims }) => [...aims.values()]);

test('planWalks plans nothing if everything is explored', () => {
  expect(planWalks(lifecycle([PAID]))).toEqual([]);
});

test('planWalks leads to a state and tries its unexplored events, mostly refused ones first', () => {
  const [walk, ...others] = planWalks(lifecycle([HELD, FAILED, REFUSED], 'held fail', 'held disburse'));
  expect(others).toEqual([]);
  expect(walk?.steps).toEqual([
    { event: 'deposit_detected', receivedAmount: '0.01', webhooks: 1 },
    { event: 'disburse' },
    { event: 'fail' },
  ]);
  expect([...(walk?.aims ?? [])]).toEqual([
    [1, 'deposit_detected received_amount 0.01, disburse'],
    [2, 'deposit_detected received_amount 0.01, fail'],
  ]);
});

test('planWalks states how many types of webhooks each step is known to send', () => {
  const [walk] = planWalks(lifecycle([PAID, ['paid', 'expire', 'paid', 409]], 'paid fail'));
  expect(walk?.steps.slice(0, 2)).toEqual([{ event: 'deposit_detected', webhooks: 2 }, { event: 'fail' }]);
});

test('planWalks tries repeated steps before an early credit and failures, and a second credit last', () => {
  const credited: Known = ['paid', 'disburse', 'credited', 'accepted', ['credit']];
  const left = (state: string) => SIMULATE_EVENTS.map(event => `${state} ${event}`);
  const walks = planWalks(lifecycle([PAID, credited], ...left('paid'), ...left('credited')));
  const failures = ['deposit_confirmed', 'wrong_chain', 'expire', 'fail'];
  expect(walks.map(stepsOf)).toEqual([
    ['deposit_detected', 'deposit_detected', 'disburse', ...failures],
    ['deposit_detected', 'disburse', 'deposit_detected', ...failures, 'disburse'],
  ]);
});

test('planWalks tries credits first, then the states with the most unexplored events', () => {
  const left = ['paid fail', 'held fail', 'held wrong_chain', 'failed disburse'];
  const walks = planWalks(lifecycle([PAID, HELD, FAILED], ...left));
  expect(walks.map(({ aims }) => aims.size)).toEqual([1, 2, 1]);
  expect(aimsOf(walks)[0]).toEqual(['fail, disburse']);
});

test('planWalks omits what was tried, and unreachable states', () => {
  const lost: Known = ['lost', 'fail', 'lost', 409];
  const found = lifecycle([PAID, lost], 'paid fail', 'paid disburse', 'lost disburse');
  expect(aimsOf(planWalks(found, new Set(['deposit_detected, fail'])))).toEqual([['deposit_detected, disburse']]);
});

test('A random walk begins in a random state, and takes random steps', () => {
  const numbers = [1, 0, 1, 2, 3, 4, 5];
  const walk = randomWalk(lifecycle([PAID]), below => (numbers.shift() ?? 0) % below);
  expect(stepsOf(walk)).toEqual([
    'deposit_detected',
    ...['deposit_detected', 'deposit_confirmed', 'disburse', 'wrong_chain', 'expire', 'fail'],
  ]);
  expect(walk.aims.size).toBe(0);
});
