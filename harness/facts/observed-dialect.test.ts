import { expect, test } from 'vitest';
import type { Condition } from '../evidence/condition.ts';
import type { Dialect } from '../evidence/dialect.ts';
import { View } from '../evidence/view.ts';
import { aRun } from '../testing/evidence.ts';
import { facts } from './facts.ts';
import { learn } from './learn.ts';
import { brokenPromises, observedDialect } from './observed-dialect.ts';

test('The answer of a limiter to a probe is ignored, and the answer to its repetition counts', () => {
  const run = aRun();
  for (const condition of ['unknown-order', 'without-key'] satisfies readonly Condition[]) {
    run.exchange('simulateCollectionOrder', { condition, status: 429 });
    run.exchange('simulateCollectionOrder', { condition, status: 401 });
  }
  run.exchange('simulateCollectionOrder', { condition: 'illegal-step', status: 429 });
  const learned = learn(run.evidence);
  const dialect = observedDialect(
    new View(run.evidence, learned.interpretations[0]),
    learned,
    facts(run.evidence, learned),
  );
  expect(dialect.statuses).toEqual({ unknownOrder: 401 });
  expect(dialect.simulateNeedsKey).toBe(true);
});

const onramp = (...onrampErrors: number[]): Dialect => ({ statuses: { onrampErrors } });

test.each([[[400, 401, 404, 500]], [[400, 401]], [[404]], [[]]])(
  'A seen status that is missing from the pinned list %j is a broken promise',
  told => {
    expect(brokenPromises(onramp(...told), onramp(401, 422))).toEqual([
      {
        gap: 'onramp.error-statuses',
        key: 'statuses.onrampErrors',
        pinned: JSON.stringify(told),
        observed: told.includes(401) ? '[422]' : '[401,422]',
      },
    ]);
  },
);

test('A pinned status that was not seen breaks nothing, nor does a seen status without a pinned list', () => {
  expect(brokenPromises(onramp(400, 401, 404, 500), onramp(401))).toEqual([]);
  expect(brokenPromises(onramp(400), {})).toEqual([]);
  expect(brokenPromises({ statuses: { unknownOrder: 404 } }, onramp(401))).toEqual([]);
  expect(brokenPromises({}, onramp(401))).toEqual([]);
});

test('Each other promise is compared if it is pinned and observed', () => {
  const pinned: Dialect = {
    eventTypes: { disburse: ['b', 'a'], fail: 'x' },
    simulateNeedsKey: true,
    simulateStatus: 202,
    statuses: { unknownOrder: 404, illegalStep: 409, repeatedStep: 'ignored' },
  };
  const observed: Dialect = {
    eventTypes: { disburse: ['a', 'b'], fail: 'y', expire: 'z' },
    simulateNeedsKey: false,
    simulateStatus: 200,
    statuses: { unknownOrder: 'fires', illegalStep: 422, repeatedStep: 'fires' },
  };
  expect(brokenPromises(pinned, pinned)).toEqual([]);
  expect(brokenPromises(pinned, observed).map(({ gap }) => gap)).toEqual([
    'event.names',
    'simulate.key',
    'simulate.status',
    'simulate.unknown-order',
    'simulate.illegal-step',
    'simulate.repeated-step',
  ]);
});
