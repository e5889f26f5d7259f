import { describe, expect, test } from 'vitest';
import type { SimulateEvent } from '../contract/lifecycle.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Delivery, RecordLine } from '../evidence/evidence.ts';
import { aRun, INTERPRETATION } from '../testing/evidence.ts';
import type { ExchangeOptions } from '../testing/evidence-options.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { Inbox } from '../webhooks/inbox.ts';
import { AdaptiveTimeout } from './adaptive-timeout.ts';
import { DeliveryTracker } from './delivery-tracker.ts';
import { HiddenStep, JourneyDriver, type JourneyTools } from './journey-driver.ts';
import { UsualEvents } from './usual-events.ts';
import type { AnsweredDelivery, Refusal } from './webhook-endpoint.ts';

/** A journey whose service is the test: it says how calls are answered, and delivers what it likes. */
function driven(
  answer: ExchangeOptions = { status: 202 },
  { there = true, usual = {} as { [event in SimulateEvent]?: number } } = {},
) {
  const run = aRun();
  const { order } = run.journey();
  const world = fakeWorld();
  const stop = new AbortController();
  const inbox = new Inbox(world, stop.signal);
  const tracker = new DeliveryTracker();
  tracker.follow(order);
  tracker.read(INTERPRETATION);
  const lines: RecordLine[] = [];
  const asked: object[] = [];
  const doubts: number[] = [];
  const entered: string[] = [];
  const refusal: Refusal = { order, replies: [], deliveries: [] };
  const known = new UsualEvents();
  for (const [event, events] of Object.entries(usual))
    known.learn(event as SimulateEvent, {
      named: Array.from({ length: events }, (_, nth) => `${event} ${nth}`),
      nameless: [],
    });
  const deliver = (type: string, options = {}) => {
    const delivery = run.deliver(type, { order, ...options });
    tracker.add(delivery);
    inbox.push(delivery);
    return delivery;
  };
  const eventTimeout = new AdaptiveTimeout({ allowed: 5_000, least: 1_000, givenUp: 100, mostInVain: 4 });
  const tools: JourneyTools = {
    client: {
      simulate: async (id, body) => {
        asked.push({ id, ...body });
        return { kind: 'failed', exchange: run.exchange('simulateCollectionOrder', answer) };
      },
    },
    inbox,
    tracker,
    endpoint: { refuseNext: () => refusal },
    recorder: {
      write: <T extends RecordLine>(line: T) => {
        lines.push(line);
        return line;
      },
    },
    stamp: () => world.monotonic(),
    eventTimeout,
    redeliveryTimeout: new AdaptiveTimeout({ allowed: 9_000, least: 1_000, givenUp: 100, mostInVain: 4 }),
    target: { quietMs: 100, deliveryTimeoutMs: 30_000 },
    usual: known,
    enter: async (event: string) => void entered.push(event),
    reachability: {
      look: async (since: number) => {
        doubts.push(since);
        return there;
      },
    },
    outage: { lasted: 0, end: async () => false },
  };
  const journey = new JourneyDriver('j1', order, 'a/scenario', tools);
  const of = (type: RecordLine['type']) => lines.filter(line => line.type === type);
  return {
    run,
    order,
    world,
    stop,
    journey,
    asked,
    doubts,
    entered,
    eventTimeout,
    deliver,
    refusal,
    usual: known,
    inbox,
    alone: () => {
      tracker.alone = order;
    },
    waits: () => of('wait'),
    steps: () => of('step'),
  };
}

/** A delivery whose answer was sent. */
const ended = (delivery: Delivery): AnsweredDelivery => ({ delivery, ended: { at: delivery.at, hungUp: false } });
const REFUSED = { kind: 'status', status: 503, refused: true } as const;

