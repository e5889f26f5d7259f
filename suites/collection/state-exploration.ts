import { Exploration, type JourneyDriver, leadsToCredit, type MoveOutcome, type Scenario } from '#harness';
import { MISMATCHES } from './amount-mismatch.ts';

/** Enough to try every step from every state that the specification implies, once. */
const COMPLETE = 7;
/** More for a service that takes steps which others refuse: it has more states. */
const MOST = 24;

export const stateExploration: Scenario = {
  id: 'collection/state-exploration',
  suite: 'collection',
  title: 'Whatever the sequence of steps, only an accepted disburse credits an order, and once (4.3, Events)',
  orders: { least: 0, most: MOST, complete: COMPLETE },
  async drive({ journeys, leftOut }) {
    const exploration = new Exploration();
    // The first order shows what the service does with steps that are not due; the others wait for no more.
    const { promise: othersAfter, resolve: learned } = Promise.withResolvers<void>();
    await journeys(order => explore(order, exploration, learned), { othersAfter });
    const { tried, known } = exploration.coverage;
    if (tried < known) leftOut(`${known - tried} of the ${known} steps from states that were reached`);
  },
};

/** @param learned is called once it is known what the service does with steps that are not due */
async function explore(order: JourneyDriver, exploration: Exploration, learned: () => void): Promise<void> {
  // After a step that was accepted and sent nothing, it is not sure what the order is ready for.
  let isSure = true;
  const walk = exploration.walk();
  for (let turn = walk.next(); !turn.done; ) {
    const { event, mismatch, due, possible } = turn.value;
    const credits = leadsToCredit(event);
    // A credit that an earlier step sent needs time to arrive before this one.
    if (credits) await order.awhile();
    const sent = await order.send(event, mismatch && { received_amount: MISMATCHES[0][0] });
    let outcome: MoveOutcome = sent.outcome === 'unknown' ? 'unknown' : 'stayed';
    if (sent.outcome === 'accepted') {
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
