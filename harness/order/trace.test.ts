import { expect, test } from 'vitest';
import type { Delivery, Headers } from '../evidence/evidence.ts';
import { View } from '../evidence/view.ts';
import { aRun, INTERPRETATION } from '../testing/evidence.ts';
import { tracesOf } from './trace.ts';

const REFUSED: Delivery['answer'] = { kind: 'status', status: 503, refused: true };
const ACKNOWLEDGED: Delivery['answer'] = { kind: 'status', status: 200, refused: false };

/** The types of the events of an order that a header names: of two deliveries under one id. */
function typesOf(answer: Delivery['answer'], isSameBody: boolean): readonly string[] {
  const run = aRun();
  const journey = run.journey();
  for (const [nth, type] of ['deposit_detected', 'disbursement.completed'].entries()) {
    const headers: Headers = [['X-Event-Type', type]];
    journey.deliver(type, { headers, answer, json: { id: 'evt_1', order_id: journey.order, n: isSameBody ? 0 : nth } });
  }
  const view = View.of(run.evidence, { ...INTERPRETATION, eventType: 'header:X-Event-Type' });
  return tracesOf(view).flatMap(({ events }) => events.map(({ type }) => type));
}

test('A refused body that comes again is the same event, whatever type a header gives it', () => {
  expect(typesOf(REFUSED, true)).toEqual(['deposit_detected']);
  expect(typesOf(REFUSED, false)).toEqual(['deposit_detected', 'disbursement.completed']);
  expect(typesOf(ACKNOWLEDGED, true)).toEqual(['deposit_detected', 'disbursement.completed']);
});
