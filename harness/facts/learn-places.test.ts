import { describe, expect, test } from 'vitest';
import { COMPLETED } from '../core/dialect.ts';
import type { Json } from '../core/json.ts';
import { aRun, type RunMade } from '../testing/evidence.ts';
import { learnIdPlace } from './learn-id-place.ts';
import { learnOrderPlace } from './learn-order-place.ts';
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

  test('keeps equals, in the order in which they stand', () => {
    const run = happyPaths(2, (type, order) => ({ type, order, data: { order_id: order } }));
    expect(places(run)).toEqual([
      { locator: '/order', support: 1, samples: 6 },
      { locator: '/data/order_id', support: 1, samples: 6 },
    ]);
  });

  test('prefers the place that most often names a known order', () => {
    const run = happyPaths(2, (type, order, nth) => ({ ...(nth > 0 && { first: order }), type, last: order }));
    expect(places(run)).toEqual([{ locator: '/last', support: 1, samples: 6 }]);
  });

  test('counts a name against a place where that order was not yet under way', () => {
    const run = aRun();
    const [one, other] = [run.journey(), run.journey()];
    one.step('expire', { sends: [] });
    one.deliver('a', { json: { own: one.order, other: other.order } });
    other.step('expire', { sends: [] });
    other.deliver('a', { json: { own: other.order } });
    expect(places(run)).toEqual([{ locator: '/own', support: 1, samples: 2 }]);
  });

  test('prefers, of two that are right as often, the one that is wrong less often', () => {
    const run = aRun();
    const journey = run.journey();
    journey.deliver('a', { json: { both: journey.order } });
    journey.step('expire', { sends: [] });
    journey.deliver('a', { json: { both: journey.order, late: journey.order } });
    expect(places(run)).toEqual([{ locator: '/late', support: 1, samples: 1 }]);
  });

  test('takes the moment of the order itself where no step was taken', () => {
    const run = aRun();
    const journey = run.journey();
    journey.deliver('a');
    journey.deliver('a', { at: run.now - 1_000 });
    expect(places(run)).toEqual([{ locator: '/data/order_id', support: 0.5, samples: 2 }]);
  });

  test('takes values that are the order, not those that hold it', () => {
    const run = aRun();
    const journey = run.journey();
    journey.deliver('a', { json: { link: `/orders/${journey.order}` } });
    expect(places(run)).toEqual([]);
  });

  test('leaves out deliveries to other paths, and those cut short', () => {
    const run = aRun();
    const journey = run.journey();
    journey.deliver('a', { ours: false });
    journey.deliver('a', { complete: false });
    expect(places(run)).toEqual([]);
  });
});

