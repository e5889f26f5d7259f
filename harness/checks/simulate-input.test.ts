import { describe, expect, test } from 'vitest';
import type { Condition } from '../core/condition.ts';
import type { Json } from '../core/json.ts';
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

describe('simulate-input, of an event that comes after such a call', () => {
  /** An order whose last event before disburse comes late: after calls without an event. */
  const late = (types: readonly string[], { failure, last = ['done'] }: Late = {}) => {
    const run = aRun();
    const other = run.journey();
    other.step('deposit_detected', { sends: ['seen'] });
    other.step('disburse', { sends: ['paid', 'done'] });
    const journey = run.journey();
    journey.step('deposit_detected', { sends: ['seen'], ...(failure && { failure }) });
    mistake(run, journey, 'without-event');
    for (const type of types) journey.deliver(type);
    journey.step('disburse', { sends: last });
    return of(run).breaches.map(({ cause }) => cause);
  };

  test.each<[string, readonly string[], Late | undefined, readonly string[]]>([
    ['takes it for one of a step, if all are those of another order', ['paid'], undefined, []],
    ['takes one more for one of the call', ['paid', 'paid'], undefined, ['fired']],
    ['takes it for one of the call, if a step sends nothing then', ['paid', 'done'], { last: [] }, ['fired']],
    ['says nothing, if it may be of a step whose answer was lost', ['paid', 'paid'], { failure: 'timeout' }, []],
  ])('%s', (_, types, options, causes) => {
    expect(late(types, options)).toEqual(causes);
  });
});

/** What else happened to such an order. */
interface Late {
  /** Why the answer to its first step is missing. */
  readonly failure?: 'timeout';
  /** The events of its last step. */
  readonly last?: readonly string[];
}

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

describe('simulate-input, where several calls are wrong', () => {
  const wrong = (run: RunMade, journey: JourneyMade, event: Json, status = 400) =>
    mistake(run, journey, `invalid-event: ${JSON.stringify(event)}`, status);

  test('suspects the call that was not refused, and passes the others', () => {
    const run = aRun();
    const journey = run.journey();
    const { id: refused } = wrong(run, journey, null);
    const { id } = wrong(run, journey, 'DISBURSE', 202);
    const fired = journey.deliver('disbursement.completed');
    wrong(run, journey, ' disburse', 202);
    const { breaches, passes } = of(run);
    expect(breaches).toMatchObject([
      {
        requirement: 'simulate.event-values',
        cause: 'fired',
        message: 'a simulate call with the event "DISBURSE" sends a webhook',
        evidence: [fired.id, id],
      },
      { severity: 'advice', cause: 'accepted' },
    ]);
    expect(passes['simulate.event-values']).toContain(refused);
  });

  test('names all of them where each was refused, with every requirement', () => {
    const run = aRun();
    const journey = run.journey();
    mistake(run, journey, 'without-event');
    mistake(run, journey, 'unreadable-body: empty');
    wrong(run, journey, 5, 422);
    journey.deliver('collection.deposit_detected');
    expect(of(run).breaches).toMatchObject([
      {
        requirement: 'simulate.event-required',
        also: ['simulate.event-values'],
        message:
          'one of several simulate calls sends a webhook: ' +
          'without an event, or whose body is empty, or with the event 5',
        received: '400 or 422 and a webhook',
      },
    ]);
  });

  test('does not take a late event of the step before for the effect of a call', () => {
    const run = aRun();
    run.journey().step('deposit_confirmed', { sends: ['collection.deposit_confirmed', 'disbursement.queued'] });
    const journey = run.journey();
    journey.step('deposit_confirmed');
    wrong(run, journey, 'DISBURSE');
    journey.deliver('disbursement.queued');
    expect(of(run).breaches).toEqual([]);
    journey.deliver('disbursement.completed');
    expect(of(run).breaches).toMatchObject([{ cause: 'fired' }]);
  });

  test.each([
    ['is refused', { status: 409 }, '409'],
    ['sends no webhook', { sends: [], wait: 'missed' }, '202, and no webhook'],
  ] as const)('finds that the next step %s after a call that succeeds', (_, options, received) => {
    const run = aRun();
    run.journey().step('deposit_detected');
    const journey = run.journey();
    const { id } = wrong(run, journey, 'DEPOSIT_DETECTED', 202);
    const { exchange } = journey.step('deposit_detected', options);
    expect(of(run).breaches.filter(({ severity }) => severity === undefined)).toMatchObject([
      { requirement: 'simulate.event-values', cause: 'moved', received, evidence: [id, exchange.id] },
    ]);
  });

  test('finds that a later step is refused after a call that succeeds, though the next one is taken', () => {
    const run = aRun();
    const steps = ['deposit_detected', 'deposit_confirmed'] as const;
    const other = run.journey();
    for (const event of steps) other.step(event);
    const journey = run.journey();
    wrong(run, journey, ' fail', 200);
    journey.step('deposit_detected');
    journey.step('deposit_confirmed', { status: 409 });
    expect(of(run).breaches.filter(({ severity }) => severity === undefined)).toMatchObject([
      { cause: 'moved', message: 'deposit_confirmed has no effect after a simulate call with the event " fail"' },
    ]);
  });

  test('says of no call that it sends no webhook where another one like it does', () => {
    const run = aRun();
    const journey = run.journey();
    wrong(run, journey, 'DISBURSE', 202);
    journey.deliver('disbursement.completed');
    wrong(run, run.journey(), 'DISBURSE', 202);
    expect(of(run).breaches).toMatchObject([{ cause: 'fired' }]);
  });

  test('takes a webhook that comes after the time-out for that of the next step', () => {
    const run = aRun();
    run.journey().step('deposit_detected');
    const journey = run.journey();
    wrong(run, journey, 'DEPOSIT_DETECTED', 202);
    journey.step('deposit_detected', { sends: [], wait: 'missed' });
    journey.deliver('collection.deposit_detected');
    expect(of(run).breaches.filter(({ severity }) => severity === undefined)).toEqual([]);
  });

  test.each([
    ['the call was refused', 400, 'deposit_detected', 202],
    ['other orders refuse the step too', 202, 'deposit_detected', 409],
    ['the step is not due', 202, 'deposit_confirmed', 202],
  ] as const)('finds nothing in a refused step where %s', (_, status, event, elsewhere) => {
    const run = aRun();
    run.journey().step(event, { status: elsewhere });
    const journey = run.journey();
    wrong(run, journey, 'DEPOSIT_DETECTED', status);
    journey.step(event, { status: 409 });
    expect(of(run).breaches.filter(({ severity }) => severity === undefined)).toEqual([]);
  });
});
