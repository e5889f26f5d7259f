import { expect, test } from 'vitest';
import type { Condition } from '../evidence/condition.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Finding } from '../judgement/checks/judge.ts';
import { aRun } from '../testing/evidence.ts';
import { refusedThroughout } from './statuses.ts';
import { evidence, index, summaryOf } from './testing/fixture.ts';

/** The status of the journey j1, by default without findings. */
function statusOf(of: Evidence, findings: readonly Finding[] = []): string | undefined {
  return summaryOf(of, findings).journeys?.find(({ id }) => id === 'j1')?.status;
}

const found: Finding = {
  ...{ id: 'f-1', check: 'json-body', requirement: 'wire.json', severity: 'breach', count: 1 },
  ...{ message: 'm', expected: 'e', received: 'r', evidence: [] },
};

test('A scenario fails because of a breach, an error of the harness or a missing end', () => {
  const outcomes = index.scenarios;
  const of = (id: string) => outcomes.find(scenario => scenario.id === id);
  expect(of('collection/failure')?.findings.map(({ finding }) => finding.check)).toEqual(['completed']);
  expect(of('collection/expiry')?.reason).toMatch(/^boom/);
  expect(of('collection/wrong-chain')).toMatchObject({ status: 'failed', reason: 'the record ends before it does' });
  expect(of('collection/many')).toMatchObject({
    status: 'skipped',
    reason: 'it needs 40 orders; set ORDER_COMMAND',
  });
});

test.each(['j1', 'x2', 'd1'])(
  'A breach with %s in its evidence fails the journey and its scenario, and advice nothing',
  id => {
    const breach = { ...found, evidence: [id] };
    expect(statusOf(evidence, [breach])).toBe('failed');
    expect(statusOf(evidence, [{ ...breach, severity: 'advice' }])).toBe('passed');
    const { journeys, scenarios } = summaryOf(evidence, [breach]);
    expect(journeys?.find(journey => journey.id === 'j1')?.findings).toEqual([0]);
    expect(scenarios.find(scenario => scenario.id === 'collection/happy-path')).toMatchObject({
      status: 'failed',
      findings: [0],
    });
  },
);

test('A journey is incomplete if it or its scenario was cut off, or the wait for a due webhook was cut short', () => {
  expect(statusOf(evidence)).toBe('passed');
  const journeys = evidence.journeys.map(({ to: _, ...journey }) => journey);
  expect(statusOf({ ...evidence, journeys })).toBe('incomplete');
  const scenarios = evidence.scenarios.map(({ outcome: _, ...scenario }) => scenario);
  expect(statusOf({ ...evidence, scenarios })).toBe('incomplete');
  const exchanges = evidence.exchanges.filter(({ id }) => id !== 'x2');
  expect(statusOf({ ...evidence, exchanges })).toBe('incomplete');
  const due = { journey: 'j1', kind: 'event', since: 'x2', from: evidence.run.at, to: evidence.run.at + 1 } as const;
  const waits = (outcome: 'missed' | 'abandoned') => [{ ...due, allowed: 1, outcome }];
  expect(statusOf({ ...evidence, waits: waits('abandoned') })).toBe('incomplete');
  expect(statusOf({ ...evidence, waits: waits('missed') })).toBe('passed');
  const trouble = { kind: 'stall', from: evidence.run.at, to: evidence.run.at + 1, message: '' } as const;
  expect(statusOf({ ...evidence, waits: waits('missed'), troubles: [trouble] })).toBe('incomplete');
});

function drivenTo(...answers: readonly (readonly [condition: Condition, status: number])[]): boolean {
  const run = aRun();
  for (const [condition, status] of answers) run.exchange('resolveBankAccount', { condition, status });
  return refusedThroughout(run.evidence.exchanges);
}

test('A scenario whose keyed calls were all refused shows nothing', () => {
  expect(drivenTo(['known', 401], ['guessed', 403], ['without-key', 200])).toBe(true);
});

test('A scenario with an accepted call, or without keyed calls, shows something', () => {
  expect(drivenTo(['known', 401], ['known', 200])).toBe(false);
  expect(drivenTo(['wrong-key', 401], ['without-key', 401])).toBe(false);
  expect(drivenTo(['empty-key', 401], ['recased-key', 401], ['truncated-key', 401])).toBe(false);
  expect(drivenTo()).toBe(false);
});
