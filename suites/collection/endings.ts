import { FAILURES, HAPPY_PATH, type JourneyDriver, mayAct, refusal, type Scenario, type SimulateEvent } from '#harness';

export const happyPath: Scenario = {
  id: 'collection/happy-path',
  suite: 'collection',
  title: 'An order goes from deposit to disbursement.completed, and a refused delivery is redelivered (4.3)',
  orders: { least: 1, most: 1 },
  calibrates: true,
  async drive({ journeys }) {
    await journeys(async order => {
      // Webhooks before the first step belong to no step.
      await order.enter(HAPPY_PATH[0] ?? '');
      await order.silence();
      for (const [nth, event] of HAPPY_PATH.entries()) {
        await (nth === 0 ? order.stepRefused(event, [refusal(503)]) : order.step(event));
      }
    });
  },
};

export const expiry: Scenario = {
  id: 'collection/expiry',
  suite: 'collection',
  title: 'An order whose quote expires unpaid sends a webhook and is never credited (4.3, expire)',
  orders: { least: 1, most: 1 },
  calibrates: true,
  drive: ({ journeys }) => journeys(order => order.stepFromAnyState('expire')),
};

export const failure: Scenario = {
  id: 'collection/failure',
  suite: 'collection',
  title: 'An order that fails sends a webhook and is never credited (4.3, fail)',
  orders: { least: 1, most: 1 },
  calibrates: true,
  drive: ({ journeys }) => journeys(order => order.stepFromAnyState('fail')),
};

/** Names of networks are unspecified. These are the most widely used. */
const WIDELY_USED = ['tron', 'ethereum', 'polygon'];
/** The most tried names. */
const MOST = 8;

export const wrongChain: Scenario = {
  id: 'collection/wrong-chain',
  suite: 'collection',
  title: 'A deposit on the wrong network sends a webhook and is never credited (4.3, wrong_chain)',
  orders: { least: 1, most: WIDELY_USED.length },
  calibrates: true,
  async drive({ journeys, target, networksSeen }) {
    const names = target.networks.length > 0 ? target.networks : [...networksSeen(), ...WIDELY_USED];
    const known = [...new Set(names)].slice(0, MOST);
    // Each order starts with another network, because a service may fail for only one of them.
    let isAccepted = false;
    const arriveFrom = async (order: JourneyDriver, first: number) => {
      const begin = first % known.length;
      for (const received_network of [...known.slice(begin), ...known.slice(0, begin)]) {
        const { answer } = await order.step('wrong_chain', { received_network });
        isAccepted ||= answer === 'taken';
        if (mayAct(answer)) return;
      }
      await order.stepFromAnyState('wrong_chain');
    };
    await journeys(order => arriveFrom(order, 0), { most: 1 });
    // The others come backwards: if orders have the networks in this order, too, each would receive from its own.
    if (isAccepted) await journeys((order, nth) => arriveFrom(order, known.length - 1 - nth));
  },
};

/** Amounts below and above the due one, from extreme to likely. The bounds of amounts are unspecified. */
const AMOUNTS = {
  less: ['0.01', '1.00', '10.00'],
  more: ['999999999.99', '1000000.00', '10000.00'],
} as const;

/** The amounts below and above, in turn. */
export const MISMATCHES = Object.values(AMOUNTS);

/** Enough orders to show a fault that occurs one time in five. */
const MISMATCHED = 20;

export const amountMismatch: Scenario = {
  id: 'collection/amount-mismatch',
  suite: 'collection',
  title: 'A deposit of a different amount is simulated and sends a webhook (4.3, received_amount)',
  orders: { least: 1, complete: MISMATCHES.length, most: MISMATCHED },
  async drive({ journeys }) {
    await journeys(async (order, nth) => {
      for (const received_amount of MISMATCHES[nth % MISMATCHES.length] ?? []) {
        // The first webhook is refused, because not only the happy path has redeliveries.
        const { answer } = await (nth === 0
          ? order.stepRefused('deposit_detected', [refusal(503)], { received_amount })
          : order.step('deposit_detected', { received_amount }));
        if (mayAct(answer)) return;
      }
    });
  },
};

/**
 * Steps that end an order without a disbursement. The calibrating steps come first: if one sent its webhook before and
 * is silent now, that is evidence.
 */
const ENDINGS: readonly (readonly SimulateEvent[])[] = [
  ...FAILURES.map(event => [event]),
  ['deposit_detected', 'fail'],
  ['wrong_chain'],
  ['expire'],
];

/** Failures that many services do not send after a deposit was seen, so their webhooks are not waited for. */
const UNUSUAL = FAILURES.filter(event => event !== 'fail');

/** The last webhook of the first order of each failure is refused, because not only the happy path has redeliveries. */
const REFUSED = FAILURES.length;

/** How often each ending is driven. Twenty tries show a fault that occurs one time in five in 99 % of runs. */
const TIMES = 10;

export const laterFailures: Scenario = {
  id: 'collection/later-failures',
  suite: 'collection',
  title: 'An order that ends without a disbursement is never credited, however it ends (4.3)',
  orders: {
    least: 1,
    complete: ENDINGS.length + UNUSUAL.length,
    most: TIMES * ENDINGS.length + UNUSUAL.length,
  },
  async drive({ journeys }) {
    await journeys(async (order, index) => {
      // After every ending was driven once.
      const unusual = UNUSUAL[index - ENDINGS.length];
      if (unusual) return failUnusually(order, unusual);
      // Alternates between forwards and backwards: a service that fails every other time then meets all endings.
      const [round, place] = [Math.floor(index / ENDINGS.length), index % ENDINGS.length];
      const steps = ENDINGS.at(round % 2 === 0 ? place : -1 - place) ?? [];
      for (const [nth, event] of steps.entries()) {
        const refused = index < REFUSED && nth === steps.length - 1;
        // A service may settle in part what fails after a deposit of another amount.
        const received_amount = round % 2 === 1 && event === 'deposit_detected' ? AMOUNTS.less.at(-1) : undefined;
        const extra = received_amount === undefined ? {} : { received_amount };
        const sent = await (refused ? order.stepRefused(event, [refusal(503)]) : order.step(event, extra));
        const next = HAPPY_PATH[nth];
        // A silent failure: the next step shows whether the order failed.
        if (nth > 0 && next && sent.answer === 'taken' && !order.hasCome(sent)) await order.send(next);
      }
    });
  },
};

/** Simulates a failure after the deposit was seen. If it is silent, the next step shows whether the order failed. */
async function failUnusually(order: JourneyDriver, event: SimulateEvent): Promise<void> {
  await order.step('deposit_detected');
  const sent = await order.send(event);
  if (sent.answer === 'taken' && !(await order.mayArrive(sent))) await order.send('deposit_confirmed');
}
