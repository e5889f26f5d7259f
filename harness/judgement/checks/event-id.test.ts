import { expect, test } from 'vitest';
import type { SimulateEvent } from '../../contract/lifecycle.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import { differenceAt } from '../../evidence/difference.ts';
import { aRun, aSoundRun, INTERPRETATION } from '../../testing/evidence.ts';
import { outcome } from '../../testing/outcome.ts';
import { eventId } from './event-id.ts';
import { redelivery } from './redelivery.ts';

test('event-id finds an event whose id is absent, null, empty or an object', () => {
  const run = aRun();
  const journey = run.journey();
  const order_id = journey.order;
  const wrong = [{}, { id: null }, { id: '' }, { id: { value: 1 } }].map(id =>
    journey.deliver('a', { json: { type: 'a', data: { order_id }, ...id } }),
  );
  const { breaches, passes } = outcome(eventId, run);
  expect(passes).toEqual({});
  expect(breaches.map(({ cause, evidence }) => [cause, ...evidence])).toEqual(wrong.map(({ id }) => ['none', id]));
  expect(breaches[0]).toMatchObject({
    requirement: 'event.id',
    message: 'a webhook has no event id',
    expected: 'a value that all deliveries of an event share, and no other event has',
    received: 'nothing at "/id"',
    next: 'if there is one, set its location with the key eventId in --dialect FILE',
  });
});

test('event-id reports that no field can be the id', () => {
  const { eventId: _, ...interpretation } = INTERPRETATION;
  const run = aRun(({ type, order }) => ({ body: { type, data: { order_id: order } } }));
  run.journey().deliver('a');
  expect(outcome(eventId, run, interpretation).breaches).toMatchObject([
    {
      cause: 'none',
      message: 'no field of the webhooks can serve as an event id',
      received: expect.stringContaining('/data/order_id comes nearest, with 1 value in 1 of 1 delivery'),
    },
  ]);
});

test('event-id accepts zero, numbers, and ids in headers or by family', () => {
  const run = aRun();
  const journey = run.journey();
  for (const id of [0, 1, 2]) journey.deliver('a', { json: { id, type: 'a', data: { order_id: journey.order } } });
  expect(outcome(eventId, run).passes['event.id']).toHaveLength(3);

  const families = aRun(({ id, type, order }) =>
    type === 'b'
      ? { body: { type, data: { order_id: order } }, headers: [['X-Event-Id', id]] }
      : { body: { id, type, data: { order_id: order } } },
  );
  const other = families.journey();
  other.deliver('a');
  other.deliver('b');
  const interpretation = { ...INTERPRETATION, eventId: { a: '/id', b: 'header:X-Event-Id' } };
  expect(outcome(eventId, families, interpretation)).toMatchObject({
    breaches: [],
    passes: { 'event.id': ['d1', 'd2'] },
  });
});

test('event-id finds an id that events of two types share', () => {
  const run = aRun();
  const journey = run.journey();
  const one = journey.deliver('a', { event: 'evt_1' });
  const other = journey.deliver('b', { event: 'evt_1' });
  const { breaches, passes } = outcome(eventId, run);
  expect(passes).toEqual({ 'event.id': [one.id] });
  expect(breaches).toMatchObject([
    {
      requirement: 'event.id',
      cause: 'shared',
      message: 'two events share one event id',
      expected: 'a different id for each event',
      likely: 'the id is derived from too few values; a consumer that de-duplicates drops the second event',
      received: `evt_1 on a of ${journey.order} and on b of ${journey.order}`,
      evidence: [other.id, one.id],
    },
  ]);
});

test('event-id says that the type of an event cannot be read', () => {
  const run = aRun();
  const [one, other] = [run.journey(), run.journey()];
  for (const journey of [one, other]) journey.deliver('a', { json: { id: 1, data: { order_id: journey.order } } });
  expect(outcome(eventId, run).breaches[0]?.received).toBe(
    `1 on an event of ${one.order} and on an event of ${other.order}`,
  );
});

