import type { Delivery } from '../core/evidence.ts';
import { breach, type Check, pass } from './check.ts';

/** Verification rule 5: de-duplicate on the event id. So there is one, and no two events share it. */
export const eventId: Check = {
  id: 'event-id',
  title: 'every event has an id that no other event has',
  kind: 'safety',
  requirements: ['event.id'],
  *judge(view) {
    const first = new Map<string, Delivery>();
    for (const delivery of view.deliveries) {
      if (!delivery.complete) continue;
      const id = view.idOf(delivery);
      if (id === undefined || id === '') {
        yield breach({
          requirement: 'event.id',
          cause: 'none',
          message:
            view.interpretation.eventId === undefined
              ? 'no field of a webhook serves as an event id'
              : 'a webhook carries no event id',
          expected: 'a value that every delivery of an event shares, and no other event has',
          received:
            view.interpretation.eventId === undefined
              ? 'none was found in body or headers'
              : `nothing at ${JSON.stringify(view.interpretation.eventId)}`,
          next: 'where there is one, name its place: eventId in a dialect file, given with --dialect',
          evidence: [delivery.id],
        });
        continue;
      }
      const other = first.get(id);
      if (other === undefined) {
        first.set(id, delivery);
        yield pass('event.id', delivery.id);
      } else if (view.typeOf(other) !== view.typeOf(delivery) || view.journeyOf(other) !== view.journeyOf(delivery)) {
        const of = (seen: Delivery) => `${view.typeOf(seen) ?? 'an event'} of ${view.journeyOf(seen)?.order}`;
        yield breach({
          requirement: 'event.id',
          cause: 'shared',
          message: 'two events share one event id',
          expected: 'an id of its own for each event',
          received: `${id} on ${of(other)} and on ${of(delivery)}`,
          likely: 'the id is derived from too little: a receiver that de-duplicates would drop the second event',
          evidence: [delivery.id, other.id],
        });
      }
    }
  },
};
