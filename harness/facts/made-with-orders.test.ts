import { expect, test } from 'vitest';
import { COMPLETED } from '../evidence/dialect.ts';
import { View } from '../evidence/view.ts';
import { aRun, INTERPRETATION } from '../testing/evidence.ts';
import { aboutWebhooks } from './about/webhooks.ts';
import { madeWithOrders } from './cause-in-words.ts';

/** A run in which one journey has so many events of each of some types, beside those of its steps. */
function crowded(count: number, ...types: readonly string[]): View {
  const run = aRun();
  run.journey().step('deposit_detected');
  const journey = run.journey();
  journey.step('fail');
  for (const type of types) for (let nth = 0; nth < count; nth++) journey.deliver(type);
  return new View(run.evidence, INTERPRETATION);
}

test('Types belong to the creation of orders if one journey has more events than its calls can cause', () => {
  expect([...madeWithOrders(crowded(5, 'session.created', 'quote.locked'))]).toEqual([
    'session.created',
    'quote.locked',
  ]);
  expect([...madeWithOrders(crowded(4, 'session.created'))]).toEqual([]);
});

test('Probes may cause events, too', () => {
  const run = aRun();
  const journey = run.journey();
  for (let nth = 0; nth < 3; nth++) {
    run.exchange('simulateCollectionOrder', { journey: journey.id, condition: 'known', status: 202 });
    journey.deliver('collection.deposit_detected');
  }
  expect([...madeWithOrders(new View(run.evidence, INTERPRETATION))]).toEqual([]);
});

test('A credit never counts as an event of the creation of orders', () => {
  expect([...madeWithOrders(crowded(5, COMPLETED))]).toEqual([]);
});

test('Facts name no step as the cause of events of the creation of orders', () => {
  const names = [...aboutWebhooks(crowded(5, 'session.created'))].filter(({ gap }) => gap === 'event.names');
  const told = new Set(names.map(({ condition, value }) => `${condition}: ${value}`));
  expect([...told].sort()).toEqual([
    'after deposit_detected: collection.deposit_detected',
    'after fail: collection.failed',
    'before any step: session.created',
  ]);
});
