import type { Delivery, Journey } from '../../evidence/evidence.ts';
import { mentions } from '../../evidence/mentions.ts';
import type { View } from '../../evidence/view.ts';
import { writeStep } from '../../evidence/write-step.ts';

/** Fewer orders may each have a reason of their own. */
const ENOUGH = 3;

/**
 * An event of the type of a refused delivery that comes beside its redelivery, under an id of its own: one more than
 * any of the orders shows that took the same steps, and of which no webhook of the type was refused. One that names no
 * order may be of the order before.
 */
export function renamedCopy(view: View, journey: Journey, refused: Delivery): Delivery | undefined {
  const type = view.typeOf(refused);
  const eventsIn = (of: Journey) => view.eventsOf(of).filter(event => event.type === type);
  const way = wholeWay(view, journey);
  const others = view.evidence.journeys
    .filter(other => other !== journey && wholeWay(view, other) === way)
    .map(eventsIn)
    .filter(events => events.length > 0 && !events.some(isRefused));
  const names = (delivery: Delivery) => mentions(delivery, new Set([journey.order])).length > 0;
  const own = eventsIn(journey).filter(({ deliveries: [first] }) => names(first));
  if (!names(refused)) return undefined;
  const isMore = others.length >= ENOUGH && others.every(events => events.length < own.length);
  return isMore ? own.map(({ deliveries: [first] }) => first).find(({ at }) => at > refused.at) : undefined;
}

/** The steps of a journey and what became of each. */
function wholeWay(view: View, { steps }: Journey): string {
  return steps.map(step => `${writeStep(step)} ${view.outcomeOf(step)}`).join();
}

function isRefused({ deliveries }: { readonly deliveries: readonly Delivery[] }): boolean {
  return deliveries.some(({ answer }) => answer.refused);
}
