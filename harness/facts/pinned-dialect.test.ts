import { expect, test } from 'vitest';
import type { Dialect } from '../core/dialect.ts';
import { brokenPromises } from './pinned-dialect.ts';

const onramp = (...onrampErrors: number[]): Dialect => ({ statuses: { onrampErrors } });

test.each([[[400, 401, 404, 500]], [[400, 401]], [[404]], [[]]])(
  'a status that was seen and is missing from the told list %j is a broken promise, however short the list',
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

test('a status that was told and not seen breaks nothing, nor does one where no list was told', () => {
  expect(brokenPromises(onramp(400, 401, 404, 500), onramp(401))).toEqual([]);
  expect(brokenPromises(onramp(400), {})).toEqual([]);
  expect(brokenPromises({ statuses: { unknownOrder: 404 } }, onramp(401))).toEqual([]);
  expect(brokenPromises({}, onramp(401))).toEqual([]);
});

test('each other promise is compared where it was told and observed', () => {
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
