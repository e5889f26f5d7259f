import { COMPLETED } from '../core/dialect.ts';
import { leadsToCredit } from '../core/lifecycle.ts';
import { breach, type Check, pass } from './check.ts';

/** Signature header, rule 5, and Events: a consumer that follows the rules credits a disbursed order exactly once. */
export const creditedOnce: Check = {
  id: 'credited-once',
  title: 'A consumer that follows the rules credits a disbursed order exactly once',
  kind: 'safety',
  requirements: ['collection.credited-once'],
  *judge(view) {
    for (const journey of view.evidence.journeys) {
      const disbursed = journey.steps.filter(({ event }) => leadsToCredit(event)).length;
      if (disbursed === 0) continue;
      const credits = view
        .eventsOf(journey)
        .filter(event => event.type === COMPLETED && event.deliveries.some(delivery => view.verifies(delivery)));
      if (credits.length === 1) yield pass('collection.credited-once', journey.id);
      if (credits.length < 2) continue;
      yield breach({
        requirement: 'collection.credited-once',
        cause: disbursed > 1 ? 'repeated' : 'twice',
        message: `${COMPLETED} of one disbursement comes under more than one event id`,
        expected: 'one event, however often it is delivered',
        received: credits.map(({ id }) => id ?? 'an event without an id').join(', '),
        likely: `each ${disbursed > 1 ? 'call' : 'attempt'} creates a new event; a consumer would credit each`,
        evidence: [...credits.flatMap(({ deliveries }) => deliveries.map(({ id }) => id)), journey.id],
      });
    }
  },
};
