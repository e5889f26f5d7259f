import { describe, expect, test } from 'vitest';
import { COMPLETED } from '../core/dialect.ts';
import { View } from '../core/view.ts';
import { aRun, aSoundRun, INTERPRETATION, type RunMade } from '../testing/evidence.ts';
import { causality } from './causality.ts';

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
