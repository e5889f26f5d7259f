import { COMPLETED } from '../core/dialect.ts';
import type { Journey, Step } from '../core/evidence.ts';
import { leadsToCredit } from '../core/lifecycle.ts';
import { oncePerObject } from '../core/once.ts';
import type { EventSeen, View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';
import { breach, type Check, hidden, type Judgement, pass } from './check.ts';
import { originOf, originsOfCredits } from './credit-origin.ts';
import { isOnHappyPath, refusedOnTheWay } from './happy-path.ts';
import { creditCalls } from './mistaken-calls.ts';
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
      const credits = creditsOf(view, journey);
      if (credits.length === 0) yield* notCredited(view, journey, disbursed);
      if (credits.length === 1) yield pass('collection.credited-once', journey.id);
      if (credits.length < 2) continue;
      const origin = originOf(
        view,
        credits.map(({ deliveries: [first] }) => first),
      );
      const calls = creditCalls(view, journey);
      // Each accepted call fires its webhook (4.3), so that a second disburse may send a credit of its own.
      if (
        credits.every((event, nth) => arrivalOf(event) >= (calls[nth] ?? Number.POSITIVE_INFINITY)) &&
        isAgain(view)
      ) {
        yield breach({
          requirement: 'collection.credited-once',
          severity: 'advice',
          cause: 'each call',
          message: `each accepted disburse of an order sends another ${COMPLETED}`,
          expected: 'one event, however often disburse is simulated',
          received: `${credits.length} events after ${calls.length} accepted calls`,
          likely: 'each call fires a webhook, as the specification says; a consumer would credit each',
          evidence: [...credits.map(({ deliveries: [first] }) => first.id), journey.id],
        });
        continue;
      }
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

function creditsOf(view: View, journey: Journey): readonly EventSeen[] {
  return view
    .eventsOf(journey)
    .filter(event => event.type === COMPLETED && event.deliveries.some(delivery => view.verifies(delivery)));
}

/** Whether a disburse that was accepted again sends a credit: one came where no refused disburse lay between. */
const isAgain = oncePerObject((view: View): boolean =>
  view.evidence.journeys.some(journey => {
    const [, ...calls] = creditCalls(view, journey);
    const disburses = journey.steps.filter(({ event }) => leadsToCredit(event));
    return creditsOf(view, journey)
      .slice(1)
      .some((event, nth) => {
        const last = disburses.findLast(({ at }) => at <= arrivalOf(event));
        const isAfter = arrivalOf(event) >= (calls[nth] ?? Number.POSITIVE_INFINITY);
        return isAfter && last !== undefined && view.outcomeOf(last) !== 'refused';
      });
  }),
);

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
