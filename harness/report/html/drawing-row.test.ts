import { expect, test } from 'vitest';
import { evidence, index } from '../testing/fixture.ts';
import { rowsOf } from './drawing-row.ts';

test('A journey is drawn with calls, answers, redeliveries, refusals, missed webhooks and trouble, in order', () => {
  const [j1, j2] = evidence.journeys.map(journey =>
    rowsOf(journey, index).map(({ from, to, label, note }) => [
      from,
      to,
      label.split(' "')[0],
      ...(note ? [note] : []),
    ]),
  );
  expect(j1).toEqual([
    ['harness', 'service', 'deposit_detected', 'received 99.00'],
    ['service', 'harness', '202 · 12 ms'],
    ['service', 'receiver', 'collection.deposit_detected'],
    ['receiver', 'service', '503, refused on purpose'],
    ['service', 'receiver', 'collection.deposit_detected', '↻ again, delivery 2 of this event'],
    ['service', 'service', 'this machine stood still for 50 ms'],
  ]);
  expect(j2).toEqual([
    ['harness', 'service', 'fail'],
    ['service', 'receiver', 'disbursement.completed', expect.stringContaining('signature does not verify')],
    ['receiver', 'service', 'dropped, on purpose'],
    ['service', 'service', 'this machine stood still for 50 ms'],
    ['receiver', 'receiver', 'no redelivery in 400 ms'],
    ['service', 'harness', '200 · 5.00 s'],
  ]);
});
