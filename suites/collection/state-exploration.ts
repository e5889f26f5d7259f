import { Exploration, type JourneyDriver, leadsToCredit, type Move, type MoveOutcome, type Scenario } from '#harness';
import { MISMATCHES } from './amount-mismatch.ts';

/** How long a webhook that may come is waited for, in multiples of the quiet time. */
const QUIETS = 3;

/** Complete for a service with the states that the specification implies, three times over. */
const MOST = 24;

export const stateExploration: Scenario = {
  id: 'collection/state-exploration',
  suite: 'collection',
  title: 'Whatever the sequence of steps, only an accepted disburse credits an order, and once (4.3, Events)',
  orders: { least: 0, most: MOST },
  async drive({ journeys, target, leftOut }) {
    const exploration = new Exploration();
    await journeys(async order => {
      const walk = exploration.walk();
      for (let turn = walk.next(); !turn.done; turn = walk.next(await take(order, turn.value, target.quietMs))) {}
    });
    const { tried, known } = exploration.coverage;
    if (tried < known) leftOut(`${known - tried} of the ${known} steps from states that were reached`);
  },
};

async function take(order: JourneyDriver, { event, mismatch, due }: Move, quietMs: number): Promise<MoveOutcome> {
  const credits = leadsToCredit(event);
  // A credit that an earlier step sent needs time to arrive before this one.
  if (credits) await order.quiet(quietMs);
  const sent = await order.send(event, mismatch && { received_amount: MISMATCHES[0][0] });
  if (sent.outcome === 'unknown') return 'unknown';
  if (sent.outcome === 'refused') {
    if (credits) await order.quiet(quietMs);
    return 'stayed';
  }
  if (due) {
    await order.arrival(sent);
    return 'moved';
  }
  if (await order.mayArrive(sent, QUIETS * quietMs)) return 'moved';
  // An accepted step that credits may still send its credit, for which no other step could be blamed.
  return credits ? 'unknown' : 'stayed';
}
