import { expect, test } from 'vitest';
import type { SimulateEvent } from '../contract/lifecycle.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Delivery, RecordLine } from '../evidence/evidence.ts';
import { webhooks } from '../facts/testing/webhooks.ts';
import { UsualEvents } from '../facts/webhooks-of-steps.ts';
import { aRun, INTERPRETATION } from '../testing/evidence.ts';
import type { ExchangeOptions } from '../testing/evidence-options.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { Inbox } from '../webhooks/inbox.ts';
import { AdaptiveTimeout } from './adaptive-timeout.ts';
import { DeliveryTracker } from './delivery-tracker.ts';
import { HiddenStep, JourneyDriver, type JourneyTools } from './journey-driver.ts';
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
  tracker.follow([order]);
  tracker.read(INTERPRETATION);
  const lines: RecordLine[] = [];
  const asked: object[] = [];
  const doubts: number[] = [];
  const entered: string[] = [];
  const refusal: Refusal = { order, replies: [], deliveries: [] };
  const known = new UsualEvents();
  const typesOf = (event: string, count = 0) => Array.from({ length: count }, (_, nth) => `${event} ${nth}`);
  const types = Object.entries(usual).map(([event, count]) => [event, typesOf(event, count)] as const);
  known.learn(webhooks(Object.fromEntries(types)));
  const deliver = (type: string, options = {}) => {
    const delivery = run.deliver(type, { order, ...options });
    tracker.add(delivery);
    inbox.wake();
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
    outage: { end: async () => false },
  };
  const journey = new JourneyDriver('j1', order, 'a/scenario', tools);
  const of = (type: RecordLine['type']) => lines.filter(line => line.type === type);
  let timers = 0;
  /**
   * What comes of doing something, while the waits for it begin one after another. Of each wait: its milliseconds,
   * after which it is over, or what happens once it has begun.
   */
  const through = async <T>(doing: Promise<T>, ...moments: readonly (number | (() => unknown))[]): Promise<T> => {
    for (const moment of moments) {
      const ms = await world.timerSet(++timers);
      if (typeof moment === 'number') {
        expect(ms).toBe(moment);
        world.advance(ms);
      } else await moment();
    }
    return doing;
  };
  /** Says that a delivery was refused, and that its answer was sent. */
  const refuse = (delivery: Delivery): Delivery => {
    refusal.deliveries.push({ delivery, ended: { at: delivery.at, hungUp: false } });
    return delivery;
  };
  return {
    ...{ run, order, world, stop, journey, asked, doubts, entered, eventTimeout, deliver, refusal, inbox },
    ...{ through, refuse, usual: known },
    /** The events that were simulated. */
    events: () => asked.map(call => (call as { event?: string }).event),
    alone: () => {
      tracker.alone = order;
    },
    waits: () => of('wait'),
    steps: () => of('step'),
  };
}

/** Lets everything happen that waits for no timer. */
const settled = () => new Promise(setImmediate);
const REFUSED = { kind: 'status', status: 503, refused: true } as const;

test('A step is sent, recorded, and ends when its webhook has come', async () => {
  const { journey, deliver, through, waits, steps, asked, order, doubts, run } = driven();
  const fields = { received_amount: '1' };
  const sent = await through(journey.step('deposit_detected', fields), () => deliver('a'));
  const [call] = run.evidence.exchanges;
  expect(sent).toMatchObject({ answer: 'taken', exchange: call?.id, before: new Set() });
  expect(asked).toEqual([{ id: order, event: 'deposit_detected', received_amount: '1' }]);
  const step = { type: 'step', journey: 'j1', event: 'deposit_detected', exchange: call?.id, at: call?.sentAt };
  expect(steps()).toEqual([{ ...step, receivedAmount: '1' }]);
  const wait = { journey: 'j1', kind: 'event', since: call?.id, allowed: 5_000, outcome: 'came' };
  expect(waits()).toMatchObject([wait]);
  expect(doubts).toEqual([]);
});

test('A step enters the exclusive section before it is sent', async () => {
  const { journey, entered } = driven({ status: 409 });
  await journey.step('expire');
  await journey.send('fail');
  expect(entered).toEqual(['expire', 'fail']);
});

