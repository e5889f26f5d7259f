import { describe, expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Delivery } from '../evidence/evidence.ts';
import { typeOf } from '../evidence/locator.ts';
import { aRun, type RunMade } from '../testing/evidence.ts';
import { learnIdPlace } from './learn-id-place.ts';
import { learnOrderPlace, orderFamilies } from './learn-order-place.ts';
import { learnTypePlace } from './learn-type-place.ts';
import type { Owned } from './places.ts';

const HAPPY = ['deposit_detected', 'deposit_confirmed', 'disburse'] as const;

/** Every delivery of a run, with the journey whose order its body holds first. */
function ownedOf(run: RunMade): readonly Owned[] {
  const { deliveries, journeys } = run.evidence;
  return deliveries.flatMap(delivery => {
    const journey = journeys.find(({ order }) => delivery.body.text?.includes(order));
    return journey ? [{ delivery, journey }] : [];
  });
}

/** A happy path on each of so many orders, whose n-th event is written so. */
function happyPaths(count: number, write: (type: string, order: string, nth: number) => Json): RunMade {
  const run = aRun();
  for (let journey = 0; journey < count; journey++) {
    const driven = run.journey();
    for (const [index, event] of HAPPY.entries()) {
      const nth = journey * HAPPY.length + index;
      driven.step(event, { sends: [], wait: 'came' });
      driven.deliver(event, { json: write(index === 2 ? COMPLETED : event, driven.order, nth) });
    }
  }
  return run;
}

describe('learnOrderPlace', () => {
  const places = (run: RunMade) => learnOrderPlace(run.evidence);

  test('keeps equally good places, in document order', () => {
    const run = happyPaths(2, (type, order) => ({ type, order, data: { order_id: order } }));
    expect(places(run)).toEqual([
      { locator: '/order', support: 1, samples: 6 },
      { locator: '/data/order_id', support: 1, samples: 6 },
    ]);
  });

  test('prefers the place that names known orders most often', () => {
    const run = happyPaths(2, (type, order, nth) => ({ ...(nth > 0 && { first: order }), type, last: order }));
    expect(places(run)).toEqual([{ locator: '/last', support: 1, samples: 6 }]);
  });

  test('counts an order that had not started yet against a place', () => {
    const run = aRun();
    const [one, other] = [run.journey(), run.journey()];
    one.step('expire', { sends: [] });
    one.deliver('a', { json: { own: one.order, other: other.order } });
    other.step('expire', { sends: [] });
    other.deliver('a', { json: { own: other.order } });
    expect(places(run)).toEqual([{ locator: '/own', support: 1, samples: 2 }]);
  });

  test('prefers the place with fewer wrong orders if two have as many right ones', () => {
    const run = aRun();
    const journey = run.journey();
    journey.deliver('a', { json: { both: journey.order } });
    journey.step('expire', { sends: [] });
    journey.deliver('a', { json: { both: journey.order, late: journey.order } });
    expect(places(run)).toEqual([{ locator: '/late', support: 1, samples: 1 }]);
  });

  test('uses the start of the journey if it took no step', () => {
    const run = aRun();
    const journey = run.journey();
    journey.deliver('a');
    journey.deliver('a', { at: run.now - 1_000 });
    expect(places(run)).toEqual([{ locator: '/data/order_id', support: 0.5, samples: 2 }]);
  });

  test('accepts values equal to the order, not values that contain it', () => {
    const run = aRun();
    const journey = run.journey();
    journey.deliver('a', { json: { link: `/orders/${journey.order}` } });
    expect(places(run)).toEqual([]);
  });

  test('finds another place for an event family that lacks it: the one that most of its events have', () => {
    const run = happyPaths(3, (type, order, nth) =>
      type === COMPLETED
        ? { type, link: `/orders/${order}`, ...(nth < 3 && { extra: order }), late: { order } }
        : { type, order },
    );
    const typeAt = (delivery: Delivery) => typeOf(delivery, '/type');
    const families = (made: RunMade) =>
      orderFamilies({ locator: '/order', support: 1, samples: 6 }, ownedOf(made), typeAt).locator;
    expect(families(run)).toEqual({
      deposit_detected: '/order',
      deposit_confirmed: '/order',
      [COMPLETED]: '/late/order',
    });
    const linked = happyPaths(3, (type, order) =>
      type === COMPLETED ? { type, link: `/orders/${order}` } : { type, order },
    );
    expect(families(linked)).toBe('/order');
  });

  test('ignores deliveries to other paths and deliveries cut short', () => {
    const run = aRun();
    const journey = run.journey();
    journey.deliver('a', { ours: false });
    journey.deliver('a', { complete: false });
    expect(places(run)).toEqual([]);
  });
});

