import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { aSoundRun } from '../testing/evidence.ts';
import { outcome } from '../testing/outcome.ts';
import { stepWebhook } from './step-webhook.ts';

const DETECTED = 'collection.deposit_detected';

/** How many breaches there are where a step's webhook does not name its order, and what else came. */
function breaches(webhooks: readonly JsonObject[]): number {
  const run = aSoundRun();
  const journey = run.journey();
  journey.step('deposit_detected', { sends: [], amount: '0.01' });
  for (const [nth, body] of webhooks.entries())
    run.deliver(DETECTED, { json: { id: `evt_n${nth}`, type: DETECTED, data: {}, ...body } });
  run.journey().step('expire');
  return outcome(stepWebhook, run).breaches.length;
}

describe('A missing webhook', () => {
  test('may be one of its type that names no order', () => {
    expect(breaches([{}])).toBe(0);
  });

  test.each([
    ['nothing else came', []],
    ['what came is of another type', [{ type: 'session.created' }]],
    ['what came is about an order of somebody else', [{ data: { order_id: 'co_9z' } }]],
  ])('is missing if %s', (_, webhooks) => {
    expect(breaches(webhooks)).toBe(1);
  });

  test('is missing if the one that names no order accounts for another step', () => {
    const run = aSoundRun();
    for (let n = 0; n < 2; n++) run.journey().step('deposit_detected', { sends: [], amount: '0.01' });
    run.deliver(DETECTED, { json: { id: 'evt_n', type: DETECTED, data: {} } });
    run.journey().step('expire');
    expect(outcome(stepWebhook, run).breaches).toHaveLength(1);
  });
});
