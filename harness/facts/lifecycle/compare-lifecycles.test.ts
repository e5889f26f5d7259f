import { expect, test } from 'vitest';
import { compareLifecycles } from './compare-lifecycles.ts';
import type { Lifecycle } from './lifecycle.ts';

type Arrow = readonly [from: string, event: string, to: string, answer: number | 'accepted', ...webhooks: string[]];

function lifecycle(...arrows: readonly Arrow[]): Lifecycle {
  return {
    states: [...new Set(['new', ...arrows.flatMap(([from, , to]) => [from, to])])],
    transitions: arrows.map(([from, event, to, answer, ...webhooks]) => ({
      ...{ from, event, to, answer, webhooks, count: 1, evidence: [`${event} in ${from}`] },
    })),
    unexplored: [],
  };
}

const OLD = lifecycle(
  ['new', 'deposit_detected', 'seen', 'accepted', 'detected'],
  ['seen', 'fail', 'failed', 'accepted', 'failed'],
  ['failed', 'deposit_detected', 'failed', 409],
  ['failed', 'disburse', 'failed', 409],
);

test('The shortest sequence of steps distinguishes two lifecycles, with the answers of each', () => {
  const now = lifecycle(
    ['new', 'deposit_detected', 'open', 'accepted', 'detected'],
    ['open', 'fail', 'dead', 'accepted', 'failed'],
    ['dead', 'deposit_detected', 'open', 'accepted', 'detected'],
    ['dead', 'disburse', 'dead', 'accepted', 'disbursement.completed'],
  );
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
  const renamed = lifecycle(
    ['new', 'deposit_detected', 'SEEN', 'accepted', 'detected'],
    ['new', 'expire', 'expired', 'accepted', 'expired'],
  );
  expect(compareLifecycles(OLD, renamed)).toBeUndefined();
});

test('Contradicted transitions are ignored', () => {
  const [first, ...others] = lifecycle(['new', 'deposit_detected', 'seen', 'accepted']).transitions;
  const other = { answer: 'accepted', webhooks: ['detected'], count: 1, evidence: [] } as const;
  const now = { ...OLD, transitions: first ? [{ ...first, contradicted: [other] }, ...others] : [] };
  expect(compareLifecycles(OLD, { ...now, transitions: first ? [first] : [] })).toBeDefined();
  expect(compareLifecycles(OLD, now)).toBeUndefined();
});