describe('A step', () => {
  test('is sent, recorded, and ends when its webhook has come', async () => {
    const { journey, deliver, waits, steps, asked, order, doubts, run } = driven();
    const stepping = journey.step('deposit_detected', { received_amount: '1' });
    await new Promise(setImmediate);
    deliver('a');
    const { exchanges } = run.evidence;
    expect(await stepping).toMatchObject({
      outcome: 'accepted',
      exchange: exchanges[0]?.id,
      before: new Set(),
    });
    expect(asked).toEqual([{ id: order, event: 'deposit_detected', received_amount: '1' }]);
    expect(steps()).toEqual([
      {
        type: 'step',
        journey: 'j1',
        event: 'deposit_detected',
        exchange: exchanges[0]?.id,
        at: exchanges[0]?.sentAt,
        receivedAmount: '1',
      },
    ]);
    expect(waits()).toMatchObject([
      { journey: 'j1', kind: 'event', since: exchanges[0]?.id, allowed: 5_000, outcome: 'came' },
    ]);
    expect(doubts).toEqual([]);
  });

  test('enters the exclusive section before it is sent', async () => {
    const { journey, entered } = driven({ status: 409 });
    await journey.step('expire');
    await journey.send('fail');
    expect(entered).toEqual(['expire', 'fail']);
  });

  test('that is refused is not awaited', async () => {
    const { journey, waits } = driven({ status: 409 });
    expect(await journey.step('wrong_chain', { received_network: 'tron' })).toMatchObject({
      outcome: 'refused',
    });
    expect(waits()).toEqual([]);
  });

  test.each([199, 300])('is refused by a %i', async status => {
    expect(await driven({ status }).journey.send('fail')).toMatchObject({ outcome: 'refused' });
  });

  test('that the service puts off ends the journey: it is recorded, and no webhook is awaited', async () => {
    const { journey, steps, waits } = driven({ status: 503, headers: [['Retry-After', '5']] });
    await expect(journey.step('disburse')).rejects.toThrow(HiddenStep);
    expect([steps().length, waits()]).toEqual([1, []]);
  });

  test('that a gateway answers, without a time to come again, has an unknown outcome', async () => {
    const { journey } = driven({ status: 503 });
    expect(await journey.send('disburse')).toMatchObject({ outcome: 'unknown' });
  });

  test('without an answer has an unknown outcome, causes a probe, and its event is awaited', async () => {
    const { journey, doubts, deliver, waits, run } = driven({ failure: { kind: 'timeout', message: '' } });
    const stepping = journey.step('fail');
    await new Promise(setImmediate);
    deliver('a');
    expect(await stepping).toMatchObject({ outcome: 'unknown' });
    expect(doubts).toEqual([run.evidence.exchanges[0]?.sentAt]);
    expect(waits()).toMatchObject([{ outcome: 'came' }]);
  });

  test.each([
    [true, 'missed'],
    [false, 'abandoned'],
  ])('whose webhook does not come is missed, unless the target is away: there %s, %s', async (there, outcome) => {
    const { journey, world, waits, doubts } = driven(undefined, { there });
    const stepping = journey.step('fail');
    expect(await world.timerSet(1)).toBe(5_000);
    world.advance(5_000);
    await stepping;
    expect(waits()).toMatchObject([{ outcome, allowed: 5_000 }]);
    expect(doubts).toHaveLength(1);
  });

  test('is abandoned when the run stops, without a probe of the target', async () => {
    const { journey, stop, waits, world } = driven();
    const stepping = journey.step('fail');
    await world.timerSet(1);
    stop.abort();
    await stepping;
    expect(waits()).toMatchObject([{ outcome: 'abandoned' }]);
  });

  test('counts only events after it, not redeliveries of earlier ones', async () => {
    const { journey, deliver, waits, world, run } = driven();
    const first = deliver('a', { event: 'evt_1' });
    const stepping = journey.step('deposit_confirmed');
    await world.timerSet(1);
    deliver('a', { event: 'evt_1' });
    await new Promise(setImmediate);
    expect(waits()).toEqual([]);
    deliver('b');
    expect(await stepping).toMatchObject({ before: new Set(['evt_1']) });
    expect([first.id, run.evidence.deliveries.length]).toEqual(['d1', 3]);
  });

  test('A disburse step ends with the credit, not before', async () => {
    const { journey, deliver, waits, world } = driven();
    const stepping = journey.step('disburse');
    await world.timerSet(1);
    deliver('disbursement.initiated');
    await new Promise(setImmediate);
    expect(waits()).toEqual([]);
    deliver(COMPLETED);
    await stepping;
    expect(waits()).toMatchObject([{ outcome: 'came' }]);
  });

  test('A step is not done by an event of another step’s type', async () => {
    const { journey, deliver, waits, world, usual } = driven();
    usual.learn('expire', { named: ['expired'], nameless: [] });
    const stepping = journey.step('fail');
    await world.timerSet(1);
    deliver('expired');
    await new Promise(setImmediate);
    expect(waits()).toEqual([]);
    deliver('of no step');
    await stepping;
    expect(waits()).toMatchObject([{ outcome: 'came' }]);
  });

  test('Steps in quick succession need an event each', async () => {
    const { journey, deliver, waits, world } = driven();
    const sent = [await journey.send('deposit_detected'), await journey.send('deposit_confirmed')];
    deliver('order.updated');
    const waiting = journey.arrivals(sent);
    await world.timerSet(3);
    world.advance(5_000);
    await waiting;
    expect(waits()).toMatchObject([
      { since: sent[1]?.exchange, outcome: 'came' },
      { since: sent[0]?.exchange, outcome: 'missed' },
    ]);
  });

  test.each([
    ['waits for silence first, where nobody knows what the step before it causes', {}, 1],
    ['is sent at once, where that is known', { deposit_detected: 1 }, 2],
  ])('%s', async (_, usual, sentAtOnce) => {
    const { journey, deliver, world, asked } = driven({ status: 202 }, { usual });
    const stepping = journey.step('deposit_detected');
    await world.timerSet(1);
    deliver('a');
    await stepping;
    const next = journey.send('deposit_confirmed');
    await new Promise(setImmediate);
    expect(asked.length).toBe(sentAtOnce);
    world.advance(100);
    await next;
    expect(asked.length).toBe(2);
  });

  test('waits briefly for what usually follows, and learns when that stops', async () => {
    const { journey, deliver, world, usual } = driven(undefined, { usual: { expire: 3 } });
    const stepping = journey.step('expire');
    await world.timerSet(1);
    deliver('a');
    deliver('b');
    expect(await world.timerSet(2)).toBe(100);
    world.advance(100);
    await stepping;
    expect(usual.count('expire')).toBe(2);
  });

  test('waits for what usually follows three times as long as the slowest webhook took so far', async () => {
    const { journey, world, deliver, eventTimeout } = driven(undefined, { usual: { expire: 2 } });
    eventTimeout.came(400);
    const stepping = journey.step('expire');
    await world.timerSet(1);
    deliver('a');
    expect(await world.timerSet(2)).toBe(1_200);
    deliver('b');
    await stepping;
  });

  test('learns nothing from an event that has come before anybody waited for it', async () => {
    const { journey, deliver, world, eventTimeout, run } = driven(undefined, { usual: { expire: 1 } });
    world.advance(run.now);
    const sent = await journey.send('expire');
    deliver('a');
    world.advance(700);
    await journey.arrivals([sent]);
    expect(eventTimeout.longest).toBe(0);
  });

  test('learns how long an event took that was waited for', async () => {
    const { journey, deliver, world, eventTimeout, run } = driven(undefined, { usual: { expire: 1 } });
    world.advance(run.now);
    const stepping = journey.step('expire');
    await world.timerSet(1);
    world.advance(700);
    deliver('a');
    const { at } = await stepping;
    expect(eventTimeout.longest).toBe(world.monotonic() - at);
  });

  test('stops waiting once the event has come', async () => {
    const { journey, deliver, world, usual } = driven(undefined, { usual: { expire: 2 } });
    const stepping = journey.step('expire');
    await world.timerSet(1);
    deliver('a');
    deliver('b');
    await stepping;
    expect([usual.count('expire'), world.pending]).toEqual([2, 0]);
  });
});

