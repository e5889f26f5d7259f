import { describe, expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import { typeOf } from '../evidence/locator.ts';
import { aRun, type RunMade } from '../testing/evidence.ts';
import type { Write } from '../testing/evidence-options.ts';
import { learnIdPlace } from './learn-id-place.ts';
import { learnOrderPlace, orderFamilies } from './learn-order-place.ts';
import { learnTypePlace } from './learn-type-place.ts';
import type { Candidate, Owned } from './places.ts';

const HAPPY = ['deposit_detected', 'deposit_confirmed', 'disburse'] as const;

/** Every delivery of a run, with the journey whose order its body holds first. */
function ownedOf(run: RunMade): readonly Owned[] {
  const { deliveries, journeys } = run.evidence;
  return deliveries.flatMap(delivery => {
    const journey = journeys.find(({ order }) => delivery.body.text?.includes(order));
    return journey ? [{ delivery, journey }] : [];
  });
}

/** What the n-th event holds of an order, besides what all events hold. */
type Written = (nth: number, order: string, type: string) => { readonly [key: string]: Json };

/** A happy path on each of so many orders. */
function happyPaths(count: number, write: Written): RunMade {
  const run = aRun();
  for (let journey = 0; journey < count; journey++) {
    const driven = run.journey();
    for (const [index, event] of HAPPY.entries()) {
      const json = write(journey * HAPPY.length + index, driven.order, index === 2 ? COMPLETED : event);
      driven.step(event, { sends: [], wait: 'came' });
      driven.deliver(event, { json });
    }
  }
  return run;
}

/** Orders whose first step is sent again after a refusal. */
function refused(count: number, write: Write): RunMade {
  const run = aRun(write);
  for (let n = 0; n < count; n++) run.journey().step('deposit_detected', { refuse: { status: 500 } });
  return run;
}

/** Candidates in one text. Of one without full support by all deliveries, the text says how much it has. */
function inWords(candidates: readonly Candidate[], deliveries: readonly unknown[]): string {
  const words = candidates.map(({ locator, support, samples }) => {
    const place = typeof locator === 'string' ? locator : JSON.stringify(locator);
    return support === 1 && samples === deliveries.length
      ? place
      : `${place} ${Math.round(support * 100)}% of ${samples}`;
  });
  return words.join(', ');
}

/** The first place of a text of candidates. */
const bestOf = (candidates: string) => candidates.split(' ')[0];

describe('The place of the order', () => {
  const places = (run: RunMade) => inWords(learnOrderPlace(run.evidence), run.evidence.deliveries);

  test.each<[string, Written, string]>([
    [
      'is each of several that are equally good, in document order',
      (_, order) => ({ order, data: { order_id: order } }),
      '/order, /data/order_id',
    ],
    [
      'is the one that names known orders most often',
      (nth, order) => ({ ...(nth > 0 && { first: order }), last: order }),
      '/last',
    ],
    ['is not one that only contains the order', (_, order) => ({ link: `/orders/${order}` }), ''],
  ])('%s', (_, write, expected) => {
    expect(places(happyPaths(2, write))).toBe(expected);
  });

  test('does not name an order that had not started yet', () => {
    const run = aRun();
    const [one, other] = [run.journey(), run.journey()];
    one.step('expire', { sends: [] });
    one.deliver('a', { json: { own: one.order, other: other.order } });
    other.step('expire', { sends: [] });
    other.deliver('a', { json: { own: other.order } });
    expect(places(run)).toBe('/own');
  });

  test('is the one with fewer wrong orders if two have as many right ones', () => {
    const run = aRun();
    const journey = run.journey();
    journey.deliver('a', { json: { both: journey.order } });
    journey.step('expire', { sends: [] });
    journey.deliver('a', { json: { both: journey.order, late: journey.order } });
    expect(places(run)).toBe('/late 100% of 1');
  });

  test('is judged from the start of a journey that took no step', () => {
    const run = aRun();
    const journey = run.journey();
    journey.deliver('a');
    journey.deliver('a', { at: run.now - 1_000 });
    expect(places(run)).toBe('/data/order_id 50% of 2');
  });

  test('is not learned from deliveries to other paths or deliveries cut short', () => {
    const run = aRun();
    const journey = run.journey();
    journey.deliver('a', { ours: false });
    journey.deliver('a', { complete: false });
    expect(places(run)).toBe('');
  });

  test('is another one for an event family that lacks it: the one that most of its events have', () => {
    const families = (write: Written) => {
      const of: Written = (nth, order, type) =>
        type === COMPLETED ? { type, link: `/orders/${order}`, ...write(nth, order, type) } : { type, order };
      const owned = ownedOf(happyPaths(3, of));
      const place = { locator: '/order', support: 1, samples: 6 };
      return orderFamilies(place, owned, delivery => typeOf(delivery, '/type')).locator;
    };
    expect(families((nth, order) => ({ ...(nth < 3 && { extra: order }), late: { order } }))).toEqual({
      deposit_detected: '/order',
      deposit_confirmed: '/order',
      [COMPLETED]: '/late/order',
    });
    expect(families(() => ({}))).toBe('/order');
  });
});

describe('The place of the type', () => {
  const places = (run: RunMade) => inWords(learnTypePlace(ownedOf(run)), ownedOf(run));
  const of = (count: number, write: Written) =>
    places(happyPaths(count, (nth, order, type) => ({ order, ...write(nth, order, type) })));
  const said = (type: string) => (type === COMPLETED ? 'done' : type);
  const now = (type: string) => (type === COMPLETED ? { now: type } : {});
  const NOW = '/now 100% of 3';

  test.each<[string, number, Written, string]>([
    [
      'one that all deliveries have, rather than one with more matches',
      2,
      (n, _, type) => ({ state: type, ...(n % 3 > 0 && { goal: n % 3 === 2 ? COMPLETED : 'later' }) }),
      '/state 100% of 2',
    ],
    [
      'the less wrong of two that every delivery has',
      3,
      (n, _, type) => ({ a: n % 3 === 1 ? COMPLETED : type, b: n === 1 ? COMPLETED : type }),
      '/b 75% of 4',
    ],
    ['one that is mostly right, even if few have it', 3, (_, __, type) => ({ a: COMPLETED, ...now(type) }), NOW],
    ['not one that is half wrong', 3, (n, _, type) => ({ ...(n % 3 > 0 && { soon: COMPLETED }), ...now(type) }), NOW],
    ['the only one, even if it is wrong', 3, () => ({ kind: COMPLETED }), '/kind 33% of 9'],
    [
      'guessed as the one that most deliveries have, and the shallowest of several',
      1,
      (n, _, type) => ({ ...(n > 0 && { topic: 'x' }), data: { account: { type: 'x' }, kind: said(type) } }),
      '/data/kind 0% of 3',
    ],
    ['not guessed if no name fits', 1, () => ({ prototype: 'x', names: 'y' }), ''],
    [
      'another one for each event family',
      2,
      (n, _, type) => (n % 3 === 2 ? { type } : n % 3 === 1 ? { event: { name: 'confirmed' } } : { topic: 'seen' }),
      `{"${COMPLETED}":"/type","seen":"/topic","confirmed":"/event/name"} 100% of 2`,
    ],
  ])('is %s', (_, count, write, expected) => {
    expect(of(count, write)).toBe(expected);
  });

  test.each(['type', 'event', 'event_type', 'eventName', 'event-name', 'topic', 'kind', 'action', 'name'])(
    'is guessed by the name %s where nothing says the word',
    name => expect(of(1, (_, __, type) => ({ [name]: said(type), other: 'x' }))).toBe(`/${name} 0% of 3`),
  );

  test.each([
    ['right from the first disburse step', 'disburse', '/at'],
    ['wrong on orders that never disburse', 'fail', '/at 0% of 1'],
  ] as const)('is %s', (_, event, expected) => {
    const run = aRun();
    const journey = run.journey();
    journey.step(event, { sends: [] });
    journey.deliver('a', { json: { at: COMPLETED, order: journey.order } });
    journey.step(event, { sends: [] });
    expect(places(run)).toBe(expected);
  });

  test('may be a header, and is not guessed without deliveries', () => {
    const run = aRun(({ type, order }) => ({ body: { order }, headers: [['X-Event-Type', type]] }));
    run.journey().step('expire');
    expect(places(run)).toBe('header:x-event-type 0% of 1');
    expect(learnTypePlace([])).toEqual([]);
  });
});

describe('The place of the event id', () => {
  const places = (run: RunMade, skip: readonly string[] = [], typePlace = '/type') =>
    inWords(learnIdPlace(ownedOf(run), typePlace, skip), ownedOf(run));
  const one = (write: Written, count = 3) =>
    places(happyPaths(count, (nth, order, type) => ({ type, order, ...write(nth, order, type) })));

  /** Values that differ between events, that fail to once, and that all events of an order share. */
  const apart = (nth: number) => `e${nth}`;
  const fault = (nth: number) => `e${nth === 1 ? 0 : nth}`;
  const shared = (order: string) => `evt_${order}`;

  test.each([
    ...['id', 'uuid', 'uid', 'guid', 'event_id', 'eventId', 'event-uuid', 'evt_id', 'eventid', 'webhook_id'],
    ...['message_id', 'msg_id', 'notification_id', 'data_event_id'],
  ])('is %s rather than a perfect reference', name => {
    // The second event has the id of the first: seven of eight are apart.
    expect(one(nth => ({ reference: `r${nth}`, [name]: fault(nth) }))).toBe(`/${name} 83% of 9`);
  });

  test.each(['paid', 'valid', 'delivery', 'created_at', 'identity', 'amount'])('is never %s', name => {
    expect(one(nth => ({ [name]: apart(nth) }))).toBe('');
  });

  test.each(['key', 'ref', 'reference', 'token', 'nonce', 'trace_id', 'tx_guid', 'dedupeKey'])(
    'is %s for want of a better one',
    name => expect(one(nth => ({ [name]: apart(nth) }))).toBe(`/${name}`),
  );

  test.each(['notification', 'message', 'webhook', 'event'])('is %s if that holds an identifier', name => {
    expect(one((nth, order) => ({ [name]: `ntf-${order}-1`, reference: `r${nth}` }))).toBe(`/${name} 0% of 9`);
    expect(bestOf(one(nth => ({ [name]: 'a deposit', reference: `r${nth}` })))).toBe('/reference');
  });

  test.each(['event', 'meta', 'envelope', 'header'])('is an id in %s, a part about the event, not a deep one', part => {
    expect(one(nth => ({ data: { id: apart(nth) }, [part]: { id: fault(nth) } }))).toBe(`/${part}/id 83% of 9`);
  });

  test.each(['id', 'event_id', 'eventId', 'message_id', 'notification_id'])(
    'is %s, which all events of an order share, rather than a perfect reference',
    name => {
      const found = one((nth, order) => ({ [name]: shared(order), reference: `r${nth}`, nonce: `n${nth}` }));
      expect(found).toBe(`/${name} 0% of 9`);
    },
  );

  const uuid = (nth: number) => `0b5f7c1e-7a7e-4b0e-8f43-00000000000${nth}`;
  const half = (nth: number, order: string) => (nth % 3 === 2 ? `dis_${order}` : `dep_${order}`);
  const inner = (order: string) => ({ id: shared(order) });

  test.each<[string, Written, string]>([
    [
      'an identifier with any name rather than none',
      (nth, order) => ({
        what: { self: uuid(nth) },
        link: `https://api.example/v1/orders/${order}`,
        published: `2026-11-23T03:59:0${nth}Z`,
        hash: `0x${nth}caaae416e25f4bd5`,
        amount: `${nth}757.50000000`,
        metadata: { of: uuid(nth) },
      }),
      '/what/self',
    ],
    ['a key rather than an identifier with any name', n => ({ what: uuid(n), key: apart(n) }), '/key'],
    ['no identifier of an attempt with any name', n => ({ what: `dlv_${uuid(n)}` }), ''],
    ['no counter that few events have', n => ({ offset: n }), ''],
    ['an id at the top rather than a deep one', n => ({ data: { id: apart(n) }, id: fault(n) }), '/id 83% of 9'],
    ['the better of two deep ids', n => ({ data: { id: apart(n) }, part: { id: fault(n) } }), '/data/id'],
    ["none in the customer's metadata", n => ({ metadata: { id: apart(n), event_id: apart(n) } }), ''],
    ['no deep id that many events share', (n, order) => ({ data: { id: half(n, order) }, nonce: apart(n) }), '/nonce'],
    ['no deep id of the order', (n, order) => ({ data: { id: shared(order) }, nonce: apart(n) }), '/nonce'],
    ['neither of two that events share', (_, order) => ({ data: { id: shared(order) }, nonce: order.length }), ''],
    ['an id that all events share', n => ({ id: 'evt_1', data: { reference: apart(n) } }), '/id 0% of 9'],
    ['no id that all webhooks share', n => ({ webhook_id: 'wh_1', reference: apart(n) }), '/reference'],
    ['an id that all webhooks share, if it is alone', () => ({ webhook_id: 'wh_1' }), '/webhook_id 0% of 9'],
    ['no id of an attempt', n => ({ id: `dlv_${n % 2}`, reference: apart(n) }), '/reference'],
    ['an id of an attempt, if it is alone', n => ({ id: `dlv_${n % 2}` }), '/id 20% of 9'],
    ['no id of attempts', n => ({ meta: { delivery: { id: `x${n % 2}` } }, reference: apart(n) }), '/reference'],
    ['event_id, even if wrong', (n, order) => ({ event_id: shared(order), id: apart(n) }), '/event_id 0% of 9'],
    ['no wrong event_id in data', (n, order) => ({ data: { event_id: shared(order) }, id: apart(n) }), '/id'],
    ['an id in event, even if wrong', (n, order) => ({ event: inner(order), id: apart(n) }), '/event/id 0% of 9'],
    ['no wrong id of the data of an event', (n, order) => ({ event: { data: inner(order) }, id: apart(n) }), '/id'],
    ['no wrong data_event_id', (n, order) => ({ data_event_id: shared(order), id: apart(n) }), '/id'],
    ['a deep message_id', n => ({ data: { message_id: fault(n) }, key: apart(n) }), '/data/message_id 83% of 9'],
    ['a webhook_id that differs', n => ({ webhook_id: n < 5 ? 'a' : 'b', key: apart(n) }), '/webhook_id 17% of 9'],
    ['no weak name that several orders share', n => ({ account_id: 'acct_1', nonce: apart(n) }), '/nonce'],
    ['the place that more events have', n => ({ event_id: apart(n), ...(n > 0 && { id: apart(n) }) }), '/event_id'],
    ['each of two that are equally good, in order', n => ({ event_id: apart(n), id: apart(n) }), '/event_id, /id'],
    ['no deep place by its name alone', () => ({ data: { id: 'same' } }), ''],
    ['the less wrong of two', n => ({ message_id: 'a', msg_id: n < 2 ? apart(n) : 'a' }), '/msg_id 33% of 9'],
    ['of two that are wrong, the more frequent', n => ({ ...(n < 3 && { uid: 'a' }), msg_id: 'a' }), '/msg_id 0% of 9'],
    [
      'the message_id of all rather than the event_id of few, by their names alone',
      n => ({ ...(n > 5 && { event_id: 'same' }), message_id: 'same', data: { id: 'same' } }),
      '/message_id 0% of 9',
    ],
  ])('is %s', (_, write, expected) => {
    expect(one(write)).toBe(expected);
  });

  test('is a counter if many events have it and it counts', () => {
    expect(one(nth => ({ offset: nth }), 7)).toBe('/offset');
    expect(one((_, order) => ({ offset: order.length }), 7)).toBe('');
  });

  test('is beside the type rather than a perfect reference, unless the order is there too', () => {
    const found = (typePlace: string, write: Written) => bestOf(places(happyPaths(3, write), [], typePlace));
    const event = (nth: number, kind: string) => ({ id: `evt_${nth % 3}`, kind });
    const beside: Written = (nth, order, kind) => ({
      notification: event(nth, kind),
      order,
      reference: `${kind} ${order}`,
    });
    expect(found('/notification/kind', beside)).toBe('/notification/id');
    const ofTheOrder: Written = (nth, order, kind) => ({
      resource: { ...event(nth, kind), order },
      reference: `${kind} ${order}`,
    });
    expect(found('/resource/kind', ofTheOrder)).toBe('/reference');
  });

  test.each<[string, string, number, Write]>([
    [
      'no identifier with any name that changes on redelivery',
      '',
      3,
      ({ id, type, order, attempt }) => ({ body: { type, order, what: `12345678-${id}-${attempt}` } }),
    ],
    [
      'one named like an event id that changes on every redelivery',
      '/id 0% of 4',
      2,
      ({ id, type, order, attempt }) => ({ body: { type, order, id: `${id}-${attempt}`, nonce: id } }),
    ],
    [
      'one that the first of the deliveries of each event lacks',
      '/id 100% of 2',
      2,
      ({ id, type, order, attempt }) => ({ body: { type, order, ...(attempt > 1 && { id }) } }),
    ],
  ])('is %s', (_, expected, count, write) => {
    expect(places(refused(count, write))).toBe(expected);
  });

  test('is judged by later deliveries of the same type as a refused one', () => {
    const run = aRun(({ id, type, order }) => ({ body: { type, order, id } }));
    const journey = run.journey();
    journey.step('deposit_detected', { refuse: { status: 500 }, again: false });
    journey.step('deposit_confirmed');
    journey.step('disburse', { refuse: { status: 500 } });
    run.journey().step('deposit_detected');
    expect(places(run)).toBe('/id');
  });

  test('is judged by a redelivery among other events of its type', () => {
    const run = aRun(({ id, type, order, attempt }) => ({
      body: { type, order, id, ...(attempt > 1 && { nonce: `${id}-${attempt}` }) },
    }));
    const journey = run.journey();
    journey.step('deposit_detected', { refuse: { status: 500 } });
    journey.step('deposit_detected');
    expect(places(run)).toBe('/id');
  });

  test.each([
    [1, 75],
    [4, 0],
  ])('is one named like an event id even where %i of four redeliveries change it', (broken, support) => {
    let attempts = 0;
    const run = refused(4, ({ id, type, order, attempt }) => ({
      body: { type, order, event_id: attempt > 1 && attempts++ < broken ? `${id}x` : id, nonce: id },
    }));
    expect(places(run)).toBe(`/event_id ${support}% of 8`);
  });

  test('is never the order, the signature header or a header of the HTTP layer', () => {
    const names = ['Acme-Event-Id', 'Cf-Event-Id', 'X-Forwarded-Event-Id', 'Content-Id'];
    const run = aRun(({ id, order }) => ({
      body: { type: 'a', id: order, order },
      headers: names.map(name => [name, id] as const),
    }));
    run.journey().happyPath();
    expect(places(run)).toBe('header:acme-event-id');
    expect(places(run, ['acme-event-id'])).toBe('');
    expect(learnIdPlace([], undefined, [])).toEqual([]);
  });

  test.each([
    ['is not a header that holds the order', (order: string) => order, '/id'],
    ['is a header named like an event id, even if wrong', shared, 'header:acme-event-id'],
  ])('%s', (_, value, expected) => {
    const run = aRun(({ id, type, order }) => ({
      body: { type, order, id },
      headers: [['Acme-Event-Id', value(order)]],
    }));
    for (let n = 0; n < 3; n++) run.journey().happyPath();
    expect(bestOf(places(run))).toBe(expected);
  });

  const inAFamily = (locator: string) =>
    `${JSON.stringify({ deposit_detected: '/id', deposit_confirmed: '/id', [COMPLETED]: locator })} 100% of 8`;

  test.each<[string, Written, string]>([
    [
      'the best-named place that nearly all its events have',
      nth => ({
        tx: { id: `t${nth}` },
        meta: { id: apart(nth) },
        nonce: `n${nth}`,
        ...(nth < 6 && { uuid: `u${nth}` }),
      }),
      inAFamily('/meta/id'),
    ],
    ['an id of what it is about, for want of a better one', nth => ({ tx: { id: `t${nth}` } }), inAFamily('/tx/id')],
    ['nothing without an id, so that the check can find it', nth => ({ nonce: `n${nth}` }), '/id 100% of 8'],
    ['nothing without one that differs between events', () => ({ tx: { id: 'same' } }), '/id 100% of 8'],
  ])('of a family that lacks it is %s', (_, write, expected) => {
    const family: Written = (nth, order, type) => (type === COMPLETED ? write(nth, order, type) : { id: `i${nth}` });
    expect(one(family, 4)).toBe(expected);
  });
});
