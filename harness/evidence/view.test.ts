import { expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { bodyOf, INTERPRETATION, signed } from '../testing/evidence.ts';
import { aDelivery, anExchange } from '../testing/samples.ts';
import type { Delivery, Evidence, Journey } from './evidence.ts';
import type { Interpretation } from './interpretation.ts';
import { View } from './view.ts';

const J1: Journey = { id: 'j1', scenario: 's', order: 'ord_1', from: 0, steps: [] };
const J2: Journey = { ...J1, id: 'j2', order: 'ord_2' };

const delivery = (id: string, json: Json, more: Partial<Delivery> = {}) =>
  aDelivery(id, { at: 1, body: bodyOf(json), ...more });

const answered = (id: string, status: number) =>
  anExchange(id, { response: { status, headers: [], body: { size: 0, sha256: '' } } });

const viewOf = (evidence: Partial<Evidence>, interpretation: Partial<Interpretation> = {}) =>
  new View({ journeys: [J1, J2], deliveries: [], exchanges: [], troubles: [], ...evidence } as unknown as Evidence, {
    ...{ ...INTERPRETATION, orderId: '/order' },
    ...interpretation,
  });

test('Only attributed deliveries are judged, by arrival', () => {
  const deliveries = [
    delivery('d1', { order: 'ord_2' }),
    delivery('d2', { order: 'another' }),
    delivery('d3', { order: 'ord_1' }),
    delivery('d4', { order: 'ord_2' }, { complete: false }),
  ];
  const view = viewOf({ deliveries });
  expect(view.deliveries.map(({ id }) => id)).toEqual(['d1', 'd3', 'd4']);
  expect(deliveries.map(one => view.journeyOf(one)?.id)).toEqual(['j2', undefined, 'j1', 'j2']);
  expect(view.deliveriesOf(J2).map(({ id }) => id)).toEqual(['d1']);
  expect(view.deliveriesOf({ ...J1, id: 'j9' })).toEqual([]);
});

test('Deliveries with one event id are one event, by first arrival', () => {
  const view = viewOf({
    deliveries: [
      delivery('d1', { id: 'e2', type: 'b', order: 'ord_1' }),
      delivery('d2', { id: 'e1', type: 'disbursement.completed', order: 'ord_1' }),
      delivery('d3', { id: 'e2', type: 'c', order: 'ord_1' }),
      delivery('d4', { id: 'e2', type: 'b', order: 'ord_2' }),
    ],
  });
  const events = view.eventsOf(J1);
  expect(events.map(({ id, type, journey, deliveries }) => [id, type, journey.id, deliveries.map(d => d.id)])).toEqual([
    ['e2', 'b', 'j1', ['d1', 'd3']],
    ['e1', 'disbursement.completed', 'j1', ['d2']],
  ]);
  expect(view.eventsOf(J1)).toBe(events);
});

test("Without an event id, the body's digest identifies an event", () => {
  const view = viewOf(
    {
      deliveries: [
        delivery('d1', { n: 1, order: 'ord_1' }),
        delivery('d2', { n: 2, order: 'ord_1' }),
        delivery('d3', { n: 1, order: 'ord_1' }),
      ],
    },
    { eventId: '/id' },
  );
  const events = view.eventsOf(J1);
  expect(events.map(({ deliveries }) => deliveries.map(({ id }) => id))).toEqual([['d1', 'd3'], ['d2']]);
  expect(events.map(event => ['id' in event, 'type' in event])).toEqual([
    [false, false],
    [false, false],
  ]);
});

test('Type and id are read at the places of the interpretation, the id at the place for the type', () => {
  const view = viewOf({}, { eventType: '/kind', eventId: { a: '/a_id', b: 'header:X-Id' } });
  const one = delivery('d1', { kind: 'a', a_id: '1' });
  const two = delivery('d2', { kind: 'b', a_id: '1' }, { headers: [['x-id', '2']] });
  expect([one, two].map(seen => [view.typeOf(seen), view.idOf(seen)])).toEqual([
    ['a', '1'],
    ['b', '2'],
  ]);
});

test('A delivery verifies by a signature header of the interpretation, in any case, and by no other', () => {
  const seen = (header: string, slots: readonly number[]) => signed(0, { header, slots });
  const view = viewOf({});
  const both = delivery('d1', {}, { signatures: [seen('X-Other', [0]), seen('SERVICE-Signature', [])] });
  expect(view.signaturesOf(both).map(({ header }) => header)).toEqual(['SERVICE-Signature']);
  expect(view.verifies(both)).toBe(false);
  expect(view.verifies(delivery('d2', {}, { signatures: [seen('Service-Signature', [1])] }))).toBe(true);
  expect(view.verifies(delivery('d3', {}))).toBe(false);
});

test.each([
  [199, 'refused'],
  [200, 'taken'],
  [299, 'taken'],
  [300, 'refused'],
  [429, 'limited'],
  [501, 'broken'],
  [502, 'unknown'],
  [504, 'unknown'],
  [505, 'broken'],
])('The answer %i to a step says that it is %s', (status, answer) => {
  const view = viewOf({ exchanges: [answered('x1', status)] });
  expect(view.answerTo({ journey: 'j1', event: 'disburse', exchange: 'x1', at: 0 })).toBe(answer);
});

test('The outcome of a step without an answer is unknown', () => {
  const view = viewOf({ exchanges: [anExchange('x1')] });
  const step = { journey: 'j1', event: 'disburse', at: 0 } as const;
  expect(view.answerTo({ ...step, exchange: 'x1' })).toBe('unknown');
  expect(view.answerTo({ ...step, exchange: 'x2' })).toBe('unknown');
  expect([view.exchange('x1')?.id, view.exchange('x2')]).toEqual(['x1', undefined]);
});

test.each([
  [0, 9, false],
  [0, 10, true],
  [12, 13, true],
  [20, 30, true],
  [21, 30, false],
])('Trouble from 10 to 20 overlaps %i to %i: %s', (from, to, overlaps) => {
  const troubles = [{ kind: 'stall', from: 10, to: 20, message: '' }] as const;
  expect(viewOf({ troubles }).troubled(from, to, 'x1')).toBe(overlaps);
  expect(viewOf({ troubles }).troubled(from, to, 's2.x1')).toBe(false);
  expect(viewOf({}).troubled(from, to, 'x1')).toBe(false);
});

test('A run is observed until its end, or without one until its last record', () => {
  const deliveries = [delivery('d1', {}, { at: 40 })];
  const exchanges = [anExchange('x1', { endedAt: 30 })];
  expect(viewOf({ deliveries, exchanges, end: { at: 99, reason: 'done' } }).until).toBe(99);
  expect(viewOf({ deliveries, exchanges }).until).toBe(40);
  expect(viewOf({ exchanges }).until).toBe(30);
  expect(viewOf({}).until).toBe(0);
});
