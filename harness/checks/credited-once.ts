import { COMPLETED } from '../core/dialect.ts';
import type { Journey, Step } from '../core/evidence.ts';
import { leadsToCredit } from '../core/lifecycle.ts';
import type { EventSeen, View } from '../core/view.ts';
import { breach, type Check, hidden, type Judgement, pass } from './check.ts';
import { originOf, originsOfCredits } from './credit-origin.ts';
import { isOnHappyPath, refusedOnTheWay } from './happy-path.ts';
import { signature } from './signature.ts';

/** Signature header, rule 5, and Events: a consumer that follows the rules credits a disbursed order exactly once. */
export const creditedOnce: Check = {
  id: 'credited-once',
  title: 'A consumer that follows the rules credits a disbursed order exactly once',
  kind: 'safety',
  requirements: ['collection.credited-once'],
  *judge(view) {
    for (const journey of view.evidence.journeys) {
      const [disbursed, again] = journey.steps.filter(({ event }) => leadsToCredit(event));
      if (disbursed === undefined) {
        const refused = refusedOnTheWay(view, journey);
        if (refused) yield hidden('collection.credited-once', ['lifecycle.happy-path'], refused.exchange);
        continue;
      }
      const credits = view
        .eventsOf(journey)
        .filter(event => event.type === COMPLETED && event.deliveries.some(delivery => view.verifies(delivery)));
      if (credits.length === 0) yield* notCredited(view, journey, disbursed);
      if (credits.length === 1) yield pass('collection.credited-once', journey.id);
      if (credits.length < 2) continue;
      const origin = originOf(
        view,
        credits.map(({ deliveries: [first] }) => first),
      );
      const how = again ? 'repeated' : 'twice';
      // Where the record shows what sent others, it may have sent this one.
      const isKnown = again !== undefined || originsOfCredits(view).size === 0;
      const creator = isKnown ? `${again ? 'each call' : creatorOf(credits)} creates a new event; ` : '';
      yield breach({
        requirement: 'collection.credited-once',
        cause: origin ? `${how} ${origin.cause}` : how,
        message: `${COMPLETED} of one disbursement arrives under more than one event id`,
        expected: 'one event, however often it is delivered',
        received: credits.map(({ id }) => id ?? 'an event without an id').join(', '),
        likely: `${origin ? `${origin.likely}; ` : creator}a consumer would credit each`,
        evidence: [
          ...credits.flatMap(({ deliveries }) => deliveries.map(({ id }) => id)),
          ...(origin ? [origin.exchange] : []),
          journey.id,
        ],
      });
    }
  },
};

/** What makes further events of one call: an attempt only if an earlier one was refused. */
function creatorOf(credits: readonly EventSeen[]): string {
  const deliveries = credits.flatMap(event => event.deliveries.map(({ at, answer }) => ({ event, at, answer })));
  const refused = deliveries.some(({ event, at, answer }) => {
    return answer.refused && deliveries.some(other => other.event !== event && other.at > at);
  });
  return refused ? 'each attempt' : 'each handler of the call';
}

/** Where a credit is due and does not come, or does not verify. An isolated retry is not judged: it may come late. */
function* notCredited(view: View, journey: Journey, asked: Step): Generator<Judgement> {
  if (journey.diagnoses !== undefined || !isOnHappyPath(view, journey, asked)) return;
  const unread = view.deliveriesOf(journey).filter(delivery => view.typeOf(delivery) === COMPLETED);
  if (unread.length > 0) {
    // It came and does not verify, or under the id of an earlier event.
    yield hidden('collection.credited-once', [...signature.requirements, 'event.id'], ...unread.map(({ id }) => id));
    return;
  }
  const isMissed = view.evidence.waits.some(({ since, outcome }) => since === asked.exchange && outcome === 'missed');
  if (view.outcomeOf(asked) === 'accepted' && !isMissed) return;
  const why = ['lifecycle.happy-path', 'event.completed-delivered'];
  yield hidden('collection.credited-once', why, asked.exchange);
}
