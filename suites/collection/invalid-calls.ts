import {
  type Condition,
  HAPPY_PATH,
  isSimulateEvent,
  type JourneyDriver,
  leadsToCredit,
  type Scenario,
} from '#harness';
import { type MoreOfStep, rawCalls, UNREADABLE } from '../raw-calls.ts';

/** Values that are no event, each similar to one that a new order would accept. */
const FIRST = [
  null,
  '',
  1,
  true,
  ['deposit_detected'],
  { event: 'deposit_detected' },
  'deposit-detected',
  'depositDetected',
];

/** Values that are no event, each similar to `disburse`, which an order with a confirmed deposit would accept. */
const LAST = [
  ...[['disburse'], { event: 'disburse' }, null],
  // Other names that a service may know for the step, or accept as events.
  ...['disbursement.completed', 'complete', 'settle', 'refund'].filter(name => !isSimulateEvent(name)),
];

/**
 * Events in another letter case or padded with blanks. It is unspecified whether they are accepted. The scenario leaves
 * an order alone once it accepts one, so each kind comes first for one order.
 */
const OTHERWISE = {
  first: ['DEPOSIT_DETECTED', ' deposit_detected ', 'Expire', ' fail', 'WRONG_CHAIN'],
  last: [' disburse', 'disburse ', 'DISBURSE', 'Disburse'],
};

/** From this length on, an id without its last two characters is the id of no order. */
const LONG_ID = 16;

export const invalidCalls: Scenario = {
  id: 'collection/invalid-calls',
  suite: 'collection',
  title: 'A simulate call without an event or with an incomplete order id changes nothing (4.3)',
  orders: { least: 1, most: 3 },
  async drive(context) {
    const { journeys, orders, target } = context;
    const calls = rawCalls(context);
    /** Waits after an accepted call, so that its webhook is not attributed to the next step. */
    const simulate = async (order: JourneyDriver, condition: Condition, body: object, more?: MoreOfStep) => {
      const isAccepted = await calls.simulate(order, condition, body, more);
      if (isAccepted) await order.awhile();
      return isAccepted;
    };

    const beforeFirst = async (order: JourneyDriver) => {
      await simulate(order, 'without-event', {});
      await simulate(order, 'unknown-event', { event: 'no_such_event' });
      for (const event of FIRST) await simulate(order, `invalid-event: ${JSON.stringify(event)}`, { event });
      const right = { event: 'deposit_detected' };
      for (const [words, of] of UNREADABLE)
        await simulate(order, `unreadable-body: ${words}`, {}, { text: of(JSON.stringify(right)) });
      if (order.order.length < LONG_ID) return;
      // What a refused call sends has time to come, since this one may be accepted.
      await order.awhile();
      await simulate(order, 'order-id-cut', right, { orderId: order.order.slice(0, -2) });
    };
    const beforeLast = async (order: JourneyDriver) => {
      for (const event of HAPPY_PATH.filter(step => !leadsToCredit(step))) await order.step(event);
      for (const event of LAST) await simulate(order, `invalid-event: ${JSON.stringify(event)}`, { event });
    };

    /** @returns whether one was accepted: later webhooks could not be attributed to a single call */
    const otherwise = async (order: JourneyDriver, events: readonly string[]) => {
      for (const event of events)
        if (await simulate(order, `odd-value: event ${JSON.stringify(event)}`, { event })) return true;
      return false;
    };

    await journeys(async (order, nth) => {
      // The other orders are left alone from here on. Anything that arrives about them is evidence.
      if (nth === 1) {
        await beforeFirst(order);
        await otherwise(order, OTHERWISE.first);
        return;
      }
      if (nth === 2) {
        await beforeLast(order);
        await otherwise(order, OTHERWISE.last);
        return;
      }
      // The first order can still be driven, because the calls so far changed nothing.
      await beforeFirst(order);
      if (orders === 1) await order.quiet(target.quietMs);
      await beforeLast(order);
      if (orders < 3) await order.quiet(target.quietMs);
      if (orders < 3 && (await otherwise(order, OTHERWISE.last))) return;
      for (const event of HAPPY_PATH.filter(leadsToCredit)) await order.step(event);
    });
  },
};
