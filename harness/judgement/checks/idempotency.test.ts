import { expect, test } from 'vitest';
import { View } from '../../evidence/view.ts';
import { aRun, INTERPRETATION } from '../../testing/evidence.ts';
import type { Breach } from './check.ts';
import { blamedOnReplay, replayedFrom } from './idempotency.ts';

// testing/findings/replayed-answer.txt shows what checks say of such an answer.

/** Two calls about one order; the first has the Idempotency-Key A. @returns whether the second got a stored answer */
function isReplayed({ key = 'B', ids = ['req_1', 'req_1'], events = ['fail', 'fail'], answers = {} }) {
  const run = aRun();
  const { order } = run.journey();
  const call = (own: string, id: string | undefined, event: string | undefined) =>
    run.exchange('simulateCollectionOrder', {
      method: 'POST',
      url: `https://sandbox.test/sandbox/collection-orders/${order}/simulate`,
      requestHeaders: [['Idempotency-Key', own]],
      headers: [['request-id', id ?? '']],
      asks: { event: event ?? '' },
      answers,
    });
  call('A', ids[0], events[0]);
  const { id } = call(key, ids[1], events[1]);
  call('C', ids[2] ?? 'req_3', 'expire');
  return replayedFrom(new View(run.evidence, INTERPRETATION), id) !== undefined;
}

test.each([
  ['the same request-id', {}, true],
  ['the same Idempotency-Key', { key: 'A' }, false],
  ['a request-id of its own', { ids: ['req_1', 'req_2'] }, false],
  ['the request-id that all calls have', { ids: ['req_1', 'req_1', 'req_1'] }, false],
  ['an equal answer that names its event', { ids: ['1', '2'], answers: { event: 'fail' } }, false],
  ['an answer that names the earlier event', { ids: ['1', '2'], events: ['a', 'b'], answers: { event: 'a' } }, true],
  ['an answer of the same state', { ids: ['1', '2'], events: ['a', 'b'], answers: { status: 'a' } }, false],
])('Whether a call got a stored answer shows: %s', (_, given, expected) => {
  expect(isReplayed(given)).toBe(expected);
});

test('The cause of stored answers says how many first characters the keys of all of them share', () => {
  const run = aRun();
  const { order } = run.journey();
  const call = (key: string, id: string) =>
    run.exchange('simulateCollectionOrder', {
      ...{
        method: 'POST',
        url: `https://sandbox.test/sandbox/collection-orders/${order}/simulate`,
        asks: { event: 'fail' },
        answers: {},
      },
      ...{ requestHeaders: [['Idempotency-Key', key]], headers: [['request-id', id]] },
    });
  const pairs = ['ab1:r', 'ab2:r', 'abc:r', 'abd:r', 'zz9:s'].map(pair => pair.split(':'));
  const [, second] = pairs.map(([key = '', id = '']) => call(key, id));
  const found = { requirement: 'r', cause: 'c', message: '', expected: '', received: '', evidence: [second?.id ?? ''] };
  const { likely } = blamedOnReplay<Breach>(new View(run.evidence, INTERPRETATION), found);
  expect(likely).toContain('with the same first 2 characters');
});