test.each([199, 300, 409])('A step that is answered %i is refused, and not awaited', async status => {
  const { journey, waits } = driven({ status });
  expect(await journey.step('wrong_chain', { received_network: 'tron' })).toMatchObject({ answer: 'refused' });
  expect(waits()).toEqual([]);
});

test('A step that the service puts off ends the journey: it is recorded, and no webhook is awaited', async () => {
  const { journey, steps, waits } = driven({ status: 503, headers: [['Retry-After', '5']] });
  await expect(journey.step('disburse')).rejects.toThrow(HiddenStep);
  expect([steps().length, waits()]).toEqual([1, []]);
});

test('A step that a gateway answers, without a time to come again, may have been taken', async () => {
  const { journey } = driven({ status: 503 });
  expect(await journey.send('disburse')).toMatchObject({ answer: 'unknown' });
});

test('A step without an answer may have been taken, causes a probe, and its event is awaited', async () => {
  const { journey, doubts, deliver, through, waits, run } = driven({ failure: { kind: 'timeout', message: '' } });
  expect(await through(journey.step('fail'), () => deliver('a'))).toMatchObject({ answer: 'unknown' });
  expect(doubts).toEqual([run.evidence.exchanges[0]?.sentAt]);
  expect(waits()).toMatchObject([{ outcome: 'came' }]);
});

test.each([
  [true, 'missed'],
  [false, 'abandoned'],
])('A step whose webhook does not come is missed, unless the target is away: there %s, %s', async (there, outcome) => {
  const { journey, through, waits, doubts } = driven(undefined, { there });
  await through(journey.step('fail'), 5_000);
  expect(waits()).toMatchObject([{ outcome, allowed: 5_000 }]);
  expect(doubts).toHaveLength(1);
});

test('A step is abandoned when the run stops, without a probe of the target', async () => {
  const { journey, stop, through, waits, doubts } = driven();
  await through(journey.step('fail'), () => stop.abort());
  expect(waits()).toMatchObject([{ outcome: 'abandoned' }]);
  expect(doubts).toEqual([]);
});

test.each<[string, SimulateEvent, string, string]>([
  ['an event that comes again', 'deposit_confirmed', 'a', 'b'],
  ['an event before the credit', 'disburse', 'disbursement.initiated', COMPLETED],
  ['an event of a type that another step has', 'fail', 'expired', 'of no step'],
])('A step is not done by %s', async (_, event, other, own) => {
  const { journey, deliver, through, waits, usual } = driven();
  usual.learn(webhooks({ expire: ['expired'] }));
  deliver('a', { event: 'evt_1' });
  const stepping = through(journey.step(event), async () => {
    deliver(other, other === 'a' ? { event: 'evt_1' } : {});
    await settled();
    expect(waits()).toEqual([]);
    deliver(own);
  });
  expect(await stepping).toMatchObject({ before: new Set(['evt_1']) });
  expect(waits()).toMatchObject([{ outcome: 'came' }]);
});

test('A step in quick succession after another needs a separate event', async () => {
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
])('A step %s', async (_, usual, sentAtOnce) => {
  const { journey, deliver, through, world, asked } = driven({ status: 202 }, { usual });
  await through(journey.step('deposit_detected'), () => deliver('a'));
  const next = journey.send('deposit_confirmed');
  await settled();
  expect(asked.length).toBe(sentAtOnce);
  world.advance(100);
  await next;
  expect(asked.length).toBe(2);
});

test.each([
  ['waits briefly for what usually follows', 3, [100]],
  ['stops waiting once all that usually comes has come', 2, []],
])('A step %s', async (_, expire, pauses) => {
  const { journey, deliver, through, world } = driven(undefined, { usual: { expire } });
  const come = () => {
    deliver('a');
    deliver('b');
  };
  await through(journey.step('expire'), come, ...pauses);
  expect(world.pending).toBe(0);
});

