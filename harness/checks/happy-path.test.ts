import { expect, test } from 'vitest';
import type { SimulateEvent } from '../core/lifecycle.ts';
import { View } from '../core/view.ts';
import { aRun, INTERPRETATION } from '../testing/evidence.ts';
import type { JourneyMade } from '../testing/journey-made.ts';
import { earlierSteps, isOnHappyPath, refusedOnTheWay } from './happy-path.ts';

/** For each step of a journey, whether it is the next one on the happy path. */
function onPath(drive: (journey: JourneyMade) => void): readonly boolean[] {
  const run = aRun();
  drive(run.journey());
  const view = new View(run.evidence, INTERPRETATION);
  return view.evidence.journeys.flatMap(journey => journey.steps.map(step => isOnHappyPath(view, journey, step)));
}

test('Every step of the happy path is on the happy path', () => {
  expect(onPath(journey => journey.happyPath())).toEqual([true, true, true]);
});

test('A refused or mismatched step is itself on the happy path', () => {
  expect(onPath(journey => journey.step('deposit_detected', { status: 409, amount: '1' }))).toEqual([true]);
});

test('Steps that are repeated, out of order or outside the happy path are not on it', () => {
  expect(onPath(journey => journey.step('deposit_confirmed'))).toEqual([false]);
  expect(onPath(journey => journey.step('disburse'))).toEqual([false]);
  expect(onPath(journey => journey.step('expire'))).toEqual([false]);
  const twice = (journey: JourneyMade) => {
    journey.step('deposit_detected');
    journey.step('deposit_detected');
    journey.step('deposit_confirmed');
  };
  expect(onPath(twice)).toEqual([true, false, false]);
  const swapped = (journey: JourneyMade) => {
    journey.step('deposit_confirmed');
    journey.step('deposit_detected');
    journey.step('disburse');
  };
  expect(onPath(swapped)).toEqual([false, false, false]);
});

test('No step is certain to be next after a refused one, or one that may have taken effect', () => {
  const after = (status: number | undefined) => (journey: JourneyMade) => {
    journey.step('fail', status === undefined ? { failure: 'timeout' } : { status });
    journey.step('deposit_detected');
  };
  expect(onPath(after(409))).toEqual([false, false]);
  expect(onPath(after(202))).toEqual([false, false]);
  expect(onPath(after(undefined))).toEqual([false, false]);
});

test.each([{ amount: '1' }, { failure: 'timeout' as const }])(
  'No step is certain to be next after a deposit that was %o',
  options => {
    const drive = (journey: JourneyMade) => {
      journey.step('deposit_detected', options);
      journey.step('deposit_confirmed');
    };
    expect(onPath(drive)).toEqual([true, false]);
  },
);

test.each<[string, (journey: JourneyMade) => void, SimulateEvent | undefined]>([
  ['none', journey => journey.happyPath(), undefined],
  ['the refused step', journey => journey.step('deposit_detected', { status: 409 }), 'deposit_detected'],
  ['none with an amount', journey => journey.step('deposit_detected', { status: 409, amount: '1' }), undefined],
  ['none beside the way', journey => journey.step('expire', { status: 409 }), undefined],
  ['none without an answer', journey => journey.step('deposit_detected', { failure: 'timeout' }), undefined],
])('The step that was refused on the happy path is %s', (_, drive, refused) => {
  const run = aRun();
  drive(run.journey());
  const view = new View(run.evidence, INTERPRETATION);
  expect(view.evidence.journeys.map(journey => refusedOnTheWay(view, journey)?.event)).toEqual([refused]);
});

test('The earlier steps are the preceding steps that were not refused', () => {
  const run = aRun();
  const journey = run.journey();
  journey.step('wrong_chain', { status: 409 });
  journey.step('deposit_detected');
  journey.step('deposit_confirmed', { failure: 'dropped' });
  journey.step('fail');
  const view = new View(run.evidence, INTERPRETATION);
  const [seen] = view.evidence.journeys;
  const last = seen?.steps[3];
  expect(seen && last && earlierSteps(view, seen, last).map(({ event }) => event)).toEqual([
    'deposit_detected',
    'deposit_confirmed',
  ]);
});

test.each([
  ['taken', { status: 202 }, false],
  ['unanswered', { failure: { kind: 'timeout', message: '' } }, false],
  ['broken on', { status: 500 }, false],
  ['redirected', { status: 300 }, true],
  ['refused', { status: 401 }, true],
] as const)('The next step is certain only after a refused call without a key: %s, %o', (_, answer, next) => {
  const run = aRun();
  const journey = run.journey();
  const about = { journey: journey.id, condition: 'without-key' } as const;
  run.exchange('simulateCollectionOrder', { ...about, ...answer });
  run.exchange('getOnrampOrder', { ...about, status: 200 });
  run.exchange('simulateCollectionOrder', { ...about, journey: 'j9', status: 202 });
  run.exchange('simulateCollectionOrder', { journey: journey.id, status: 202 });
  const { exchange } = journey.step('deposit_detected');
  run.exchange('simulateCollectionOrder', { ...about, status: 202 });
  const view = new View(run.evidence, INTERPRETATION);
  const [seen] = view.evidence.journeys;
  const step = seen?.steps.find(step => step.exchange === exchange.id);
  expect(seen && step && isOnHappyPath(view, seen, step)).toBe(next);
});
