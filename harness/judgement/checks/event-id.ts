import { isReadable, readingsOf } from '../../base/json.ts';
import { oncePerObject } from '../../base/once.ts';
import { plural } from '../../base/plural.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import { differenceAt } from '../../evidence/difference.ts';
import type { Delivery } from '../../evidence/evidence.ts';
import { placesOf } from '../../evidence/interpretation.ts';
import { mentions } from '../../evidence/mentions.ts';
import type { View } from '../../evidence/view.ts';
import { mayComeAgain, misnamedRedelivery } from './attempts.ts';
import { MOMENT, valuesIn } from './bodies.ts';
import { breach, type Check, hidden, type Judgement, pass } from './check.ts';

/**
 * Verification rule 5: consumers de-duplicate on the event id. Each event therefore has an id, two events never share
 * one, and deliveries with the same id say the same of their order.
 */
export const eventId: Check = {
  id: 'event-id',
  title: 'Every event has a unique id',
  kind: 'safety',
  requirements: ['event.id', 'webhook.at-least-once'],
  *judge(view) {
    const first = new Map<string, Delivery>();
    for (const delivery of view.deliveries) {
      if (!delivery.complete) continue;
      const id = view.idOf(delivery);
      const place = placesOf(delivery, view.interpretation).eventId;
      const isInHeader = typeof place === 'string' && place.startsWith('header:');
      if (id === undefined && !isReadable(delivery) && !isInHeader) {
        yield hidden('event.id', ['wire.json'], delivery.id);
        continue;
      }
      if (id === undefined || id === '') {
        yield breach({
          requirement: 'event.id',
          cause: 'none',
          message:
            place === undefined ? 'no field of the webhooks can serve as an event id' : 'a webhook has no event id',
          expected: 'a value that all deliveries of an event share, and no other event has',
          received: place === undefined ? nearestId(view) : `nothing at ${JSON.stringify(place)}`,
          next: 'if there is one, set its location with the key eventId in --dialect FILE',
          evidence: [delivery.id],
        });
        continue;
      }
      const other = first.get(id);
      if (other === undefined) {
        first.set(id, delivery);
        yield pass('event.id', delivery.id);
      } else if (view.typeOf(other) !== view.typeOf(delivery) || view.journeyOf(other) !== view.journeyOf(delivery)) {
        const changed = changedAgain(view, delivery, other);
        const of = (seen: Delivery) => `${view.typeOf(seen) ?? 'an event'} of ${view.journeyOf(seen)?.order}`;
        yield breach({
          requirement: 'event.id',
          ...(changed && { also: ['webhook.at-least-once'] }),
          cause: changed ?? 'shared',
          message: changed ? `a redelivery names ${changed} than the first delivery` : 'two events share one event id',
          expected: changed ? 'the same event again' : 'a different id for each event',
          received: `${id} on ${of(other)} and on ${of(delivery)}`,
          likely: changed
            ? whyChanged(delivery, other)
            : readingsOf(delivery.body).length > 1
              ? 'the body has one member twice, with two values, and parsers differ in which of them they read'
              : 'the id is derived from too few values; a consumer that de-duplicates drops the second event',
          evidence: [delivery.id, other.id],
        });
      } else {
        yield* sameOrder(view, delivery, other);
        yield* sameMembers(view, delivery, other);
      }
    }
  },
};

/** What differs between the last delivery of an event, if it was refused or answered late, and the next with its id. */
function changedAgain(view: View, delivery: Delivery, first: Delivery): string | undefined {
  const journey = view.journeyOf(first);
  if (journey === undefined) return undefined;
  const [id, type] = [view.idOf(first), view.typeOf(first)];
  const own = view.deliveriesOf(journey).filter(other => view.idOf(other) === id && view.typeOf(other) === type);
  const refused = own.findLast(other => other.at < delivery.at) ?? first;
  if (!mayComeAgain(refused) && refused.answer.afterMs === undefined) return undefined;
  if (view.journeyOf(delivery) !== journey)
    return misnamedRedelivery(view, refused) === delivery ? 'another order' : undefined;
  return own.some(other => other.at > refused.at) ? undefined : 'another type';
}

/** Why a delivery is not a redelivery of the refused one, in words. */
function whyChanged(delivery: Delivery, refused: Delivery): string {
  return delivery.body.sha256 === refused.body.sha256
    ? 'the headers are written again for each attempt, from another event'
    : 'the body is generated again for each attempt; the refused body is never delivered';
}