test('After eight of thirty timeouts, the remaining waits are given up and count as nothing', async () => {
  const { journey, through, waits } = driven();
  const allowed = [5_000, 5_000, 5_000, 1_000, 1_000, 1_000, 1_000, 1_000, ...new Array<number>(22).fill(100)];
  for (const ms of allowed) await through(journey.step('fail'), ms);
  const isGivenUp = (ms: number) => ms === 100;
  expect(waits()).toMatchObject(allowed.map(ms => ({ allowed: ms, outcome: isGivenUp(ms) ? 'abandoned' : 'missed' })));
});

test('A step from any state is tried on a new order, then after each step, until one state accepts it', async () => {
  const refused = driven({ status: 409 });
  await refused.journey.stepFromAnyState('fail');
  expect(refused.events()).toEqual(['fail', 'deposit_detected', 'fail', 'deposit_confirmed', 'fail']);
  const { journey, events, deliver, through } = driven();
  await through(journey.stepFromAnyState('expire'), () => deliver('a'));
  expect(events()).toEqual(['expire']);
});

const came = { kind: 'event', outcome: 'came' };

test('A refused step waits for a redelivery after each refusal', async () => {
  const { journey, deliver, refuse, through, waits } = driven();
  const refused: Delivery[] = [];
  const again = () => refused.push(refuse(deliver('a', { event: 'evt_1', answer: REFUSED })));
  // The second timer is that of what usually follows.
  await through(
    journey.stepRefused('expire', [REFUSED, REFUSED]),
    again,
    () => {},
    again,
    () => deliver('a', { event: 'evt_1' }),
  );
  const redelivery = { kind: 'redelivery', allowed: 9_000, outcome: 'came' };
  expect(waits()).toMatchObject([came, ...refused.map(({ id }) => ({ ...redelivery, since: id }))]);
});

test('A refused step waits for a redelivery from the end of its refusal, and for no copy held with it', async () => {
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

test('A refused step stops waiting for a redelivery that proves to be about a foreign order', async () => {
  const { journey, deliver, refuse, through, waits, alone } = driven();
  alone();
  const foreign = () => refuse(deliver('a', { order: 'co_9z', answer: REFUSED }));
  await through(
    journey.stepRefused('expire', [{ kind: 'drop' }]),
    foreign,
    () => {},
    () => deliver('a'),
  );
  expect(waits()).toMatchObject([came, { kind: 'redelivery', outcome: 'abandoned' }]);
});

test('A refused step waits for no redelivery of a delivery that it accepts late', async () => {
  const { journey, deliver, refuse, through, waits } = driven();
  const accepted = { kind: 'status', status: 200, refused: false } as const;
  await through(journey.stepRefused('expire', [{ ...accepted, afterMs: 600 }]), () =>
    refuse(deliver('a', { answer: accepted })),
  );
  expect(waits()).toMatchObject([came]);
});

test('A journey waits in silence again after each webhook about its order, and for others not', async () => {
  const { journey, deliver, through, world, waits } = driven();
  const other = () => {
    deliver('collection.expired', { order: 'co_other' });
    world.advance(100);
  };
  await through(journey.silence(), () => deliver('collection.expired'), other);
  expect(waits()).toMatchObject([{ outcome: 'came' }, { outcome: 'missed' }]);
});

test('A journey waits until a burst is over, however long it is, and gives up one that does not end', async () => {
  const { journey, deliver, through, world, waits } = driven();
  const burst = (ms: number) => () => {
    world.advance(ms);
    deliver('collection.expired');
  };
  await through(journey.silence(), ...new Array(35).fill(burst(1)), ...new Array(5).fill(burst(99)));
  expect(waits()).toHaveLength(40);
});

test('A journey waits for all that a step usually causes, once the first webhook that may come has come', async () => {
  const { journey, deliver, through, world, usual } = driven();
  usual.learn(webhooks({ wrong_chain: ['first', 'second'] }));
  const sent = await journey.send('wrong_chain');
  const arrival = through(
    journey.mayArrive(sent),
    () => deliver('collection.wrong_chain'),
    () => deliver('collection.updated'),
  );
  expect(await arrival).toBe(true);
  expect(world.pending).toBe(0);
});