test('event-id ignores truncated and unattributed deliveries', () => {
  const run = aRun();
  const journey = run.journey();
  journey.deliver('a', { complete: false, json: { order_id: journey.order } });
  run.deliver('a', { json: {} });
  expect(outcome(eventId, run)).toEqual({ breaches: [], passes: {} });
});

const MANY = Array.from({ length: 12 }, () => ({ amount: '1' }));

/** A delivery with these members of its data, and a redelivery with others. */
function redelivered(type: string, first: object, second: object) {
  const run = aRun();
  const journey = run.journey();
  const json = (data: object) => ({ id: 'evt_1', type, data: { order_id: journey.order, ...data } });
  const refused = journey.deliver(type, { event: 'evt_1', json: json(first) });
  journey.deliver(type, { event: 'evt_1', json: json(second) });
  return { refused, ...outcome(eventId, run) };
}

test.each([
  [COMPLETED, 'breach'],
  ['collection.deposit_detected', 'advice'],
])('event-id finds another amount in a redelivery of %s: %s', (type, severity) => {
  const { refused, breaches } = redelivered(type, { destination_amount: '96.77' }, { destination_amount: '94.83' });
  expect(breaches).toMatchObject([
    {
      requirement: 'event.id',
      cause: 'other amount',
      message: `two deliveries of one ${type} name different amounts`,
      expected: '/data/destination_amount 96.77, as in the first delivery',
      received: '/data/destination_amount 94.83 under the same event id',
      differences: [differenceAt('/data/destination_amount', '96.77', '94.83')],
      likely: 'the body is generated again for each attempt; a consumer acts on whichever delivery it accepts',
    },
  ]);
  expect(breaches[0]?.severity ?? 'breach').toBe(severity);
  expect(breaches[0]?.evidence).toContain(refused.id);
});

test('event-id finds a redelivery that does not name its order, whatever else it says', () => {
  const run = aSoundRun();
  const journey = run.journey({ alone: true });
  const first = journey.deliver(COMPLETED);
  const event = { id: `evt_${first.id}`, type: COMPLETED, data: {} };
  const second = journey.redeliver(first, { json: event });
  const { breaches } = outcome(eventId, run);
  expect(breaches).toMatchObject([
    {
      requirement: 'event.id',
      also: ['webhook.at-least-once'],
      cause: 'no order',
      expected: `${journey.order} at /data/order_id, as in the first delivery`,
      evidence: [second.id, first.id],
    },
  ]);
});

test('event-id finds another whole amount', () => {
  expect(redelivered(COMPLETED, { amount: 5 }, { amount: '6' }).breaches).toMatchObject([{ cause: 'other amount' }]);
});

test('event-id compares no amounts of webhooks that are not JSON', () => {
  const run = aRun(({ id }) => ({ headers: [['X-Event-Id', id]] }));
  const journey = run.journey({ alone: true });
  const first = journey.deliver('a', { text: 'amount=1' });
  journey.redeliver(first, { text: 'amount=2' });
  expect(outcome(eventId, run, { ...INTERPRETATION, eventId: 'header:X-Event-Id' })).toEqual({
    breaches: [],
    passes: { 'event.id': [first.id] },
  });
});

test('event-id finds another value inside an amount', () => {
  const amount = (value: string) => ({ amount: { value, currency: 'USD' } });
  const { breaches } = redelivered(COMPLETED, amount('96.77'), amount('94.83'));
  expect(breaches).toMatchObject([{ cause: 'other amount', received: expect.stringContaining('/data/amount/value') }]);
});

