import { describe, expect, test } from 'vitest';
import type { Condition } from '../core/condition.ts';
import type { Json } from '../core/json.ts';
import { aRun, type RunMade } from '../testing/evidence.ts';
import type { StepOptions } from '../testing/evidence-options.ts';
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
          expected: 'an error response, and no webhook',
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
        message: 'a simulate call with an event that is not one of the six succeeds',
        expected: 'an error response, and no webhook',
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

test('A late webhook of an earlier step is no effect of a call without an event', () => {
  const run = aRun();
  const sends = ['collection.updated', 'collection.deposit_detected'];
  const other = run.journey();
  other.step('deposit_detected', { sends });
  other.step('deposit_confirmed');
  other.step('disburse');
  const journey = run.journey();
  journey.step('deposit_detected');
  journey.step('deposit_confirmed');
  mistake(run, journey, 'without-event');
  journey.deliver('collection.updated');
  expect(of(run).breaches).toEqual([]);
  journey.deliver('collection.updated');
  expect(of(run).breaches).toHaveLength(1);
});

test('An event about no order is no effect of a call without an event', () => {
  const run = aRun(({ id, type, order }) => ({
    body: { id, type, data: type === 'customer.updated' ? {} : { order_id: order } },
  }));
  run.journey().step('deposit_detected');
  run.deliver('customer.updated', { order: 'co_none' });
  const journey = run.journey({ alone: true });
  mistake(run, journey, 'without-event');
  journey.deliver('customer.updated');
  expect(of(run).breaches).toEqual([]);
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

test('simulate-input does not suspect a call that was too fast (429)', () => {
  const run = aRun();
  const journey = run.journey();
  mistake(run, journey, 'without-event', 429);
  journey.deliver('collection.deposit_detected');
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
    const other = run.journey();
    other.deliver('session.created');
    other.step('deposit_detected');
    other.step('deposit_confirmed', { sends: ['collection.deposit_confirmed', 'disbursement.queued'] });
    other.step('disburse');
    const journey = run.journey();
    journey.step('deposit_confirmed');
    const { id } = wrong(run, journey, 'DISBURSE');
    journey.deliver('disbursement.queued');
    expect(of(run).breaches).toEqual([]);
    const { id: fired } = journey.deliver('disbursement.completed');
    expect(of(run).breaches).toMatchObject([{ cause: 'fired', evidence: [fired, id] }]);
  });

  test('does not take a webhook for the effect of a call if others show it as late, after their next step', () => {
    const run = aRun();
    const other = run.journey();
    other.step('deposit_confirmed', { sends: ['confirmed'] });
    other.step('disburse', { sends: ['queued', 'disbursement.completed'] });
    const journey = run.journey();
    journey.step('deposit_confirmed', { sends: ['confirmed'] });
    const { id } = wrong(run, journey, 'DISBURSE');
    journey.deliver('queued');
    expect(of(run).breaches).toEqual([]);
    const { id: fired } = journey.deliver('queued');
    expect(of(run).breaches).toMatchObject([{ cause: 'fired', evidence: [fired, id] }]);
  });

  test('takes what other orders show before any step for the effect of a call after a step', () => {
    const run = aRun();
    const other = run.journey();
    other.deliver('session.created');
    other.step('expire');
    const journey = run.journey();
    journey.step('expire');
    wrong(run, journey, 'DISBURSE');
    for (let n = 0; n < 2; n++) journey.deliver('session.created');
    expect(of(run).breaches).toMatchObject([{ cause: 'fired' }]);
  });

  test('judges the calls between two steps together, and those after the next step apart', () => {
    const run = aRun();
    const journey = run.journey();
    wrong(run, journey, 1);
    const { id } = wrong(run, journey, 2, 500);
    const first = journey.deliver('one');
    journey.step('expire', { sends: [] });
    const late = run.exchange('simulateCollectionOrder', {
      journey: journey.id,
      condition: 'invalid-event: 3',
      failure: { kind: 'timeout', message: '' },
    });
    const second = journey.deliver('two');
    expect(of(run).breaches).toMatchObject([
      { message: 'a simulate call with the event 2 sends a webhook', evidence: [first.id, id], also: [] },
      { received: 'no answer and a webhook', evidence: [second.id, late.id] },
    ]);
  });

  describe('lets the steps account for the events where another order', () => {
    /** An order with a mistaken call after `expire`, and events of which the last comes after the call. */
    const beside = (drive: (run: RunMade) => void) => {
      const run = aRun();
      drive(run);
      const journey = run.journey();
      journey.step('expire', { sends: ['collection.expired'] });
      journey.step('wrong_chain', { status: 409 });
      wrong(run, journey, 'DISBURSE');
      journey.deliver('order.closed');
      return of(run).breaches.map(({ cause }) => cause);
    };
    const sends = ['collection.expired', 'order.closed'];
    const apart = (journey: JourneyMade) => {
      journey.step('expire', { sends: ['collection.expired'] });
      journey.step('fail', { status: 409 });
      journey.deliver('order.closed');
    };

    test('took the same steps and shows the same events', () => {
      expect(beside(run => apart(run.journey()))).toEqual([]);
    });

    test.each<[string, (run: RunMade) => void]>([
      ['took another step', run => run.journey().step('fail', { sends })],
      [
        'was called mistakenly, too',
        run => {
          const other = run.journey();
          apart(other);
          wrong(run, other, 'x');
        },
      ],
      ['shows other events', run => run.journey().step('expire', { sends: ['collection.expired', 'order.ended'] })],
      ['shows fewer events', run => run.journey().step('expire', { sends: ['collection.expired'] })],
    ])('but not where it %s', (_, drive) => {
      expect(beside(drive)).toContain('fired');
    });
  });

  test.each([
    ['is refused', { status: 409 }, '409'],
    ['is forbidden', { status: 403 }, '403'],
    ['sends no webhook', { sends: [], wait: 'missed' }, '202, and no webhook'],
  ] as const)('finds that the next step %s after a call that succeeds', (_, options, received) => {
    const run = aRun();
    run.journey().step('deposit_detected');
    const journey = run.journey();
    const { id } = wrong(run, journey, 'DEPOSIT_DETECTED', 202);
    const { exchange } = journey.step('deposit_detected', options);
    expect(of(run).breaches.filter(({ severity }) => severity === undefined)).toMatchObject([
      {
        requirement: 'simulate.event-values',
        cause: 'moved',
        message: 'deposit_detected has no effect after a simulate call with the event "DEPOSIT_DETECTED"',
        expected:
          'deposit_detected to be accepted, and its webhook, as for other orders, because the call simulates nothing',
        received,
        evidence: [id, exchange.id],
      },
    ]);
  });

  describe('of a step after two calls that succeed and one without an answer,', () => {
    /** Judges the refusal of `deposit_confirmed`, in a run with other orders. */
    const refused = (drive: (run: RunMade) => void, status = 409, deposit: StepOptions = {}) => {
      const run = aRun();
      drive(run);
      const journey = run.journey();
      journey.step('deposit_detected', deposit);
      wrong(run, journey, 1, 202);
      wrong(run, journey, 2, 202);
      run.exchange('simulateCollectionOrder', {
        journey: journey.id,
        condition: 'without-event',
        failure: { kind: 'timeout', message: '' },
      });
      journey.step('deposit_confirmed', { status });
      return of(run).breaches.flatMap(({ severity, message }) => (severity === undefined ? [message] : []));
    };
    const taken = (run: RunMade, options: StepOptions = {}) => {
      const journey = run.journey();
      journey.step('deposit_detected');
      journey.step('deposit_confirmed', options);
    };

    test.each([400, 403, 409, 422])('suspects both where it is answered %i', status => {
      const words = 'a simulate call with the event 1, or with the event 2';
      expect(refused(taken, status)).toEqual([`deposit_confirmed has no effect after ${words}`]);
    });

    test.each([401, 404, 429, 500])('says nothing where it is answered %i', status => {
      expect(refused(taken, status)).toEqual([]);
    });

    test('says nothing where the step before it may have been lost', () => {
      expect(refused(taken, 409, { failure: 'dropped', sends: [] })).toEqual([]);
    });

    test.each<[string, (run: RunMade) => void]>([
      ['no other order took it', () => undefined],
      [
        'one of the other orders got no webhook for it',
        run => {
          taken(run);
          taken(run, { sends: [] });
        },
      ],
      ['it was refused elsewhere', run => taken(run, { status: 409, sends: ['collection.deposit_confirmed'] })],
    ])('says nothing where %s', (_, drive) => {
      expect(refused(drive)).toEqual([]);
    });

    test('compares it with the same step of others, plain and on the same way', () => {
      const drive = (run: RunMade) => {
        taken(run);
        run.journey().step('deposit_detected', { status: 409 });
        run.journey().step('deposit_confirmed', { status: 409 });
        const mismatched = run.journey();
        mismatched.step('deposit_detected', { amount: '1' });
        mismatched.step('deposit_confirmed', { status: 409 });
      };
      expect(refused(drive)).toHaveLength(1);
    });
  });

  test.each<[string, (run: RunMade, journey: JourneyMade) => void]>([
    [
      'was not waited for',
      (run, journey) => {
        wrong(run, journey, 'x', 202);
        journey.step('deposit_detected', { sends: [], wait: 'none' });
      },
    ],
    [
      'was refused before the call',
      (run, journey) => {
        journey.step('deposit_detected', { status: 409 });
        wrong(run, journey, 'x', 202);
      },
    ],
    [
      'another order refuses after a call that was refused',
      (run, journey) => {
        wrong(run, journey, 'y');
        journey.step('deposit_detected', { status: 409 });
        const other = run.journey();
        wrong(run, other, 'x', 202);
        other.step('deposit_detected');
      },
    ],
  ])('says nothing of a step that %s', (_, drive) => {
    const run = aRun();
    run.journey().step('deposit_detected');
    drive(run, run.journey());
    expect(of(run).breaches.map(({ cause }) => cause)).toEqual(['accepted']);
  });

  test('says nothing of a step that was refused because of its amount', () => {
    const run = aRun();
    run.journey().step('deposit_detected');
    const journey = run.journey();
    wrong(run, journey, 'x', 202);
    journey.step('deposit_detected', { amount: '-1', status: 422 });
    expect(of(run).breaches.map(({ cause }) => cause)).toEqual(['accepted']);
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

test.each([
  [202, 'advice'],
  [400, undefined],
])('simulate-input takes an event that is written otherwise and answered %i for %s', (status, severity) => {
  const run = aRun();
  const journey = run.journey();
  const { id } = run.exchange('simulateCollectionOrder', {
    condition: 'odd-value: event " disburse"',
    journey: journey.id,
    method: 'POST',
    asks: { event: ' disburse' },
    status,
  });
  journey.deliver('disbursement.completed');
  const { breaches } = outcome(simulateInput, run);
  expect(breaches.map(({ message, severity: own }) => [message, own])).toEqual([
    ['a simulate call with the event " disburse" sends a webhook', severity],
  ]);
  expect(breaches[0]?.evidence).toContain(id);
});
