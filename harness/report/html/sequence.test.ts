import { expect, test } from 'vitest';
import { evidence, index } from '../testing/fixture.ts';
import { drawSequence } from './sequence.ts';

test('A journey is drawn with calls, answers, redeliveries, refusals, missed webhooks and trouble, in order', () => {
  const [j1, j2] = evidence.journeys.map(journey =>
    [...String(drawSequence(journey, index)).matchAll(/<title>\S+ s, ([^<&]*)/g)].map(([, title]) => title?.trim()),
  );
  expect(j1).toEqual([
    'harness to service: deposit_detected, received 99.00',
    'service to harness: 202 · 12 ms',
    'service to receiver: collection.deposit_detected, signature verifies',
    'receiver to service: 503, refused on purpose',
    'service to receiver: collection.deposit_detected, signature verifies, ↻ again, delivery 2 of this event',
    'service: this machine stood still for 50 ms',
  ]);
  expect(j2).toEqual([
    'harness to service: fail',
    expect.stringMatching(/^service to receiver: disbursement.completed/),
    'receiver to service: dropped, on purpose',
    'service: this machine stood still for 50 ms',
    'receiver: no redelivery in 400 ms',
    'service to harness: 200 · 5.00 s',
  ]);
});