/** In words: the member that differs most between deliveries of an order, but is no event id, and what repeats it. */
const nearestId = oncePerObject((view: View): string => {
  const { deliveries } = view;
  const ids = deliveries.flatMap(delivery => {
    const [type, order] = [view.typeOf(delivery), view.journeyOf(delivery)?.id];
    return valuesIn(delivery)
      .filter(({ value }) => /\d/.test(value) && !MOMENT.test(value) && value !== type)
      .map(({ place, value }) => ({ place, value, type, order, inOrder: `${value} of ${order}` }));
  });
  const numberOf = (all: typeof ids, by: keyof (typeof ids)[number]) => new Set(all.map(one => one[by])).size;
  const [nearest] = [...Map.groupBy(ids, ({ place }) => place)]
    // What never differs within an order is of the order.
    .filter(([, held]) => numberOf(held, 'inOrder') > numberOf(held, 'order'))
    .toSorted(([, one], [, other]) => numberOf(other, 'inOrder') - numberOf(one, 'inOrder'));
  if (nearest === undefined) return 'none was found in body or headers';
  const [place, held] = nearest;
  const values = [...Map.groupBy(held, ({ value }) => value).values()];
  const [areTypes, areOrders] = (['type', 'order'] as const).map(by => values.some(same => numberOf(same, by) > 1));
  const whose = `${areTypes ? '' : 'of one type '}of ${areOrders ? 'several orders' : 'one order'}`;
  const repeats = areTypes || areOrders ? `; events ${whose} share one` : '';
  const where = `${held.length} of ${plural(deliveries.length, 'delivery')}`;
  return `none was found: ${place} comes nearest, with ${plural(values.length, 'value')} in ${where}${repeats}`;
});

/** The place of an amount: a member of that name, or the value in it. */
const AMOUNT = /amount(?:\/value)?$/i;

const DECIMAL = /^\d+(?:\.\d+)?$/;

/** A place in a list, whose items may move. */
const OF_LIST = /.\/\d+(?:\/|$)/;

/** Whether a delivery names the same order as an earlier one with its id. Otherwise the order is unknown. */
function* sameOrder(view: View, delivery: Delivery, earlier: Delivery): Generator<Judgement> {
  const { order } = view.journeyOf(earlier) ?? {};
  const [named] = order === undefined ? [] : mentions(earlier, new Set([order]));
  if (order === undefined || named === undefined || !isReadable(delivery)) return;
  if (mentions(delivery, new Set([order])).length > 0) return;
  yield breach({
    requirement: 'event.id',
    also: ['webhook.at-least-once'],
    cause: 'no order',
    message: `two deliveries of one ${view.typeOf(delivery) ?? 'event'} name different orders, or one names no order`,
    expected: `${order} at ${named.place}, as in the first delivery`,
    received: 'another value, or none, under the same event id',
    likely: 'the body is generated again for each attempt; the refused body is never delivered whole',
    evidence: [delivery.id, earlier.id],
  });
}

/**
 * Whether a delivery says what an earlier one with its id says. Some services write the present state of the order at
 * each attempt, so this is advice. Times, and members that most redeliveries change, may be those of the attempt. The
 * amounts of a completed disbursement must not change.
 */
function* sameMembers(view: View, delivery: Delivery, earlier: Delivery): Generator<Judgement> {
  for (const { place, before, after } of differingMembers(earlier, delivery)) {
    const isAmount = AMOUNT.test(place) && [before, after].every(value => value !== undefined && DECIMAL.test(value));
    const isOfAttempt = after !== undefined && (MOMENT.test(after) || !isMostlyKept(view)(place));
    if ((isOfAttempt && !isAmount) || before === view.journeyOf(earlier)?.order) continue;
    yield breach({
      requirement: 'event.id',
      ...(!(isAmount && view.typeOf(delivery) === COMPLETED) && { severity: 'advice' }),
      cause: after === undefined ? `without ${place}` : isAmount ? 'other amount' : `other ${place}`,
      message: `a redelivery ${after === undefined ? 'has no' : 'has another'} ${place}, unlike the first delivery`,
      expected: `${place} ${before}, as in the first delivery`,
      received: `${after ?? 'nothing'} under the same event id`,
      differences: [differenceAt(place, before, after)],
      likely: 'the body is generated again for each attempt; a consumer acts on whichever delivery it accepts',
      evidence: [delivery.id, earlier.id],
    });
  }
}

/** The members of a delivery that another lacks, or has with another value. None if the other has another shape. */
function differingMembers(earlier: Delivery, delivery: Delivery) {
  const [had, has] = [earlier, delivery].map(one => new Map(valuesIn(one).map(({ place, value }) => [place, value])));
  const members = [...(had ?? [])].map(([place, before]) => ({ place, before, after: has?.get(place) }));
  if (members.filter(({ after }) => after === undefined).length > members.length / 2) return [];
  return members.filter(
    ({ place, before, after }) =>
      !OF_LIST.test(place) && before !== after && !(after !== undefined && Number(before) === Number(after)),
  );
}

/** Whether most redeliveries have the value of the first delivery at a place. */
const isMostlyKept = oncePerObject((view: View) => {
  const kept = new Map<string, number>();
  for (const [id, [first, ...again]] of Map.groupBy(view.deliveries, delivery => view.idOf(delivery)))
    for (const delivery of again) {
      if (id === undefined || first === undefined) continue;
      const changed = new Set(differingMembers(first, delivery).map(({ place }) => place));
      for (const { place } of valuesIn(delivery))
        kept.set(place, (kept.get(place) ?? 0) + (changed.has(place) ? -1 : 1));
    }
  return (place: string) => (kept.get(place) ?? 0) > 0;
});
