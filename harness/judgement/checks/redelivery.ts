import { isReadable } from '../../base/json.ts';
import { oncePerObject } from '../../base/once.ts';
import { isPermanentRejection } from '../../evidence/delivery.ts';
import type { Delivery, Journey } from '../../evidence/evidence.ts';
import { isNumberAt, placesOf } from '../../evidence/interpretation.ts';
import { mentions } from '../../evidence/mentions.ts';
import type { ReceivedEvent, View } from '../../evidence/view.ts';
import { unreadableFor } from '../../order/nameless.ts';
import { explainRun } from '../../order/run.ts';
import { type MissingRedelivery, misnamedRedelivery, notResent, waitFor } from './attempts.ts';
import { breach, type Check, hidden, type Judgement, pass } from './check.ts';

/** Events: delivery is at least once, so an unacknowledged delivery comes again, under the same event id. */
export const redelivery: Check = {
  id: 'redelivery',
  title: 'An unacknowledged delivery is sent again with the same event id',
  kind: 'liveness',
  requirements: ['webhook.at-least-once', 'event.id-kept'],
  *judge(view) {
    const renamings = renamingsIn(view);
    let isAnyResent = false;
    const missing: MissingRedelivery[] = [];
    for (const refused of view.deliveries) {
      const journey = view.journeyOf(refused);
      // A delivery that was held together with another need not come again if the other does.
      if (!refused.answer.refused || refused.answer.joined || journey === undefined) continue;
      const [id, type] = [view.idOf(refused), view.typeOf(refused)];
      const earlier = view
        .deliveriesOf(journey)
        .filter(other => other.at < refused.at && areOneEvent(view, refused, other));
      // A duplicate of an acknowledged event need not come again.
      if (earlier.some(({ answer }) => !answer.refused)) continue;
      // An event about no order may come again while no journey is alone, and then belongs to none.
      const event = view.eventsOf(journey).find(({ deliveries }) => deliveries.includes(refused));
      if (event && isUnrelated(view, event)) continue;
      // Only of the same type: an id that all events of an order share does not make a redelivery.
      const later = laterOf(view, journey, refused).filter(other => view.typeOf(other) === type);
      const copies = later.filter(other => areOneEvent(view, refused, other));
      const joined = copies.filter(({ answer }) => answer.joined);
      // Copies that were held with it may be those that the service always sends at once, but no more than that.
      const same = copies.find(({ answer }) => !answer.joined) ?? joined[usualCopies(view) - 1];
      const again = renamings.get(refused.id);
      const refusals = 1 + earlier.filter(({ answer }) => !answer.joined).length;
      const wait = waitFor(view, refused);
      isAnyResent ||= (same ?? again) !== undefined;
      if (same) {
        yield pass('webhook.at-least-once', refused.id);
        if (id === undefined) yield hidden('event.id-kept', ['event.id'], refused.id);
        else if (again) yield renamed(view, refused, again);
        else yield retyped(view, refused, same) ?? pass('event.id-kept', same.id);
        continue;
      }
      // A delivery that is unreadable, or has another type, order or no id, may be the same event, with another breach.
      const mayBeSame = (other: Delivery) =>
        view.idOf(other) === id ||
        (view.idOf(other) === undefined && again === undefined && (view.typeOf(other) ?? type) === type);
      const changed =
        laterOf(view, journey, refused).find(
          other => !joined.includes(other) && (!isReadable(other) || (id !== undefined && mayBeSame(other))),
        ) ?? misnamedRedelivery(view, refused);
      if (changed ?? !isReadable(refused)) {
        yield hidden('webhook.at-least-once', ['wire.json', 'event.id'], changed?.id ?? refused.id, refused.id);
        continue;
      }
      if (wait === undefined || wait.outcome === 'abandoned') continue;
      if (view.mayHaveLost(wait.from, wait.to, refused.id)) continue;
      if (again) {
        yield pass('webhook.at-least-once', refused.id);
        // The check of event ids reports a missing id.
        if (id === undefined) {
          yield hidden('event.id-kept', ['event.id'], refused.id);
          continue;
        }
        yield renamed(view, refused, again);
      } else if (wait.outcome === 'missed') {
        const unreadable = unreadableFor(view, journey, refused.at, wait.to);
        if (unreadable) {
          yield hidden('webhook.at-least-once', ['wire.json'], unreadable.id, refused.id);
          continue;
        }
        // If other redeliveries have new ids, a later event of this type may be this one under a new id.
        const mayBeRenamed = renamings.size > 0 && later.find(({ at }) => at <= wait.to);
        if (mayBeRenamed) {
          yield hidden('webhook.at-least-once', ['event.id-kept'], mayBeRenamed.id, refused.id);
          continue;
        }
        if (!isPermanentRejection(refused.answer)) yield hidden('event.id-kept', ['webhook.at-least-once'], refused.id);
        missing.push({ refused, refusals, journey, wait });
      }
    }
    const lost = missing.filter(({ refused }) => !isPermanentRejection(refused.answer));
    for (const one of missing) {
      // A 4xx may be permanent, but a service that loses other deliveries may lose it for their reason.
      if (lost.length > 0 && isPermanentRejection(one.refused.answer))
        yield hidden('webhook.at-least-once', ['webhook.at-least-once'], one.refused.id);
      else yield notResent(view, one, lost.length > 0 ? lost : missing, isAnyResent);
    }
  },
};