describe('learnTypePlace', () => {
  const places = (run: RunMade) => learnTypePlace(ownedOf(run));

  test('prefers the place that most deliveries have to one with more matches', () => {
    const run = happyPaths(2, (type, order, nth) => ({
      state: type,
      order,
      ...(nth % 3 > 0 && { goal: nth % 3 === 2 ? COMPLETED : 'later' }),
    }));
    expect(places(run)).toEqual([{ locator: '/state', support: 1, samples: 2 }]);
  });

  test('prefers the less wrong of two places that every delivery has', () => {
    const run = happyPaths(3, (type, order, nth) => ({
      a: nth % 3 === 1 ? COMPLETED : type,
      b: nth === 1 ? COMPLETED : type,
      order,
    }));
    expect(places(run)).toEqual([{ locator: '/b', support: 0.75, samples: 4 }]);
  });

  test('prefers a place that is mostly right, even if few deliveries have it', () => {
    const run = happyPaths(3, (type, order) => ({
      always: COMPLETED,
      order,
      ...(type === COMPLETED && { now: type }),
    }));
    expect(places(run)[0]).toMatchObject({ support: 1, samples: 3 });
    expect(JSON.stringify(places(run))).not.toContain('/always');
  });

  test('does not count a place that is half wrong as mostly right', () => {
    const run = happyPaths(3, (type, order, nth) => ({
      order,
      ...(nth % 3 > 0 && { soon: COMPLETED }),
      ...(type === COMPLETED && { now: type }),
    }));
    expect(places(run)[0]?.locator).not.toBe('/soon');
    expect(JSON.stringify(places(run))).toContain('/now');
  });

  test('accepts the only place, even if it is wrong', () => {
    const run = happyPaths(3, (_, order) => ({ kind: COMPLETED, order }));
    expect(places(run)).toEqual([{ locator: '/kind', support: 3 / 9, samples: 9 }]);
  });

  test('counts the type as right from the first disburse step', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('disburse', { sends: [] });
    journey.deliver('a', { json: { at: COMPLETED, order: journey.order } });
    journey.step('disburse', { sends: [] });
    expect(places(run)).toEqual([{ locator: '/at', support: 1, samples: 1 }]);
  });

  test('counts the type as wrong on orders that never disburse', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('fail', { sends: [] });
    journey.deliver('a', { json: { at: COMPLETED, order: journey.order } });
    expect(places(run)).toEqual([{ locator: '/at', support: 0, samples: 1 }]);
  });

  test.each(['type', 'event', 'event_type', 'eventName', 'event-name', 'topic', 'kind', 'action', 'name'])(
    'guesses by the name %s where nothing says the word',
    name => {
      const run = happyPaths(1, (type, order) => ({ [name]: type === COMPLETED ? 'done' : type, order, other: 'x' }));
      expect(places(run)).toEqual([{ locator: `/${name}`, support: 0, samples: 3 }]);
    },
  );

  test('guesses the place that most deliveries have, and the shallowest of several', () => {
    const run = happyPaths(1, (type, order, nth) => ({
      ...(nth > 0 && { topic: 'x' }),
      data: { account: { type: 'x' }, kind: type === COMPLETED ? 'done' : type },
      order,
    }));
    expect(places(run)).toEqual([{ locator: '/data/kind', support: 0, samples: 3 }]);
  });

  test('guesses a header as well, and nothing if no name fits', () => {
    const run = aRun(({ type, order }) => ({ body: { order }, headers: [['X-Event-Type', type]] }));
    run.journey().step('expire');
    expect(places(run)).toEqual([{ locator: 'header:x-event-type', support: 0, samples: 1 }]);
    expect(places(happyPaths(1, (_, order) => ({ order, prototype: 'x', names: 'y' })))).toEqual([]);
    expect(learnTypePlace([])).toEqual([]);
  });

  test('finds a place for each event family', () => {
    const run = happyPaths(2, (type, order, nth) =>
      nth % 3 === 2
        ? { type, order }
        : nth % 3 === 1
          ? { event: { name: 'confirmed' }, order }
          : { topic: 'seen', order },
    );
    expect(places(run)).toEqual([
      { locator: { [COMPLETED]: '/type', seen: '/topic', confirmed: '/event/name' }, support: 1, samples: 2 },
    ]);
  });
});