test.each([
  ['the same amount in another form', { amount: '1.50' }, { amount: 1.5 }],
  ['an amount that is new, or gone', { amount: '1.50' }, { received_amount: '1.20' }],
  ['what is not an amount', { status: 'disbursed', attempt: 1 }, { status: 'closed', attempt: 2 }],
  ['lists, which may grow', { history: [{ amount: '1' }] }, { history: [{ amount: '2' }, { amount: '1' }] }],
  ['long lists', { history: MANY }, { history: [...MANY.slice(1), { amount: '2' }] }],
  ['an amount with its currency', { amount: 'USD 1.50' }, { amount: 'USD 1.60' }],
  ['an amount before its currency', { amount: '1.50 USD' }, { amount: '1.60 USD' }],
  ['when an amount was last changed', { amount_updated_at: 1_767_225_600 }, { amount_updated_at: 1_767_225_660 }],
  ['what is not a number', { amount: 'pending' }, { amount: '1.50' }],
])('event-id allows a redelivery to differ in %s', (_, first, second) => {
  expect(redelivered(COMPLETED, first, second).breaches).toEqual([]);
});

test('event-id finds a redelivery that has another type, once the refused one is not sent again', () => {
  const shown = (comes: boolean) => {
    const run = aRun();
    const journey = run.journey();
    const answer = { kind: 'status', status: 503, refused: true } as const;
    journey.deliver('a', { event: 'evt_1', answer });
    journey.deliver('b', { event: 'evt_1' });
    if (comes) journey.deliver('a', { event: 'evt_1' });
    return outcome(eventId, run).breaches;
  };
  const message = 'a redelivery names another type than the first delivery';
  expect(shown(false)).toMatchObject([{ cause: 'another type', message, also: ['webhook.at-least-once'] }]);
  expect(shown(true)).toMatchObject([{ cause: 'shared' }]);
});

/** What came before and after a delivery about another order, with the id of one that was answered `status`. */
interface MisnamedRedelivery {
  /** What the other order did, without webhooks where it was `silent`. */
  readonly steps: readonly SimulateEvent[];
  readonly silent?: boolean;
  /** Whether a delivery about the first order comes after it. */
  readonly comes?: boolean;
  readonly status?: number;
}

test.each<[string, boolean, MisnamedRedelivery]>([
  ['that took no such step', true, { steps: [] }],
  ['that has its own event of that type', true, { steps: ['fail'] }],
  ['after a redirect', true, { steps: [], status: 307 }],
  ['whose only such event it is', false, { steps: ['fail'], silent: true }],
  ['before the own order gets it again', false, { steps: [], comes: true }],
  ['although the first delivery was acknowledged', false, { steps: [], status: 200 }],
])('event-id recognizes a redelivery about another order %s: %s', (_, isAgain, given) => {
  const { steps, silent = false, comes = false, status = 503 } = given;
  const run = aSoundRun();
  const [own, other] = [run.journey(), run.journey()];
  const answer = { kind: 'status', status, refused: status === 503 } as const;
  const first = own.deliver('collection.failed', { event: 'evt_1', answer });
  for (const step of steps) other.step(step, silent ? { sends: [], wait: 'none' } : {});
  const second = other.deliver('collection.failed', { event: 'evt_1' });
  if (comes) own.redeliver(first);
  run.wait(own.id, 'redelivery', first.id, run.now, 'missed');
  expect(outcome(eventId, run).breaches.slice(0, 1)).toMatchObject([
    isAgain
      ? {
          requirement: 'event.id',
          also: ['webhook.at-least-once'],
          cause: 'another order',
          message: 'a redelivery names another order than the first delivery',
          expected: 'the same event again',
          received: `evt_1 on collection.failed of ${own.order} and on collection.failed of ${other.order}`,
          evidence: [second.id, first.id],
        }
      : { cause: 'shared' },
  ]);
  const absence = outcome(redelivery, run).breaches.filter(({ evidence }) => evidence.includes(first.id));
  expect(absence).toHaveLength(isAgain || comes || status === 200 ? 0 : 1);
});

test('event-id misses no id in a body that is not JSON, and one in a header', () => {
  const run = aRun();
  const journey = run.journey();
  journey.deliver('a', { text: `{"data":{"order_id":"${journey.order}"` });
  expect(outcome(eventId, run)).toEqual({ breaches: [], passes: {} });
  const inHeader = { ...INTERPRETATION, eventId: 'header:X-Event-Id' };
  expect(outcome(eventId, run, inHeader).breaches).toMatchObject([{ cause: 'none' }]);
});
