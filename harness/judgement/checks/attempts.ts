import { oncePerObject } from '../../base/once.ts';
import { isOk } from '../../evidence/answered.ts';
import type { Delivery } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { causesIn } from '../../order/causes.ts';

/**
 * The redelivery of a refused delivery about another order, under the same event id; `undefined` if there is none. If
 * the id also came again about the right order, the delivery was redelivered correctly. If a step of the other order
 * explains the delivery, it is a separate event, and two events share an id.
 */
export function misnamedRedelivery(view: View, refused: Delivery): Delivery | undefined {
  const [id, type, journey] = [view.idOf(refused), view.typeOf(refused), view.journeyOf(refused)];
  if (!mayComeAgain(refused) || id === undefined || journey === undefined) return undefined;
  const later = byId(view)
    .get(id)
    ?.filter(other => other.at > refused.at && view.typeOf(other) === type);
  if (later === undefined || later.some(other => view.journeyOf(other) === journey)) return undefined;
  return later.find(other => !isOwn(view, other));
}

/** Whether a delivery was not acknowledged: it was refused or redirected. */
export function mayComeAgain({ answer }: Delivery): boolean {
  return answer.refused || !isOk(answer.status ?? 200);
}

const byId = oncePerObject((view: View) =>
  Map.groupBy(
    view.deliveries.filter(({ complete }) => complete),
    delivery => view.idOf(delivery),
  ),
);

/** Whether a delivery carries the only event of its type about its order, and a step of that order caused it. */
function isOwn(view: View, delivery: Delivery): boolean {
  const journey = view.journeyOf(delivery);
  const alike = journey && view.eventsOf(journey).filter(({ type }) => type === view.typeOf(delivery));
  return alike?.length === 1 && caused(view).has(delivery);
}

const caused = oncePerObject(
  (view: View) => new Set(causesIn(view).steps.flatMap(({ event }) => event?.deliveries ?? [])),
);

/** The earlier deliveries of the same event. */
export function earlierAttempts(view: View, delivery: Delivery): readonly Delivery[] {
  const id = view.idOf(delivery);
  const journey = view.journeyOf(delivery);
  if (journey === undefined || id === undefined) return [];
  return view.deliveriesOf(journey).filter(other => other.at < delivery.at && view.idOf(other) === id);
}
