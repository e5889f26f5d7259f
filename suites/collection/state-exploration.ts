import {
  type JourneyDriver,
  leadsToCredit,
  planWalks,
  randomWalk,
  type Scenario,
  type ScenarioContext,
  type SimulateEvent,
  seededRandom,
  type Walk,
} from '#harness';

/** The number of orders that try each step from each state: more if the service accepts steps that others refuse. */
const ORDERS = { complete: 13, most: 37 };
/** A walk ends after this many accepted steps, so that a service that accepts every step does not hold up the run. */
const MOST_ACCEPTED = 8;
/** A walk also ends after this many silent steps, because each is waited for. */
const MOST_SILENT = 4;

/** The happy path with more steps. A state that one of them changes in silence shows only in the steps after. */
const WITH_MORE: readonly (readonly SimulateEvent[])[] = [
  ['deposit_detected', 'deposit_confirmed', 'deposit_detected', 'disburse'],
  ['deposit_detected', 'deposit_detected', 'deposit_confirmed', 'disburse'],
  ['deposit_detected', 'deposit_confirmed', 'deposit_confirmed', 'disburse'],
  ['disburse', 'deposit_detected', 'deposit_confirmed', 'disburse'],
  ['deposit_detected', 'deposit_confirmed', 'disburse', 'fail', 'disburse'],
];

export const stateExploration: Scenario = {
  id: 'collection/state-exploration',
  suite: 'collection',
  title: 'In every sequence of steps, only an accepted disburse credits an order, and only once (4.3, Events)',
  orders: { least: 0, ...ORDERS },
  async drive({ journeys, orders, lifecycle, leftOut }) {
    await exploreStates({ journeys, lifecycle }, orders);
    const { unexplored, transitions } = lifecycle();
    const known = unexplored.length + transitions.length;
    if (unexplored.length > 0) leftOut(`${unexplored.length} of the ${known} steps from states that were reached`);
  },
};

/**
 * Tries each step from each state of the learned lifecycle. If nothing is left, random walks look for contradictions.
 * A new plan is made when half of the current walks have ended.
 */
export async function exploreStates(
  { journeys, lifecycle }: Pick<ScenarioContext, 'journeys' | 'lifecycle'>,
  orders: number,
): Promise<void> {
  const random = seededRandom('walks');
  const pick = (below: number) => random.randomBytes(4).readUInt32BE() % below;
  const tried = new Set<string>();
  const running = new Map<Walk, Promise<void>>();
  const start = (walk: Walk) => {
    const take = async (order: JourneyDriver) => {
      for (const aim of await takeWalk(order, walk)) tried.add(aim);
    };
    running.set(
      walk,
      journeys(take, { most: 1 }).finally(() => running.delete(walk)),
    );
  };
  const first = orders > ORDERS.complete ? WITH_MORE : [];
  for (const events of first) start({ steps: events.map(event => ({ event })), aims: new Map() });
  for (let left = orders - first.length; left > 0; ) {
    const learned = lifecycle();
    const known = new Set([...tried, ...[...running.keys()].flatMap(({ aims }) => [...aims.values()])]);
    const planned = planWalks(learned, known);
    const isDone = planned.length === 0 && running.size === 0;
    const walks = isDone ? Array.from({ length: left }, () => randomWalk(learned, pick)) : planned.slice(0, left);
    for (const walk of walks) start(walk);
    left -= walks.length;
    const half = Math.floor(running.size / 2);
    while (running.size > (left > 0 ? half : 0)) await Promise.race(running.values());
  }
}

/**
 * Drives an order through a walk. No webhook is due, because the assumed states may be wrong; each is waited for
 * briefly.
 *
 * @returns the aims that were tried before the order moved on
 */
export async function takeWalk(
  order: Pick<JourneyDriver, 'send' | 'mayArrive' | 'awhile'>,
  { steps, aims }: Walk,
): Promise<readonly string[]> {
  const tried: string[] = [];
  let accepted = 0;
  let silent = 0;
  let hasMoved = false;
  for (const [nth, { event, receivedAmount, receivedNetwork, webhooks }] of steps.entries()) {
    // The credit of an earlier step needs time to arrive before this one.
    if (leadsToCredit(event)) await order.awhile();
    const sent = await order.send(event, {
      ...(receivedAmount !== undefined && { received_amount: receivedAmount }),
      ...(receivedNetwork !== undefined && { received_network: receivedNetwork }),
    });
    if (sent.answer === 'unknown') break;
    const aim = aims.get(nth);
    if (aim !== undefined && !hasMoved) tried.push(aim);
    if (sent.answer === 'taken') {
      // Steps that are known to be silent are not waited for.
      const came = webhooks !== 0 && (await order.mayArrive(sent));
      hasMoved ||= came && aim !== undefined;
      if ((webhooks !== 0 && !came && ++silent === MOST_SILENT) || ++accepted === MOST_ACCEPTED) break;
      if (came && (webhooks === undefined || webhooks > 1)) await order.awhile();
    } else if (leadsToCredit(event)) await order.awhile();
  }
  return tried;
}