test('Waits in vain for webhooks end: after eight of thirty, the rest is given up and counts as nothing', async () => {
  const { journey, world, waits } = driven();
  for (let nth = 1; nth <= 30; nth++) {
    const stepping = journey.step('fail');
    world.advance(await world.timerSet(nth));
    await stepping;
  }
  const allowed = Map.groupBy(waits(), wait => ('outcome' in wait ? wait.outcome : ''));
  expect(allowed.get('missed')).toMatchObject([
    ...Array.from({ length: 3 }, () => ({ allowed: 5_000 })),
    ...Array.from({ length: 5 }, () => ({ allowed: 1_000 })),
  ]);
  expect(allowed.get('abandoned')).toMatchObject(Array.from({ length: 22 }, () => ({ allowed: 100 })));
});

describe('A journey', () => {
  test('is tried on a new order, then after the deposit was detected, then after it was confirmed', async () => {
    const { journey, asked } = driven({ status: 409 });
    await journey.stepFromAnyState('fail');
    expect(asked.map(call => (call as { event?: string }).event)).toEqual([
      'fail',
      'deposit_detected',
      'fail',
      'deposit_confirmed',
      'fail',
    ]);
  });

  test('stops at the first state that accepts it', async () => {
    const { journey, asked, deliver, world } = driven();
    const stepping = journey.stepFromAnyState('expire');
    await world.timerSet(1);
    deliver('a');
    await stepping;
    expect(asked.map(call => (call as { event?: string }).event)).toEqual(['expire']);
  });

  test('waits for the redelivery of what it refused', async () => {
    const { journey, deliver, world, refusal, waits } = driven();
    const stepping = journey.stepRefused('expire', [{ kind: 'drop' }]);
    await world.timerSet(1);
    const refused = deliver('a', { event: 'evt_1', answer: REFUSED });
    refusal.deliveries.push(ended(refused));
    expect(await world.timerSet(3)).toBe(9_000);
    deliver('a', { event: 'evt_1' });
    await stepping;
    expect(waits()).toMatchObject([
      { kind: 'event', outcome: 'came' },
      { kind: 'redelivery', since: refused.id, allowed: 9_000, outcome: 'came' },
    ]);
  });

  test('waits for a redelivery after each refusal', async () => {
    const { journey, deliver, world, refusal, waits } = driven();
    const reply = { kind: 'status', status: 503, refused: true } as const;
    const stepping = journey.stepRefused('expire', [reply, reply]);
    await world.timerSet(1);
    const refused = deliver('a', { event: 'evt_1', answer: REFUSED });
    refusal.deliveries.push(ended(refused));
    await world.timerSet(3);
    const again = deliver('a', { event: 'evt_1', at: refused.at + 1, answer: REFUSED });
    refusal.deliveries.push(ended(again));
    await world.timerSet(4);
    deliver('a', { event: 'evt_1', at: again.at + 1 });
    await stepping;
    expect(waits()).toMatchObject([
      { kind: 'event', outcome: 'came' },
      { kind: 'redelivery', since: refused.id, outcome: 'came' },
      { kind: 'redelivery', since: again.id, outcome: 'came' },
    ]);
  });

  test('waits for a redelivery from when the refusal has ended, and for no copy that was held with it', async () => {
    const { journey, deliver, world, refusal, waits, inbox } = driven();
    const stepping = journey.stepRefused('expire', [{ kind: 'slow', holdMs: 20_000 }]);
    await world.timerSet(1);
    const held = { kind: 'slow', refused: true };
    const refused: AnsweredDelivery = { delivery: deliver('a', { event: 'evt_1', answer: held }) };
    refusal.deliveries.push(refused);
    await world.idle();
    deliver('a', { event: 'evt_1', at: refused.delivery.at + 1, answer: { ...held, joined: true } });
    await world.idle();
    expect(world.pending).toBe(0);
    world.advance(20_000);
    refused.ended = { at: 20_000, hungUp: true };
    inbox.wake();
    expect(await world.timerSet(3)).toBe(9_000);
    deliver('a', { event: 'evt_1', at: refused.delivery.at + 2 });
    await stepping;
    expect(waits().at(-1)).toMatchObject({ kind: 'redelivery', from: 20_000, hungUp: true, outcome: 'came' });
  });

  test('stops waiting for a redelivery that proves to be about a foreign order', async () => {
    const { journey, deliver, world, refusal, waits, alone } = driven();
    alone();
    const stepping = journey.stepRefused('expire', [{ kind: 'drop' }]);
    await world.timerSet(1);
    refusal.deliveries.push(ended(deliver('a', { order: 'co_9z', answer: REFUSED })));
    expect(await world.timerSet(3)).toBe(9_000);
    deliver('a');
    await stepping;
    expect(waits()).toMatchObject([
      { kind: 'event', outcome: 'came' },
      { kind: 'redelivery', outcome: 'abandoned' },
    ]);
  });

  test('waits for no redelivery of a delivery that it accepts late', async () => {
    const { journey, deliver, world, refusal, waits } = driven();
    const stepping = journey.stepRefused('expire', [{ kind: 'status', status: 200, refused: false, afterMs: 600 }]);
    await world.timerSet(1);
    refusal.deliveries.push(ended(deliver('a', { answer: { kind: 'status', status: 200, refused: false } })));
    await stepping;
    expect(waits()).toMatchObject([{ kind: 'event', outcome: 'came' }]);
  });

  test('waits for no redelivery where no delivery was refused', async () => {
    const { journey, waits } = driven({ status: 409 });
    await journey.stepRefused('expire', [{ kind: 'drop' }]);
    expect(waits()).toEqual([]);
  });

  test('waits out its quiet time without a probe of the target', async () => {
    const { journey, world, waits, doubts } = driven();
    const quiet = journey.quiet(700);
    expect(await world.timerSet(1)).toBe(700);
    world.advance(700);
    await quiet;
    expect(waits()).toMatchObject([{ kind: 'quiet', since: 'j1', allowed: 700, outcome: 'missed' }]);
    expect(doubts).toEqual([]);
  });

  test('waits in silence again after each webhook about its order, and for others not', async () => {
    const { journey, deliver, world, waits } = driven();
    const silence = journey.silence();
    await world.timerSet(1);
    deliver('collection.expired');
    await world.timerSet(2);
    deliver('collection.expired', { order: 'co_other' });
    world.advance(100);
    await silence;
    expect(waits()).toMatchObject([{ outcome: 'came' }, { outcome: 'missed' }]);
  });

  test('waits in silence until a burst is over, however long it is, and gives up one that does not end', async () => {
    const { journey, deliver, world, waits } = driven();
    const silence = journey.silence();
    for (let nth = 1; nth <= 40; nth++) {
      await world.timerSet(nth);
      world.advance(nth <= 35 ? 1 : 99);
      deliver('collection.expired');
    }
    await silence;
    expect(waits()).toHaveLength(40);
  });

  test('waits in silence for a quarter of what the slowest webhook took', async () => {
    const { journey, world, eventTimeout } = driven();
    eventTimeout.came(900);
    const silence = journey.silence();
    expect(await world.timerSet(1)).toBe(225);
    world.advance(225);
    await silence;
  });

  test('waits for a webhook that may come longer than the quiet time, where webhooks are slow', async () => {
    const { journey, world, eventTimeout } = driven();
    eventTimeout.came(900);
    const sent = await journey.send('wrong_chain');
    const arrival = journey.mayArrive(sent);
    expect(await world.timerSet(1)).toBe(2_700);
    world.advance(2_700);
    expect(await arrival).toBe(false);
  });

  test('waits for such a webhook half as long once none came three times', async () => {
    const { journey, world, eventTimeout, usual } = driven();
    eventTimeout.came(900);
    for (let nth = 0; nth < 3; nth++) usual.wasSilent();
    const sent = await journey.send('wrong_chain');
    const arrival = journey.mayArrive(sent);
    expect(await world.timerSet(1)).toBe(1_350);
    world.advance(1_350);
    expect(await arrival).toBe(false);
  });

  test('waits for all that a step usually causes, once the first webhook that may come has come', async () => {
    const { journey, deliver, world, usual } = driven();
    usual.learn('wrong_chain', { named: ['first', 'second'], nameless: [] });
    const sent = await journey.send('wrong_chain');
    const arrival = journey.mayArrive(sent);
    await world.timerSet(1);
    deliver('collection.wrong_chain');
    await world.timerSet(2);
    deliver('collection.updated');
    expect(await arrival).toBe(true);
    expect(world.pending).toBe(0);
  });
});
