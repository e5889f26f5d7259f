import {
  Exploration,
  type ExplorationMove,
  type JourneyDriver,
  leadsToCredit,
  type MoveOutcome,
  mayAct,
  planWalks,
  planWords,
  randomWalk,
  type Scenario,
  type ScenarioContext,
  seededRandom,
  type Walk,
} from '#harness';
import { AMOUNTS } from './amount-mismatch.ts';

/**
 * How many orders try each step from each state that the specification implies: enough to do so once, and more for a
 * service that takes steps which others refuse, since it has more states.
 */
const BY_PLAN = { complete: 8, most: 24 };
/** How many orders then try what leaves the service's own states unexplored. */
const BY_LIFECYCLE = { complete: 5, most: 12 };
/** What a walk leads to can only be explored by a later one. */
const MOST_ROUNDS = 3;

export const stateExploration: Scenario = {
  id: 'collection/state-exploration',
  suite: 'collection',
  title: 'In every sequence of steps, only an accepted disburse credits an order, and only once (4.3, Events)',
  orders: {
    least: 0,
    most: BY_PLAN.most + BY_LIFECYCLE.most,
    complete: BY_PLAN.complete + BY_LIFECYCLE.complete,
  },
  async drive({ journeys, orders, lifecycle, leftOut }) {
    await exploreStates({ journeys, lifecycle }, orders);
    const { unexplored, transitions } = lifecycle();
    const known = unexplored.length + transitions.length;
    if (unexplored.length > 0) leftOut(`${unexplored.length} of the ${known} steps from states that were reached`);
  },
};

/** What an exploration needs of its scenario. */
type Orders = Pick<ScenarioContext, 'journeys' | 'lifecycle'>;

/** Tries each step from each state that the specification implies, then what the lifecycle leaves unexplored. */
export async function exploreStates({ journeys, lifecycle }: Orders, orders: number): Promise<void> {
  const byPlan = Math.max(Math.min(orders, BY_PLAN.complete), Math.ceil((orders * 2) / 3));
  const exploration = new Exploration();
  // The first order shows what the service does with steps that are not due; the others wait for no more.
  const { promise: isKnown, resolve: learned } = Promise.withResolvers<void>();
  const first = journeys(order => explore(order, exploration, learned), { most: 1 });
  const after = Promise.race([first, isKnown]);
  await journeys(order => explore(order, exploration, learned), { most: byPlan - 1, after });
  // The first takes longest. What the others leave unexplored does not wait for it.
  await exploreByLifecycle({ journeys, lifecycle }, orders - byPlan, { meanwhile: first });
}

/**
 * Tries what the lifecycle leaves unexplored, as far as it was learned, then what tells states apart. Where it leaves
 * nothing, random walks look for what contradicts it. The same lifecycle leads to the same walks, so that a service
 * shows the same facts in any run.
 *
 * @param more `rounds`: how often it looks at what is left; `meanwhile`: exploration under way, which the first round
 *   does not wait for
 */
export async function exploreByLifecycle(
  { journeys, lifecycle }: Orders,
  orders: number,
  { rounds = MOST_ROUNDS, meanwhile }: { readonly rounds?: number; readonly meanwhile?: Promise<void> } = {},
): Promise<void> {
  const random = seededRandom('walks');
  const pick = (below: number) => random.randomBytes(4).readUInt32BE() % below;
  const tried = new Set<string>();
  for (let round = 1, left = orders; round <= rounds && left > 0; round++) {
    const learned = lifecycle();
    const open = planWalks(learned, tried);
    const planned = (open.length > 0 ? open : planWords(learned, tried)).slice(0, left);
    const walks = planned.length > 0 ? planned : Array.from({ length: left }, () => randomWalk(learned, pick));
    const take = async (order: JourneyDriver, walk: Walk | undefined) => {
      if (walk) for (const aim of await takeWalk(order, walk)) tried.add(aim);
    };
    await journeys((order, nth) => take(order, walks[nth]), { most: walks.length });
    left -= walks.length;
    await meanwhile;
  }
  await meanwhile;
}

/** @param learned is called once it is known what the service does with steps that are not due */
async function explore(order: JourneyDriver, exploration: Exploration, learned: () => void): Promise<void> {
  // After a step that was accepted and sent nothing, it is not sure what the order is ready for.
  let isSure = true;
  const walk = exploration.walk();
  for (let turn = walk.next(); !turn.done; ) {
    const { event, due, possible } = turn.value;
    const credits = leadsToCredit(event);
    // A credit that an earlier step sent needs time to arrive before this one.
    if (credits) await order.awhile();
    const sent = await send(order, turn.value);
    let outcome: MoveOutcome = sent.answer === 'unknown' ? 'unknown' : 'stayed';
    if (sent.answer === 'taken') {
      const isTaken: boolean = possible && isSure;
      const came: boolean = due && isSure ? await order.arrival(sent) : await order.mayArrive(sent);
      isSure &&= came || isTaken;
      // A credit that comes after this one was accepted cannot be blamed on another step; and where it is not sure what
      // the order is ready for, a step that it may have taken leaves it in no state that is known.
      outcome = came || isTaken ? 'moved' : credits || possible ? 'unknown' : 'stayed';
    } else if (credits) await order.awhile();
    turn = walk.next(outcome);
    if (exploration.knowsService) learned();
  }
}

/** Sends a move. Of other amounts, the first that is not refused: the bounds of amounts are not specified. */
async function send(order: JourneyDriver, { event, mismatch }: ExplorationMove): ReturnType<JourneyDriver['send']> {
  const [first, ...more] = mismatch ? AMOUNTS[mismatch] : [undefined];
  const attempt = (amount?: string) =>
    order.send(event, amount === undefined ? undefined : { received_amount: amount });
  let sent = await attempt(first);
  for (const amount of more) if (!mayAct(sent.answer)) sent = await attempt(amount);
  return sent;
}

/** How many accepted steps a walk has at most: a service that accepts every step must not hold the run up. */
const MOST_ACCEPTED = 8;

/**
 * Drives an order through a walk. No webhook is due, since what is known of the order's states may be wrong: each is
 * given a while to come. The first step without one ends the walk, since all walks together would take too long.
 *
 * @returns the aims that were tried
 */
export async function takeWalk(
  order: Pick<JourneyDriver, 'send' | 'mayArrive' | 'awhile'>,
  { steps, aims }: Walk,
): Promise<readonly string[]> {
  const tried: string[] = [];
  let accepted = 0;
  for (const [nth, { event, receivedAmount, receivedNetwork, webhooks }] of steps.entries()) {
    // A credit that an earlier step sent needs time to arrive before this one.
    if (leadsToCredit(event)) await order.awhile();
    const sent = await order.send(event, {
      ...(receivedAmount !== undefined && { received_amount: receivedAmount }),
      ...(receivedNetwork !== undefined && { received_network: receivedNetwork }),
    });
    if (sent.answer === 'unknown') break;
    tried.push(...[aims.get(nth)].filter(aim => aim !== undefined));
    if (sent.answer === 'taken') {
      // Where it is known that nothing comes, nothing is waited for.
      if (webhooks !== 0 && !(await order.mayArrive(sent))) break;
      if (webhooks === undefined || webhooks > 1) await order.awhile();
      if (++accepted === MOST_ACCEPTED) break;
    } else if (leadsToCredit(event)) await order.awhile();
  }
  return tried;
}
