import { expect, test } from 'vitest';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { Delivery } from '../../evidence/evidence.ts';
import { aRun, type RunBuilder } from '../../testing/evidence.ts';
import { hiddenIn, outcome } from '../../testing/outcome.ts';
import { jsonBody } from './json-body.ts';
import { order } from './order.ts';
import { redelivery } from './redelivery.ts';

/** A run in which a disburse lacks its webhook, or that does not come again, and `stray` arrives in the meantime. */
function runWith(what: 'webhook' | 'redelivery', stray: (run: RunBuilder) => Delivery) {
  const run = aRun();
  run.journey().happyPath();
  const journey = run.journey();
  journey.step('deposit_detected');
  journey.step('deposit_confirmed');
  const { exchange } = journey.step('disburse', { sends: [], wait: 'none' });
  const answer = { kind: 'status', status: 503, refused: true } as const;
  const refused = what === 'redelivery' ? journey.deliver(COMPLETED, { answer }) : undefined;
  const from = run.now;
  const { id } = stray(run);
  run.wait(journey.id, refused ? 'redelivery' : 'event', (refused ?? exchange).id, from, 'missed');
  run.journey().happyPath();
  return { run, id };
}

const CHECKS = [
  ['order', order, 'webhook', 'event.completed-delivered'],
  ['redelivery', redelivery, 'redelivery', 'webhook.at-least-once'],
] as const;

test.each(CHECKS)(
  '%s takes a webhook that cannot be read for the one that is missing',
  (_, check, what, requirement) => {
    const { run, id } = runWith(what, made => made.deliver('', { text: '<html>' }));
    expect(outcome(check, run).breaches).toEqual([]);
    expect(hiddenIn(check, run)).toContainEqual(expect.objectContaining({ requirement, by: ['wire.json'] }));
    expect(outcome(jsonBody, run).breaches).toMatchObject([{ requirement: 'wire.json', evidence: [id] }]);
  },
);

test.each(CHECKS)('%s takes no other webhook for the one that is missing', (_, check, what) => {
  const forged = runWith(what, made => made.deliver('', { text: '<html>', signatures: [] })).run;
  const readable = runWith(what, made => made.deliver('ping', { json: {} })).run;
  for (const run of [forged, readable]) {
    expect(outcome(check, run).breaches).toHaveLength(1);
    expect(outcome(jsonBody, run).breaches).toEqual([]);
  }
});

test('order takes webhooks about an order that cannot be read for those that it misses', () => {
  const run = aRun();
  const journey = run.journey();
  run.journey().happyPath();
  for (const event of ['deposit_detected', 'deposit_confirmed'] as const) {
    const { exchange } = journey.step(event, { sends: [], wait: 'none' });
    const from = run.now;
    journey.deliver('', { text: `order=${journey.order}` });
    run.wait(journey.id, 'event', exchange.id, from, 'missed');
  }
  run.journey().happyPath();
  expect(outcome(order, run).breaches).toEqual([]);
});
