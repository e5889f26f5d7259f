import { expect, test } from 'vitest';
import type { Condition } from '../core/condition.ts';
import { aRun, type RunMade } from '../testing/evidence.ts';
import type { JourneyMade } from '../testing/journey-made.ts';
import { outcome } from '../testing/outcome.ts';
import { simulateInput } from './simulate-input.ts';

const of = (run: RunMade) => outcome(simulateInput, run);

/** Calls simulate without a known event. */
function mistake(run: RunMade, journey: JourneyMade, condition: Condition, status = 400) {
  return run.exchange('simulateCollectionOrder', { journey: journey.id, condition, method: 'POST', asks: {}, status });
}

const CONDITIONS = [
  ['without-event', 'simulate.event-required', 'without an event'],
  ['unknown-event', 'simulate.event-values', 'with an event that is not one of the six'],
] as const;

test.each(CONDITIONS)('simulate-input passes a call %s that is refused and does nothing', (condition, requirement) => {
  const run = aRun();
  const journey = run.journey();
  const { id } = mistake(run, journey, condition);
  journey.step('deposit_detected');
  expect(of(run)).toEqual({ breaches: [], passes: { [requirement]: [id] } });
});

test.each(CONDITIONS)(
  'simulate-input finds a call %s that fires a webhook, with any answer',
  (condition, requirement, what) => {
    for (const status of [400, 202]) {
      const run = aRun();
      const journey = run.journey();
      const { id } = mistake(run, journey, condition, status);
      const fired = journey.deliver('collection.deposit_detected');
      const { breaches, passes } = of(run);
      expect(passes).toEqual({});
      expect(breaches).toMatchObject([
        {
          requirement,
          cause: 'fired',
          message: `a simulate call ${what} sends a webhook`,
          received: `${status} and a webhook`,
          evidence: [fired.id, id],
        },
      ]);
      expect(breaches[0]?.severity).toBeUndefined();
    }
  },
);

test('simulate-input gives advice if such a call succeeds and does nothing', () => {
  const run = aRun();
  const { id } = mistake(run, run.journey(), 'unknown-event', 200);
  expect(of(run)).toMatchObject({
    breaches: [
      {
        requirement: 'simulate.event-values',
        severity: 'advice',
        cause: 'accepted',
        received: '200, no webhook',
        evidence: [id],
      },
    ],
    passes: { 'simulate.event-values': [id] },
  });
});

test('simulate-input ignores a webhook that has another cause', () => {
  const run = aRun();
  const other = run.journey();
  other.deliver('session.created');
  other.step('expire');
  const journey = run.journey();
  journey.deliver('ping');
  const { id } = mistake(run, journey, 'without-event');
  journey.deliver('session.created');
  journey.deliver('ping');
  other.deliver('collection.deposit_detected');
  journey.step('deposit_detected');
  expect(of(run)).toEqual({ breaches: [], passes: { 'simulate.event-required': [id] } });
});

test('simulate-input learns the usual types before a first step, not after one', () => {
  const run = aRun();
  run.journey().step('deposit_detected');
  const idle = run.journey();
  idle.deliver('collection.deposit_detected');
  const journey = run.journey();
  mistake(run, journey, 'without-event');
  journey.deliver('collection.deposit_detected');
  expect(of(run).breaches).toHaveLength(1);
});

test.each([401, 403, 404])('simulate-input learns nothing from a %i, unless it fires', status => {
  const run = aRun();
  const journey = run.journey();
  mistake(run, journey, 'without-event', status);
  expect(of(run)).toEqual({ breaches: [], passes: {} });
  journey.deliver('collection.deposit_detected');
  expect(of(run).breaches).toHaveLength(1);
});

test.each([429, 502, 503, 504])('simulate-input ignores a %i', status => {
  const run = aRun();
  mistake(run, run.journey(), 'without-event', status);
  expect(of(run)).toEqual({ breaches: [], passes: {} });
});

test('simulate-input judges only such calls, also outside journeys', () => {
  const run = aRun();
  run.journey().step('expire');
  run.exchange('simulateCollectionOrder', { condition: 'unknown-order', status: 200 });
  const { id } = run.exchange('simulateCollectionOrder', { condition: 'without-event', status: 400 });
  expect(of(run)).toEqual({ breaches: [], passes: { 'simulate.event-required': [id] } });
});

test('simulate-input does not treat the events of another order after a call without a key as usual', () => {
  const run = aRun();
  const keyless = run.journey();
  mistake(run, keyless, 'without-key', 202);
  keyless.deliver('collection.deposit_detected');
  keyless.step('deposit_detected', { status: 409 });
  const journey = run.journey();
  mistake(run, journey, 'without-event');
  journey.deliver('collection.deposit_detected');
  expect(of(run).breaches).toHaveLength(1);
});
