import { expect, test } from 'vitest';
import type { Dialect } from '../evidence/dialect.ts';
import { brokenPromises } from './observed-dialect.ts';

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