/** Whether an event names no order, and other events of its type belong to no journey: it may be about no order. */
function isUnrelated(view: View, { type, journey, deliveries }: ReceivedEvent): boolean {
  const own = new Set([journey.order]);
  if (deliveries.some(delivery => mentions(delivery, own).length > 0)) return false;
  return view.evidence.deliveries.some(
    delivery => delivery.ours && view.typeOf(delivery) === type && view.journeyOf(delivery) === undefined,
  );
}

/** For the last refused attempt of each event, the first redelivery under another id. */
function renamingsIn(view: View): ReadonlyMap<string, Delivery> {
  const moves = explainRun(view).explanations.flatMap(explanation => explanation.moves);
  return new Map(
    moves.flatMap(({ event, of }) => {
      const again = event?.seen.deliveries[0];
      const refused = of?.seen.deliveries.filter(({ answer }) => answer.refused && !answer.joined);
      const last = again && refused?.findLast(({ at }) => at < again.at);
      return last ? [[last.id, again] as const] : [];
    }),
  );
}

function renamed(view: View, refused: Delivery, again: Delivery): Judgement {
  return breach({
    requirement: 'event.id-kept',
    cause: 'renamed',
    message: 'a redelivery has another event id than the first delivery',
    expected: `the id ${view.idOf(refused)}`,
    received: view.idOf(again) ?? 'no id',
    likely: 'a redelivery creates a new id; a consumer would act on the event twice',
    evidence: [again.id, refused.id],
  });
}

/** An id that is a JSON number in one delivery and a string in the other. To a consumer, these are two ids. */
function retyped(view: View, refused: Delivery, again: Delivery): Judgement | undefined {
  const written = (one: Delivery) => {
    const isNumber = isNumberAt(one, placesOf(one, view.interpretation).eventId, view.typeOf(one));
    return isNumber ? 'a JSON number' : 'a string';
  };
  if (written(refused) === written(again)) return undefined;
  return breach({
    requirement: 'event.id-kept',
    cause: 'retyped',
    message: 'a redelivery writes its event id as another JSON type than the first delivery',
    expected: `${view.idOf(refused)}, ${written(refused)}`,
    received: `${view.idOf(again)}, ${written(again)}`,
    likely: 'a redelivery is built from stored text; a consumer that compares ids would act on the event twice',
    evidence: [again.id, refused.id],
  });
}

/** Whether two deliveries carry one event: by its id or, without an id, by their bytes. */
function areOneEvent(view: View, one: Delivery, other: Delivery): boolean {
  const id = view.idOf(one);
  return id === undefined ? other.body.sha256 === one.body.sha256 : view.idOf(other) === id;
}

function laterOf(view: View, journey: Journey, refused: Delivery): readonly Delivery[] {
  return view.deliveriesOf(journey).filter(other => other.at > refused.at);
}

/** How often the service sends an event that is acknowledged at once. */
const usualCopies = oncePerObject((view: View) => {
  const events = view.evidence.journeys.flatMap(journey => view.eventsOf(journey));
  const accepted = events.filter(({ deliveries: [{ answer }] }) => !answer.refused && answer.afterMs === undefined);
  return Math.max(1, ...accepted.map(({ deliveries }) => deliveries.length));
});
