import { describe, expect, test } from 'vitest';
import { COMPLETED } from '../core/dialect.ts';
import { HAPPY_PATH } from '../core/lifecycle.ts';
import { View } from '../core/view.ts';
import { aRun, aSoundRun, INTERPRETATION, type RunMade } from '../testing/evidence.ts';
import type { ExchangeOptions } from '../testing/evidence-options.ts';
import { type JourneyMade, TYPES } from '../testing/journey-made.ts';
import { causality } from './causality.ts';
import { lastStepBefore, windowsOf } from './windows.ts';

const CUT_OFF = { kind: 'timeout', message: 'timeout' } as const;

/** By journey: per step, the type and the first delivery of the event that it took. */
function matched(run: RunMade, interpretation = INTERPRETATION) {
  const { steps } = causality(new View(run.evidence, interpretation));
  return Object.entries(Object.groupBy(steps, ({ journey }) => journey.id)).map(([, own = []]) =>
    own.map(({ event }) => event && `${event.type} ${event.deliveries[0].id}`),
  );
}

function surplus(run: RunMade) {
  return causality(new View(run.evidence, INTERPRETATION)).surplus.map(({ deliveries }) => deliveries[0].id);
}

describe('Causality', () => {
  test('gives each step of a sound run its event, without surplus', () => {
    const run = aSoundRun();
    const { steps } = causality(new View(run.evidence, INTERPRETATION));
    const happy = [
      ['deposit_detected', 'collection.deposit_detected'],
      ['deposit_confirmed', 'collection.deposit_confirmed'],
      ['disburse', COMPLETED],
    ];
    expect(steps.map(({ step, event }) => [step.event, event?.type])).toEqual([
      ...happy,
      ['wrong_chain', 'collection.wrong_chain'],
      ['expire', 'collection.expired'],
      ['fail', 'collection.failed'],
      ...happy,
      ...happy,
    ]);
    expect(steps.every(({ accepted, wait }) => accepted && wait?.outcome === 'came')).toBe(true);
    expect(surplus(run)).toEqual([]);
  });

  test('is computed once for a view', () => {
    const view = new View(aSoundRun().evidence, INTERPRETATION);
    expect(causality(view)).toBe(causality(view));
  });

  test('gives the outcome of each step and the wait for its webhook', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('fail', { status: 409 });
    const { wait } = journey.step('expire', { sends: [] });
    run.wait('j1', 'quiet', wait?.since ?? '', run.now, 'missed');
    const { steps } = causality(new View(run.evidence, INTERPRETATION));
    expect(steps.map(({ accepted, wait }) => [accepted, wait])).toEqual([
      [false, undefined],
      [true, wait],
    ]);
  });

  test('does not replace a lost event by that of another step if all events have one type', () => {
    const run = aRun(({ id, order }) => ({ body: { id, type: 'update', data: { order_id: order } } }));
    for (let n = 0; n < 3; n++) run.journey().happyPath();
    const journey = run.journey();
    journey.step('deposit_detected', { sends: [] });
    journey.step('deposit_confirmed');
    journey.step('disburse');
    expect(matched(run)[3]?.map(event => event !== undefined)).toEqual([false, true, true]);
  });

  test('gives a late event to its step if more events than usual came after the next step', () => {
    const run = aRun(({ id, order }) => ({ body: { id, type: 'update', data: { order_id: order } } }));
    for (let n = 0; n < 3; n++) run.journey().happyPath();
    const journey = run.journey();
    journey.step('deposit_detected', { sends: [] });
    journey.step('deposit_confirmed');
    journey.deliver('late');
    journey.step('disburse');
    expect(matched(run)[3]?.map(event => event !== undefined)).toEqual([true, true, true]);
    expect(surplus(run)).toEqual([]);
  });

  test('gives a step no event that usually comes beside that of a later step', () => {
    const run = aRun(({ id, order }) => ({ body: { id, data: { order_id: order } } }));
    const twice = { sends: ['', ''] };
    for (let n = 0; n < 4; n++) {
      const journey = run.journey();
      journey.step('deposit_detected', n < 3 ? twice : { sends: [] });
      journey.step('deposit_confirmed', twice);
    }
    expect(matched(run)[3]?.map(event => event !== undefined)).toEqual([false, true]);
  });

  test('gives a late event to its step if it came in place of that of the next step', () => {
    const run = aRun();
    for (let n = 0; n < 3; n++) run.journey().happyPath();
    const journey = run.journey();
    journey.step('deposit_detected', { sends: [] });
    journey.step('deposit_confirmed', { sends: ['collection.deposit_detected'] });
    expect(matched(run)[3]?.map(event => event?.split(' ')[0])).toEqual(['collection.deposit_detected', undefined]);
  });

  test.each([
    [3, 3],
    [1, 5],
  ])('tells apart the events of steps that are both sent before either comes: %i orders, and %i so', (slow, quick) => {
    const run = aRun();
    for (let n = 0; n < slow; n++) run.journey().happyPath();
    for (let n = 0; n < quick; n++) {
      const journey = run.journey();
      journey.step('deposit_detected', { sends: [] });
      journey.step('deposit_confirmed', { sends: ['collection.deposit_detected', 'collection.deposit_confirmed'] });
    }
    const types = matched(run).map(own => own.slice(0, 2).map(event => event?.split(' ')[0]));
    expect(types).toEqual(types.map(() => ['collection.deposit_detected', 'collection.deposit_confirmed']));
    expect(surplus(run)).toEqual([]);
  });

  /** Whether orders are given for `deposit_detected` what comes after `disburse`, as an order beside them has it. */
  function givenForLater(beside: (journey: JourneyMade) => void): readonly boolean[] {
    const run = aRun();
    for (let n = 0; n < 3; n++) {
      const journey = run.journey();
      journey.step('deposit_detected', { sends: [] });
      journey.step('deposit_confirmed');
      journey.step('disburse', { sends: ['disbursement.completed', 'collection.settled'] });
    }
    beside(run.journey());
    // Here no earlier event can be to come, so that these seem to show what each step sends.
    for (let n = 0; n < 2; n++) {
      const calm = run.journey();
      calm.step('disburse');
      calm.step('deposit_detected', { sends: ['collection.settled'] });
    }
    for (let n = 0; n < 3; n++) run.journey().step('expire');
    return matched(run)
      .slice(0, 3)
      .map(([first]) => first !== undefined);
  }

  test.each<[string, (journey: JourneyMade) => void, boolean]>([
    ['yes, where no other order shows more', journey => journey.step('deposit_confirmed'), true],
    [
      'yes, where the step alone brings it too',
      journey => journey.step('deposit_detected', { sends: ['collection.settled'] }),
      true,
    ],
    ['no, where the step alone brings nothing', journey => journey.step('deposit_detected', { sends: [] }), false],
    [
      'no, where the later step brings it without this one',
      journey => journey.step('disburse', { sends: ['disbursement.completed', 'collection.settled'] }),
      false,
    ],
  ])('matches a step with what always comes after a later one: %s', (_, beside, isGiven) => {
    expect(givenForLater(beside)).toEqual([isGiven, isGiven, isGiven]);
  });

  test('gives a step no event that came after an earlier one', () => {
    const run = aRun();
    for (let n = 0; n < 3; n++) run.journey().happyPath();
    const journey = run.journey();
    journey.step('deposit_detected', { sends: ['collection.deposit_detected', 'collection.deposit_confirmed'] });
    journey.step('deposit_confirmed', { sends: [] });
    expect(matched(run)[3]?.map(event => event !== undefined)).toEqual([true, false]);
  });

  /** By journey: the type of each event, and the step that caused it. */
  function caused(run: RunMade) {
    const { causes } = causality(new View(run.evidence, INTERPRETATION));
    return Object.values(Object.groupBy(causes, ({ event }) => event.journey.id)).map((own = []) =>
      own.map(({ event, moment }) => `${event.type} ${moment?.step?.exchange}`),
    );
  }

  test('gives a type that mostly comes late, after a later step, to the step behind which alone it comes', () => {
    const run = aRun();
    run.journey().step('deposit_detected', { sends: ['first', 'second'] });
    const late = [1, 2, 3].map(() => {
      const journey = run.journey();
      const [one, other] = [
        journey.step('deposit_detected', { sends: ['first'] }),
        journey.step('deposit_confirmed', { sends: ['second', 'third'] }),
      ].map(({ exchange }) => exchange.id);
      return [`first ${one}`, `second ${one}`, `third ${other}`];
    });
    expect(caused(run).slice(1)).toEqual(late);
  });

  test('gives as many events of a type as steps cause it to these steps in turn', () => {
    const run = aRun();
    for (let n = 0; n < 3; n++) run.journey().step('fail', { sends: ['failed'] });
    const journey = run.journey();
    const [first] = [journey.step('fail', { sends: [], wait: 'none' })];
    const second = journey.step('fail', { sends: ['failed', 'failed'] });
    expect(caused(run)[3]).toEqual([`failed ${first?.exchange.id}`, `failed ${second.exchange.id}`]);
  });

  test('gives events of one type, which every step causes, to the step that they came after', () => {
    const run = aRun();
    const steps = [1, 2, 3].flatMap(() => {
      const journey = run.journey();
      return HAPPY_PATH.map(event => journey.step(event, { sends: ['update'] }).exchange.id);
    });
    expect(caused(run).flat()).toEqual(steps.map(id => `update ${id}`));
  });

  test('gives a step no event that came before it or about another order', () => {
    const run = aRun();
    for (let n = 0; n < 3; n++) run.journey().happyPath();
    const journey = run.journey();
    journey.deliver('collection.deposit_confirmed');
    journey.step('deposit_detected');
    journey.step('deposit_confirmed', { sends: [] });
    const other = run.journey();
    other.deliver('collection.deposit_confirmed');
    expect(matched(run)[3]?.map(event => event !== undefined)).toEqual([true, false]);
  });

  test('finds the event of a step among several that come with it, in any order', () => {
    const run = aRun();
    for (let n = 0; n < 4; n++) {
      const journey = run.journey();
      journey.step('deposit_detected', { sends: n % 2 ? ['a', 'b'] : ['b', 'a'] });
      journey.step('disburse', { sends: n % 2 ? ['c', COMPLETED] : [COMPLETED, 'c'] });
    }
    expect(matched(run).map(steps => steps.map(event => event?.split(' ')[0]))).toEqual([
      ['b', COMPLETED],
      ['a', 'c'],
      ['b', COMPLETED],
      ['a', 'c'],
    ]);
    expect(surplus(run)).toEqual([]);
  });

  test('gives a step no event of a type that other steps cause', () => {
    const run = aRun();
    for (let n = 0; n < 3; n++) run.journey().happyPath();
    const journey = run.journey();
    journey.step('deposit_detected', { sends: ['collection.deposit_confirmed'] });
    journey.step('fail', { sends: [COMPLETED] });
    expect(matched(run)[3]).toEqual([undefined, undefined]);
  });

  test('gives a step no event of a type that mostly comes before any step', () => {
    const run = aRun();
    for (let n = 0; n < 3; n++) {
      const journey = run.journey();
      journey.deliver('session.created');
      journey.happyPath();
    }
    run.journey().step('expire', { sends: ['session.created'] });
    expect(matched(run)[3]).toEqual([undefined]);
  });

  test.each([
    [2, 2, true],
    [3, 2, false],
  ])('may give a step a type that comes before any step %i times and after steps %i times: %s', (before, _, takes) => {
    const run = aRun();
    for (let n = 0; n < before; n++) {
      const journey = run.journey();
      journey.deliver('ping');
      journey.step('wrong_chain');
    }
    run.journey().step('expire', { sends: ['ping'] });
    run.journey().step('fail', { sends: ['ping'] });
    expect(matched(run).at(-1)?.[0] !== undefined).toBe(takes);
  });

  test.each([
    [0, undefined],
    [2, 'ping'],
  ])(
    'gives a step a type that another step shares, unless it is expected there: %i of its journeys lack it',
    (lack, type) => {
      const run = aRun();
      run.journey().step('fail', { sends: ['ping'] });
      for (let n = 0; n < lack; n++) run.journey().step('fail', { sends: [] });
      for (let n = 0; n < 2; n++) run.journey().step('expire');
      run.journey().step('expire', { sends: ['ping'] });
      expect(matched(run).at(-1)?.[0]?.split(' ')[0]).toBe(type);
    },
  );

  test('gives a step with several known types the one that came', () => {
    const run = aRun();
    for (let n = 0; n < 3; n++) run.journey().step('deposit_detected');
    const odd = run.journey();
    odd.step('deposit_detected', { sends: ['collection.amount_mismatch'], amount: '1' });
    expect(matched(run)[3]?.[0]).toMatch(/^collection\.amount_mismatch/);
  });

  test.each([
    [4, false],
    [3, false],
    [2, true],
  ])('gives a step an unrelated event only if no type is its own: %i of 5 show one, %s', (own, takes) => {
    const run = aRun();
    for (const event of ['expire', 'wrong_chain', 'expire', 'wrong_chain'] as const)
      run.journey().step(event, { sends: [`of.${event}`, 'ping'] });
    for (let n = 0; n < own; n++) run.journey().step('fail', { sends: ['of.fail'] });
    for (let n = own; n < 4; n++) run.journey().step('fail', { sends: [], wait: 'came' });
    run.journey().step('fail', { sends: ['ping'] });
    expect(matched(run).at(-1)?.[0] !== undefined).toBe(takes);
  });

  test('gives an event without a type to the step before it', () => {
    const run = aRun();
    const journey = run.journey();
    for (const event of ['deposit_detected', 'fail'] as const) {
      journey.step(event, { sends: [] });
      journey.deliver('', { json: { id: event, data: { order_id: journey.order } } });
    }
    expect(matched(run)[0]).toEqual(['undefined d2', 'undefined d4']);
  });

  test('ignores refused steps', () => {
    const run = aRun();
    for (let n = 0; n < 3; n++) run.journey().step('wrong_chain');
    const journey = run.journey();
    journey.step('wrong_chain', { status: 409 });
    journey.step('deposit_detected', { sends: [] });
    journey.step('fail', { status: 409 });
    journey.deliver('collection.deposit_detected');
    journey.step('wrong_chain');
    expect(matched(run)[3]?.map(event => event?.split(' ')[0])).toEqual([
      undefined,
      'collection.deposit_detected',
      undefined,
      'collection.wrong_chain',
    ]);
  });

  test('gives a step of unknown outcome its event', () => {
    const run = aRun();
    for (let n = 0; n < 2; n++) run.journey().step('fail');
    run.journey().step('fail', { failure: 'timeout', sends: ['collection.failed'] });
    const { steps } = causality(new View(run.evidence, INTERPRETATION));
    expect(steps[2]).toMatchObject({ accepted: false, event: { type: 'collection.failed' } });
  });

  test('counts events beyond the usual number as surplus', () => {
    const run = aRun();
    for (let n = 0; n < 3; n++) run.journey().step('expire', { sends: ['collection.expired', 'collection.closed'] });
    const before = run.journey().deliver('collection.expired');
    const journey = run.journey();
    const { deliveries } = journey.step('expire', {
      sends: ['collection.expired', 'collection.closed', 'collection.expired'],
    });
    expect(surplus(run)).toEqual([before.id, deliveries[2]?.id]);
  });

  test('counts as usual what half of the journeys show', () => {
    const run = aRun();
    const types = ['collection.expired', 'a', 'b'];
    for (const sent of [1, 3, 1]) run.journey().step('expire', { sends: types.slice(0, sent) });
    expect(surplus(run)).toHaveLength(2);
  });

  test('counts refused deliveries where no journey shows others', () => {
    const run = aRun();
    for (let n = 0; n < 3; n++) run.journey().step('expire', { sends: ['a', 'b'], refuse: { status: 500 } });
    expect(surplus(run)).toEqual([]);
  });

  test('counts what came in place of the event of a step as surplus', () => {
    const run = aRun();
    for (let n = 0; n < 3; n++) run.journey().happyPath();
    const { deliveries } = run.journey().step('deposit_detected', { sends: ['collection.deposit_confirmed'] });
    expect(surplus(run)).toEqual([deliveries[0]?.id]);
  });

  test('does not count a renamed redelivery as usual', () => {
    const run = aRun();
    for (let n = 0; n < 3; n++) {
      const journey = run.journey();
      journey.step('expire', n < 2 ? { refuse: { status: 500 }, again: false } : {});
      if (n < 2) journey.deliver('collection.expired');
    }
    expect(surplus(run)).toHaveLength(2);
  });
});

