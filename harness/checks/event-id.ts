import type { Delivery } from '../core/evidence.ts';
import { breach, type Check, pass } from './check.ts';

/** Verification rule 5: consumers de-duplicate on the event id. So each event has one, and no two events share one. */
export const eventId: Check = {
  id: 'event-id',
  title: 'Every event has an id of its own',
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
              ? 'no field of the webhooks can serve as an event id'
              : 'a webhook has no event id',
          expected: 'a value that all deliveries of an event share, and no other event has',
          received:
            view.interpretation.eventId === undefined
              ? 'none was found in body or headers'
              : `nothing at ${JSON.stringify(view.interpretation.eventId)}`,
          next: 'if there is one, give its place with --dialect FILE: the key eventId',
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
          expected: 'a different id for each event',
          received: `${id} on ${of(other)} and on ${of(delivery)}`,
          likely: 'the id is derived from too few values; a consumer that de-duplicates drops the second event',
          evidence: [delivery.id, other.id],
        });
      }
    }
  },
};
