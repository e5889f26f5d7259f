import { expect, test } from 'vitest';
import type { Delivery, Headers } from '../evidence/evidence.ts';
import { View } from '../evidence/view.ts';
import { aRun, INTERPRETATION } from '../testing/evidence.ts';
import { tracesOf } from './trace.ts';

const REFUSED: Delivery['answer'] = { kind: 'status', status: 503, refused: true };
const ACKNOWLEDGED: Delivery['answer'] = { kind: 'status', status: 200, refused: false };

/** The types of an order's events after two deliveries under one id, each with its type in a header. */
function typesOf(answers: readonly Delivery['answer'][], isSameBody: boolean): readonly string[] {
  const run = aRun();
  const journey = run.journey();
  for (const [nth, answer] of answers.entries()) {
    const type = ['deposit_detected', 'disbursement.completed'][nth] ?? '';
    const headers: Headers = [['X-Event-Type', type]];
    journey.deliver(type, { headers, answer, json: { id: 'evt_1', order_id: journey.order, n: isSameBody ? 0 : nth } });
  }
  const view = View.of(run.evidence, { ...INTERPRETATION, eventType: 'header:X-Event-Type' });
  return tracesOf(view).flatMap(({ events }) => events.map(({ type }) => type));
}

test('A refused body that arrives again is the same event, whatever type a header gives it', () => {
  const both = ['deposit_detected', 'disbursement.completed'];
  expect(typesOf([REFUSED, ACKNOWLEDGED], true)).toEqual(['deposit_detected']);
  expect(typesOf([REFUSED, ACKNOWLEDGED], false)).toEqual(both);
  expect(typesOf([ACKNOWLEDGED, ACKNOWLEDGED], true)).toEqual(both);
  expect(typesOf([ACKNOWLEDGED, REFUSED], true)).toEqual(both);
});