describe('The cause of an event', () => {
  type Driven = ReturnType<RunMade['journey']>;

  /** Of the last event of a run: the step, or the condition of the call, that caused it. */
  function lastCause(run: RunMade): string | undefined {
    const cause = causality(new View(run.evidence, INTERPRETATION)).causes.at(-1);
    return cause?.moment?.step?.event ?? cause?.moment?.call?.condition;
  }

  function times(count: number, run: RunMade, drive: (journey: Driven) => void): void {
    for (let n = 0; n < count; n++) drive(run.journey());
  }

  /** A run in which `fail` has its own webhook. */
  function aRunWithFailures(): RunMade {
    const run = aRun();
    times(3, run, journey => journey.step('fail'));
    return run;
  }

  /** The cause of an event that comes after `expire`, which shows none, and `fail`. */
  function lateAfterExpire(run: RunMade, type = 'collection.expired'): string | undefined {
    const journey = run.journey();
    journey.step('expire', { sends: [] });
    journey.step('fail', { sends: [] });
    journey.deliver(type);
    return lastCause(run);
  }

  function probe(run: RunMade, { id }: Driven, more: ExchangeOptions): void {
    run.exchange('simulateCollectionOrder', { method: 'POST', journey: id, asks: { event: 'expire' }, ...more });
  }

  test('is its own step in a sound run', () => {
    const run = aSoundRun();
    const { causes } = causality(new View(run.evidence, INTERPRETATION));
    expect(causes.map(({ event, moment }) => event.type === (moment?.event && TYPES[moment.event]))).toEqual(
      causes.map(() => true),
    );
  });

  test('is nothing where nothing was simulated before', () => {
    const run = aRun();
    const journey = run.journey();
    journey.deliver('session.created');
    expect(lastCause(run)).toBeUndefined();
    times(1, run, journey => journey.step('fail'));
    run.journey().deliver('collection.failed');
    expect(causality(new View(run.evidence, INTERPRETATION)).causes.at(-1)).not.toHaveProperty('moment');
  });

  test('is the step after which most journeys show the type, however late the event comes', () => {
    const run = aRunWithFailures();
    times(2, run, journey => journey.step('expire'));
    expect(lateAfterExpire(run)).toBe('expire');
  });

  describe('whose type comes behind one step alone', () => {
    /** A run in which so many journeys show what `expire` sends, and so many show nothing after it. */
    function expiring(shown: number, silent: number, sends: readonly string[] = ['collection.expired']): RunMade {
      const run = aRunWithFailures();
      times(shown, run, journey => journey.step('expire', { sends }));
      times(silent, run, journey => journey.step('expire', { sends: [] }));
      return run;
    }

    test.each([
      [8, 'expire'],
      [9, 'fail'],
    ])('is that step, if more than a quarter of the journeys show it then: 3 of 3 and %i: %s', (silent, cause) => {
      expect(lateAfterExpire(expiring(2, silent))).toBe(cause);
    });

    test.each([
      [1, 'expire'],
      [2, 'fail'],
    ])('is that step, if nine in ten journeys that show it took it: 10 did, and %i did not: %s', (others, cause) => {
      const run = expiring(9, 15);
      times(others, run, journey => journey.step('wrong_chain', { sends: ['collection.expired'] }));
      expect(lateAfterExpire(run)).toBe(cause);
    });

    test('is that step, whatever calls of probes cause', () => {
      const run = expiring(9, 15);
      times(3, run, journey => {
        probe(run, journey, { condition: 'unknown-field' });
        journey.deliver('collection.expired');
      });
      expect(lateAfterExpire(run)).toBe('expire');
    });

    test('is the step before it, if it comes more often than the step was taken', () => {
      expect(lateAfterExpire(expiring(3, 4))).toBe('expire');
      expect(lateAfterExpire(expiring(3, 4, ['collection.expired', 'collection.expired']))).toBe('fail');
    });
  });

  test('is the last step where the type belongs to none before it', () => {
    const run = aRunWithFailures();
    times(2, run, journey => journey.step('expire'));
    times(2, run, journey => journey.step('wrong_chain'));
    expect(lateAfterExpire(run, 'unknown')).toBe('fail');
    expect(lateAfterExpire(run, 'collection.wrong_chain')).toBe('fail');
  });

  test('is the last step where no more than half of the journeys show the type after another', () => {
    const run = aRunWithFailures();
    times(1, run, journey => journey.step('expire'));
    times(1, run, journey => journey.step('wrong_chain', { sends: ['collection.expired'] }));
    expect(lateAfterExpire(run)).toBe('fail');
  });

  test('counts a journey once, however often it repeats a step', () => {
    const run = aRunWithFailures();
    times(1, run, journey => {
      for (let n = 0; n < 3; n++) journey.step('expire');
    });
    times(1, run, journey => journey.step('expire', { sends: [] }));
    times(1, run, journey => journey.step('wrong_chain', { sends: ['collection.expired'] }));
    expect(lateAfterExpire(run)).toBe('fail');
  });

  test('counts steps that had time to show their events: those waited for, and the last of each journey', () => {
    const run = aRunWithFailures();
    times(2, run, journey => journey.step('expire', { wait: 'none' }));
    times(5, run, journey => {
      journey.step('expire', { sends: [], wait: 'none' });
      journey.step('fail');
    });
    expect(lateAfterExpire(run)).toBe('expire');
  });

  test('of the credit signal is a step that leads to a credit, whatever the other steps show', () => {
    const run = aRunWithFailures();
    times(3, run, journey => journey.step('expire', { sends: [COMPLETED] }));
    expect(lateAfterExpire(run, COMPLETED)).toBe('fail');
    const journey = run.journey();
    journey.step('disburse', { sends: [] });
    journey.step('fail', { sends: [COMPLETED] });
    expect(lastCause(run)).toBe('disburse');
  });

  test('is told apart for a step that names an amount or a network', () => {
    const run = aRunWithFailures();
    const [amount, network] = [{ amount: '1' }, { network: 'tron' }];
    times(4, run, journey => journey.step('deposit_detected', { sends: ['plain'] }));
    times(4, run, journey => journey.step('deposit_detected', { sends: ['mismatch'], ...amount }));
    times(4, run, journey => journey.step('deposit_detected', { sends: ['elsewhere'], ...network }));
    const causes = ['plain', 'mismatch', 'elsewhere'].map(type => {
      const journey = run.journey();
      journey.step('deposit_detected', { sends: [], ...amount });
      journey.step('fail', { sends: [type] });
      return lastCause(run);
    });
    expect(causes).toEqual(['fail', 'deposit_detected', 'fail']);
  });

  test.each<[string, ExchangeOptions, string]>([
    ['a step where only its key is wrong', { condition: 'without-key' }, 'without-key'],
    ['no step where it is unusual otherwise', { condition: 'unknown-field' }, 'fail'],
    ['nothing where it is refused', { condition: 'without-key', status: 401 }, 'fail'],
    ['nothing where it has no answer', { condition: 'without-key', failure: CUT_OFF }, 'fail'],
    ['no step where it names no event', { condition: 'without-key', asks: { event: 'x' } }, 'fail'],
  ])('may be a call of a probe, which counts as %s', (_, more, cause) => {
    const run = aRunWithFailures();
    times(3, run, journey => journey.step('expire'));
    const journey = run.journey();
    probe(run, journey, more);
    journey.step('fail', { sends: ['collection.expired'] });
    expect(lastCause(run)).toBe(cause);
  });

  test('is the last call before it, a step or a call of a probe', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('fail', { sends: [] });
    probe(run, journey, { condition: 'unknown-field' });
    run.exchange('resolveBankAccount', { journey: journey.id, condition: 'known' });
    journey.deliver('unknown');
    expect(lastCause(run)).toBe('unknown-field');
    journey.step('expire', { sends: ['unknown'] });
    probe(run, journey, { condition: 'unknown-field' });
    expect(lastCause(run)).toBe('expire');
  });
});

test('What comes in the same millisecond as a call comes after it', () => {
  const [one, two] = [{ at: 1 }, { at: 2 }];
  expect(windowsOf([one, two], [0, 1, 2], at => at)).toEqual([
    { arrivals: [0] },
    { moment: one, arrivals: [1] },
    { moment: two, arrivals: [2] },
  ]);
  const step = { journey: 'j1', event: 'fail', exchange: 'x1', at: 5 } as const;
  expect(lastStepBefore({ steps: [step] }, 5)).toBe(step);
  expect(lastStepBefore({ steps: [step] }, 4)).toBeUndefined();
});