describe('learnTypePlace', () => {
  const places = (run: RunMade) => learnTypePlace(ownedOf(run));

  test('takes the place that most deliveries have before one that says the word more often', () => {
    const run = happyPaths(2, (type, order, nth) => ({
      state: type,
      order,
      ...(nth % 3 > 0 && { goal: nth % 3 === 2 ? COMPLETED : 'later' }),
    }));
    expect(places(run)).toEqual([{ locator: '/state', support: 1, samples: 2 }]);
  });

  test('takes the less wrong of two that every delivery has', () => {
    const run = happyPaths(3, (type, order, nth) => ({
      a: nth % 3 === 1 ? COMPLETED : type,
      b: nth === 1 ? COMPLETED : type,
      order,
    }));
    expect(places(run)).toEqual([{ locator: '/b', support: 0.75, samples: 4 }]);
  });

  test('takes what is more right than wrong before what is not, however few deliveries have it', () => {
    const run = happyPaths(3, (type, order) => ({
      always: COMPLETED,
      order,
      ...(type === COMPLETED && { now: type }),
    }));
    expect(places(run)[0]).toMatchObject({ support: 1, samples: 3 });
    expect(JSON.stringify(places(run))).not.toContain('/always');
  });

  test('does not take what is as wrong as it is right for more right', () => {
    const run = happyPaths(3, (type, order, nth) => ({
      order,
      ...(nth % 3 > 0 && { soon: COMPLETED }),
      ...(type === COMPLETED && { now: type }),
    }));
    expect(places(run)[0]?.locator).not.toBe('/soon');
    expect(JSON.stringify(places(run))).toContain('/now');
  });

  test('takes the only place that there is, however wrong', () => {
    const run = happyPaths(3, (_, order) => ({ kind: COMPLETED, order }));
    expect(places(run)).toEqual([{ locator: '/kind', support: 3 / 9, samples: 9 }]);
  });

  test('counts the word as right from the first disburse step on', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('disburse', { sends: [] });
    journey.deliver('a', { json: { at: COMPLETED, order: journey.order } });
    journey.step('disburse', { sends: [] });
    expect(places(run)).toEqual([{ locator: '/at', support: 1, samples: 1 }]);
  });

  test('counts the word as wrong on orders that never disburse', () => {
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

  test('guesses a header too, and nothing where nothing is named so', () => {
    const run = aRun(({ type, order }) => ({ body: { order }, headers: [['X-Event-Type', type]] }));
    run.journey().step('expire');
    expect(places(run)).toEqual([{ locator: 'header:x-event-type', support: 0, samples: 1 }]);
    expect(places(happyPaths(1, (_, order) => ({ order, prototype: 'x', names: 'y' })))).toEqual([]);
    expect(learnTypePlace([])).toEqual([]);
  });

  test('finds each family its own place', () => {
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
  ])('believes the name %s before a perfect reference', name => {
    // The second event has the id of the first: seven of eight are apart.
    const found = one(nth => ({ reference: `r${nth}`, [name]: `e${nth === 1 ? 0 : nth}` }));
    expect(found).toEqual([{ locator: `/${name}`, support: 5 / 6, samples: 9 }]);
  });

  test.each(['paid', 'valid', 'delivery', 'created_at', 'identity', 'amount'])('never believes the name %s', name => {
    expect(one(nth => ({ [name]: `e${nth}` }))).toEqual([]);
  });

  test.each(['key', 'ref', 'reference', 'token', 'nonce', 'trace_id', 'tx_guid', 'dedupeKey'])(
    'believes the name %s for want of a better one',
    name => {
      expect(one(nth => ({ [name]: `e${nth}` }))).toEqual([{ locator: `/${name}`, support: 1, samples: 9 }]);
    },
  );

  test('believes an id deep inside less than one at the top, or in a part about the event', () => {
    const apart = (nth: number) => ({ id: `e${nth}` });
    const fault = (nth: number) => ({ id: `e${nth === 1 ? 0 : nth}` });
    expect(one(nth => ({ data: apart(nth), ...fault(nth) }))[0]?.locator).toBe('/id');
    for (const part of ['event', 'meta', 'envelope', 'header'])
      expect(one(nth => ({ data: apart(nth), [part]: fault(nth) }))[0]?.locator).toBe(`/${part}/id`);
    expect(one(nth => ({ data: apart(nth), part: fault(nth) }))[0]?.locator).toBe('/data/id');
  });

  test('never believes what the customer put into metadata', () => {
    expect(one(nth => ({ metadata: { id: `e${nth}`, event_id: `e${nth}` } }))).toEqual([]);
  });

  test('drops a place deep inside that half the events of an order do not tell apart', () => {
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
  ])('keeps %s, which all events of an order share, before a perfect reference', (name, locator) => {
    expect(one((nth, order) => ({ [name]: `evt_${order}`, reference: `r${nth}`, nonce: `n${nth}` }))).toEqual([
      { locator, support: 0, samples: 9 },
    ]);
  });

  test('keeps an id that all events of all orders share before a perfect reference', () => {
    expect(one(nth => ({ id: 'evt_1', data: { reference: `r${nth}` } }))[0]?.locator).toBe('/id');
  });

  test('keeps an id beside the type before a perfect reference, unless the order is told there', () => {
    const run = (write: (id: string, type: string, order: string) => Json) =>
      happyPaths(3, (type, order, nth) => write(`evt_${nth % 3}`, type, order));
    const found = (made: RunMade, typePlace: string) => learnIdPlace(ownedOf(made), typePlace, []).at(0)?.locator;
    const beside = run((id, kind, order) => ({ notification: { id, kind }, order, reference: `${kind} ${order}` }));
    expect(found(beside, '/notification/kind')).toBe('/notification/id');
    const ofTheOrder = run((id, kind, order) => ({ resource: { id, kind, order }, reference: `${kind} ${order}` }));
    expect(found(ofTheOrder, '/resource/kind')).toBe('/reference');
  });

  test('takes the id of an attempt, or of the endpoint, for the event id only for want of another', () => {
    const reference = [{ locator: '/reference', support: 1, samples: 9 }];
    for (const id of [() => ({ webhook_id: 'wh_1' }), (nth: number) => ({ id: `dlv_${nth % 2}` })]) {
      expect(one(nth => ({ ...id(nth), reference: `r${nth}` }))).toEqual(reference);
      expect(one(id)).toHaveLength(1);
    }
    expect(one(nth => ({ meta: { delivery: { id: `x${nth % 2}` } }, reference: `r${nth}` }))).toEqual(reference);
  });

  test('takes event_id, however wrong, before an id that may be that of the attempt', () => {
    expect(one((nth, order) => ({ event_id: `evt_${order}`, id: `i${nth}` }))[0]?.locator).toBe('/event_id');
    expect(one((nth, order) => ({ data: { event_id: `evt_${order}` }, id: `i${nth}` }))[0]?.locator).toBe('/id');
    expect(one((nth, order) => ({ event: { id: `evt_${order}` }, id: `i${nth}` }))[0]?.locator).toBe('/event/id');
  });

  test('drops a weaker named place that is the same for several orders', () => {
    expect(one(nth => ({ account_id: 'acct_1', nonce: `n${nth}` }))[0]?.locator).toBe('/nonce');
  });

  test('keeps a place named like an event id that changes on every redelivery', () => {
    const run = aRun(({ id, type, order, attempt }) => ({ body: { type, order, id: `${id}-${attempt}`, nonce: id } }));
    const journey = run.journey();
    journey.step('deposit_detected', { refuse: { status: 500 } });
    journey.step('deposit_confirmed');
    expect(places(run)).toEqual([{ locator: '/id', support: 0, samples: 3 }]);
  });

  test('judges redelivery by refused deliveries that came again, of the same type, afterwards', () => {
    const run = aRun(({ id, type, order }) => ({ body: { type, order, id } }));
    const journey = run.journey();
    journey.step('deposit_detected', { refuse: { status: 500 }, again: false });
    journey.step('deposit_confirmed');
    journey.step('disburse', { refuse: { status: 500 } });
    run.journey().step('deposit_detected');
    expect(places(run)).toEqual([{ locator: '/id', support: 1, samples: 5 }]);
  });

  test('keeps a place named like an event id however seldom it is borne out', () => {
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

  test('prefers, of places equally well named, the one that more deliveries have', () => {
    expect(one(nth => ({ event_id: `e${nth}`, ...(nth > 0 && { id: `i${nth}` }) }))[0]?.locator).toBe('/event_id');
  });

  test('keeps equals, in the order in which they stand', () => {
    expect(one(nth => ({ event_id: `e${nth}`, id: `i${nth}` })).map(({ locator }) => locator)).toEqual([
      '/event_id',
      '/id',
    ]);
  });

  test('never takes the order for the event, nor the signature header, nor one that says nothing about events', () => {
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

  test('falls back on a place that is named so, and by nothing else, with how little bears it out', () => {
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
  });

  test('gives a family that lacks the place the best-named one that nearly all of its events have', () => {
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

  test('leaves a family without an id without one, so that the check can say so', () => {
    const run = happyPaths(4, (type, order, nth) =>
      type === COMPLETED ? { type, order, nonce: `n${nth}` } : { type, order, id: `i${nth}` },
    );
    expect(places(run)).toEqual([{ locator: '/id', support: 1, samples: 8 }]);
  });
});