describe('learnIdPlace', () => {
  const places = (run: RunMade, skip: readonly string[] = []) => learnIdPlace(ownedOf(run), '/type', skip);
  const one = (write: (nth: number, order: string) => { readonly [key: string]: Json }, count = 3) =>
    places(happyPaths(count, (type, order, nth) => ({ type, order, ...write(nth, order) })));

  test.each([
    'id',
    'uuid',
    'uid',
    'guid',
    'event_id',
    'eventId',
    'event-uuid',
    'evt_id',
    'eventid',
    'webhook_id',
    'message_id',
    'msg_id',
    'notification_id',
    'data_event_id',
  ])('prefers the name %s to a perfect reference', name => {
    // The second event has the id of the first: seven of eight are apart.
    const found = one(nth => ({ reference: `r${nth}`, [name]: `e${nth === 1 ? 0 : nth}` }));
    expect(found).toEqual([{ locator: `/${name}`, support: 5 / 6, samples: 9 }]);
  });

  test.each(['paid', 'valid', 'delivery', 'created_at', 'identity', 'amount'])('never accepts the name %s', name => {
    expect(one(nth => ({ [name]: `e${nth}` }))).toEqual([]);
  });

  test.each(['key', 'ref', 'reference', 'token', 'nonce', 'trace_id', 'tx_guid', 'dedupeKey'])(
    'believes the name %s for want of a better one',
    name => {
      expect(one(nth => ({ [name]: `e${nth}` }))).toEqual([{ locator: `/${name}`, support: 1, samples: 9 }]);
    },
  );

  test.each(['notification', 'message', 'webhook', 'event'])(
    'takes an identifier in %s for that of what is sent',
    name => {
      const found = one((nth, order) => ({ [name]: `ntf-${order}-1`, reference: `r${nth}` }));
      expect(found).toEqual([{ locator: `/${name}`, support: 0, samples: 9 }]);
      expect(one(nth => ({ [name]: 'a deposit', reference: `r${nth}` }))[0]?.locator).toBe('/reference');
    },
  );

  test('takes an identifier with any name that behaves like the event id, for want of a better one', () => {
    const uuid = (nth: number) => `0b5f7c1e-7a7e-4b0e-8f43-00000000000${nth}`;
    const found = one((nth, order) => ({
      what: { self: uuid(nth) },
      link: `https://api.example/v1/orders/${order}`,
      published: `2026-11-23T03:59:0${nth}Z`,
      hash: `0x${nth}caaae416e25f4bd5`,
      amount: `${nth}757.50000000`,
      metadata: { of: uuid(nth) },
    }));
    expect(found).toEqual([{ locator: '/what/self', support: 1, samples: 9 }]);
    expect(one(nth => ({ what: uuid(nth), key: `k${nth}` }))[0]?.locator).toBe('/key');
    expect(one(nth => ({ what: `dlv_${uuid(nth)}` }))).toEqual([]);
  });

  test('takes a counter for the event id only if many events have it', () => {
    expect(one(nth => ({ offset: nth }))).toEqual([]);
    expect(one(nth => ({ offset: nth }), 7)).toEqual([{ locator: '/offset', support: 1, samples: 21 }]);
    expect(one((_, order) => ({ offset: order.length }), 7)).toEqual([]);
  });

  test('takes no identifier with any name that changes on redelivery', () => {
    const run = aRun(({ id, type, order, attempt }) => ({ body: { type, order, what: `12345678-${id}-${attempt}` } }));
    for (let n = 0; n < 3; n++) run.journey().step('deposit_detected', { refuse: { status: 500 } });
    expect(places(run)).toEqual([]);
  });

  test('prefers an id at the top, or in a part about the event, to a deeper one', () => {
    const apart = (nth: number) => ({ id: `e${nth}` });
    const fault = (nth: number) => ({ id: `e${nth === 1 ? 0 : nth}` });
    expect(one(nth => ({ data: apart(nth), ...fault(nth) }))[0]?.locator).toBe('/id');
    for (const part of ['event', 'meta', 'envelope', 'header'])
      expect(one(nth => ({ data: apart(nth), [part]: fault(nth) }))[0]?.locator).toBe(`/${part}/id`);
    expect(one(nth => ({ data: apart(nth), part: fault(nth) }))[0]?.locator).toBe('/data/id');
  });

  test("never accepts the customer's metadata", () => {
    expect(one(nth => ({ metadata: { id: `e${nth}`, event_id: `e${nth}` } }))).toEqual([]);
  });

  test('drops a deep place that half the events of an order share', () => {
    const data = (name: (nth: number, order: string) => string) =>
      one((nth, order) => ({ data: { id: name(nth, order) }, nonce: `n${nth}` }));
    const nonce = [{ locator: '/nonce', support: 1, samples: 9 }];
    expect(data((nth, order) => (nth % 3 === 2 ? `dis_${order}` : `dep_${order}`))).toEqual(nonce);
    expect(data((_, order) => `s_${order}`)).toEqual(nonce);
    expect(one((_, order) => ({ data: { id: `s_${order}` }, nonce: order.length }))).toEqual([]);
  });

  test.each([
    ['id', '/id'],
    ['event_id', '/event_id'],
    ['eventId', '/eventId'],
    ['message_id', '/message_id'],
    ['notification_id', '/notification_id'],
  ])('prefers %s, which all events of an order share, to a perfect reference', (name, locator) => {
    expect(one((nth, order) => ({ [name]: `evt_${order}`, reference: `r${nth}`, nonce: `n${nth}` }))).toEqual([
      { locator, support: 0, samples: 9 },
    ]);
  });

  test('prefers an id that all events share to a perfect reference', () => {
    expect(one(nth => ({ id: 'evt_1', data: { reference: `r${nth}` } }))[0]?.locator).toBe('/id');
  });

  test('prefers an id beside the type to a perfect reference, unless the order is there too', () => {
    const run = (write: (id: string, type: string, order: string) => Json) =>
      happyPaths(3, (type, order, nth) => write(`evt_${nth % 3}`, type, order));
    const found = (made: RunMade, typePlace: string) => learnIdPlace(ownedOf(made), typePlace, []).at(0)?.locator;
    const beside = run((id, kind, order) => ({ notification: { id, kind }, order, reference: `${kind} ${order}` }));
    expect(found(beside, '/notification/kind')).toBe('/notification/id');
    const ofTheOrder = run((id, kind, order) => ({ resource: { id, kind, order }, reference: `${kind} ${order}` }));
    expect(found(ofTheOrder, '/resource/kind')).toBe('/reference');
  });

  test('accepts the id of an attempt or of the endpoint only if there is no other', () => {
    const reference = [{ locator: '/reference', support: 1, samples: 9 }];
    for (const id of [() => ({ webhook_id: 'wh_1' }), (nth: number) => ({ id: `dlv_${nth % 2}` })]) {
      expect(one(nth => ({ ...id(nth), reference: `r${nth}` }))).toEqual(reference);
      expect(one(id)).toHaveLength(1);
    }
    expect(one(nth => ({ meta: { delivery: { id: `x${nth % 2}` } }, reference: `r${nth}` }))).toEqual(reference);
  });

  test("prefers event_id, even if wrong, to an id that may be the attempt's", () => {
    expect(one((nth, order) => ({ event_id: `evt_${order}`, id: `i${nth}` }))[0]?.locator).toBe('/event_id');
    expect(one((nth, order) => ({ data: { event_id: `evt_${order}` }, id: `i${nth}` }))[0]?.locator).toBe('/id');
    expect(one((nth, order) => ({ event: { id: `evt_${order}` }, id: `i${nth}` }))[0]?.locator).toBe('/event/id');
  });

  test('drops a less well named place that several orders share', () => {
    expect(one(nth => ({ account_id: 'acct_1', nonce: `n${nth}` }))[0]?.locator).toBe('/nonce');
  });

  test('keeps a place named like an event id that changes on every redelivery', () => {
    const run = aRun(({ id, type, order, attempt }) => ({ body: { type, order, id: `${id}-${attempt}`, nonce: id } }));
    const journey = run.journey();
    journey.step('deposit_detected', { refuse: { status: 500 } });
    journey.step('deposit_confirmed');
    expect(places(run)).toEqual([{ locator: '/id', support: 0, samples: 3 }]);
  });

  test('judges redelivery by later deliveries of the same type as a refused one', () => {
    const run = aRun(({ id, type, order }) => ({ body: { type, order, id } }));
    const journey = run.journey();
    journey.step('deposit_detected', { refuse: { status: 500 }, again: false });
    journey.step('deposit_confirmed');
    journey.step('disburse', { refuse: { status: 500 } });
    run.journey().step('deposit_detected');
    expect(places(run)).toEqual([{ locator: '/id', support: 1, samples: 5 }]);
  });

  test('keeps a place named like an event id even with little support', () => {
    const run = (broken: number) => {
      let attempts = 0;
      const made = aRun(({ id, type, order, attempt }) => ({
        body: { type, order, event_id: attempt > 1 && attempts++ < broken ? `${id}x` : id, nonce: id },
      }));
      for (let n = 0; n < 4; n++) made.journey().step('deposit_detected', { refuse: { status: 500 } });
      return places(made);
    };
    expect(run(1)[0]).toMatchObject({ locator: '/event_id', support: 0.75 });
    expect(run(4)[0]).toMatchObject({ locator: '/event_id', support: 0 });
  });

  test('prefers the place that more deliveries have if both are equally well named', () => {
    expect(one(nth => ({ event_id: `e${nth}`, ...(nth > 0 && { id: `i${nth}` }) }))[0]?.locator).toBe('/event_id');
  });

  test('keeps equally good places, in document order', () => {
    expect(one(nth => ({ event_id: `e${nth}`, id: `i${nth}` })).map(({ locator }) => locator)).toEqual([
      '/event_id',
      '/id',
    ]);
  });

  test('never accepts the order, the signature header or a header of the HTTP layer', () => {
    const write = (order: string) => ({ type: 'a', id: order, order });
    const run = aRun(({ id, order }) => ({
      body: write(order),
      headers: [
        ['Acme-Event-Id', id],
        ['Cf-Event-Id', id],
        ['X-Forwarded-Event-Id', id],
        ['Content-Id', id],
      ],
    }));
    run.journey().happyPath();
    expect(places(run)).toEqual([{ locator: 'header:acme-event-id', support: 1, samples: 3 }]);
    expect(places(run, ['acme-event-id'])).toEqual([]);
  });

  test('falls back on a place by its name alone, and says how little support it has', () => {
    const run = happyPaths(3, (type, order, nth) => ({
      type,
      order,
      ...(nth > 5 && { event_id: 'same' }),
      message_id: 'same',
      data: { id: 'same' },
    }));
    expect(places(run)).toEqual([{ locator: '/message_id', support: 0, samples: 9 }]);
    expect(one(() => ({ data: { id: 'same' } }))).toEqual([]);
    expect(learnIdPlace([], undefined, [])).toEqual([]);
    const rarely = one(nth => ({ ...(nth < 3 && { message_id: 'same' }), notification_id: 'same' }));
    expect(rarely).toEqual([{ locator: '/notification_id', support: 0, samples: 9 }]);
    const apart = one(nth => ({ message_id: 'same', notification_id: nth < 2 ? `n${nth}` : 'same' }));
    expect(apart[0]?.locator).toBe('/notification_id');
  });

  test('tells an id of the event from those of what it is about, and of the endpoint', () => {
    const shared = (_: number, order: string) => `evt_${order}`;
    const place = (write: Parameters<typeof one>[0]) => one(write)[0]?.locator;
    expect(place((nth, order) => ({ event: { data: { id: shared(nth, order) } }, id: `i${nth}` }))).toBe('/id');
    expect(place((nth, order) => ({ data_event_id: shared(nth, order), id: `i${nth}` }))).toBe('/id');
    const fault = (nth: number) => ({ message_id: `m${nth === 1 ? 0 : nth}` });
    expect(place(nth => ({ data: fault(nth), reference: `r${nth}` }))).toBe('/data/message_id');
    expect(place(nth => ({ webhook_id: nth < 5 ? 'a' : 'b', reference: `r${nth}` }))).toBe('/webhook_id');
  });

  test('prefers a header named like an event id, even if wrong, to an id of the body', () => {
    const run = aRun(({ id, type, order }) => ({ body: { type, order, id }, headers: [['Acme-Event-Id', order]] }));
    for (let n = 0; n < 3; n++) run.journey().happyPath();
    expect(places(run)[0]?.locator).toBe('/id');
    const prefixed = aRun(({ id, type, order }) => ({
      body: { type, order, id },
      headers: [['Acme-Event-Id', `evt_${order}`]],
    }));
    for (let n = 0; n < 3; n++) prefixed.journey().happyPath();
    expect(places(prefixed)[0]?.locator).toBe('header:acme-event-id');
  });

  test('counts a redelivery among other events of its type, and nothing against a place that the first lacks', () => {
    const run = aRun(({ id, type, order, attempt }) => ({
      body: { type, order, id, ...(attempt > 1 && { nonce: `${id}-${attempt}` }) },
    }));
    const journey = run.journey();
    journey.step('deposit_detected', { refuse: { status: 500 } });
    journey.step('deposit_detected');
    expect(places(run)).toEqual([{ locator: '/id', support: 1, samples: 3 }]);
    const late = aRun(({ id, type, order, attempt }) => ({ body: { type, order, ...(attempt > 1 && { id }) } }));
    late.journey().step('deposit_detected', { refuse: { status: 500 } });
    late.journey().step('deposit_detected', { refuse: { status: 500 } });
    expect(places(late)).toEqual([{ locator: '/id', support: 1, samples: 2 }]);
  });

  test('gives a family without the place the best-named place that nearly all its events have', () => {
    const run = happyPaths(4, (type, order, nth) =>
      type === COMPLETED
        ? {
            type,
            order,
            tx: { id: `t${nth}` },
            meta: { id: `e${nth}` },
            nonce: `n${nth}`,
            ...(nth < 6 && { uuid: `u${nth}` }),
          }
        : { type, order, id: `i${nth}` },
    );
    expect(places(run)).toEqual([
      {
        locator: { deposit_detected: '/id', deposit_confirmed: '/id', [COMPLETED]: '/meta/id' },
        support: 1,
        samples: 8,
      },
    ]);
  });

  test('gives a family without the place an id of what it is about, for want of a better one', () => {
    const run = happyPaths(4, (type, order, nth) =>
      type === COMPLETED ? { type, order, tx: { id: `t${nth}` } } : { type, order, id: `i${nth}` },
    );
    expect(places(run)[0]?.locator).toMatchObject({ [COMPLETED]: '/tx/id' });
  });

  test.each<[string, (nth: number) => { readonly [key: string]: Json }]>([
    ['an id', nth => ({ nonce: `n${nth}` })],
    ['an id that differs between events', () => ({ tx: { id: 'same' } })],
  ])('leaves a family without %s as it is, so that the check can find it', (_, write) => {
    const run = happyPaths(4, (type, order, nth) =>
      type === COMPLETED ? { type, order, ...write(nth) } : { type, order, id: `i${nth}` },
    );
    expect(places(run)).toEqual([{ locator: '/id', support: 1, samples: 8 }]);
  });
});
