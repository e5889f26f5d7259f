import { HAPPY_PATH } from '../../contract/lifecycle.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { emptyEvidence } from '../../evidence/evidence-lines.ts';
import type { View } from '../../evidence/view.ts';

/** How many journeys and exchanges of each kind are kept. */
const OF_EACH = 2;

/** A part of the evidence that still has everything of each kind, so that judging it again is cheap. */
export function sample(evidence: Evidence, view: View): Evidence {
  const journeys = firstOfEach(evidence.journeys, ({ scenario, steps }) =>
    // A journey that explores takes steps that no other takes in the same order; one without steps makes other calls.
    steps.length === 0 || steps.length > HAPPY_PATH.length
      ? scenario
      : steps.map(({ event, receivedAmount }) => `${event} ${receivedAmount !== undefined}`).join(),
  );
  const ids = new Set(journeys.map(({ id }) => id));
  const kept = new Set(
    firstOfEach(
      evidence.exchanges.filter(({ journey }) => journey === undefined),
      ({ operation, condition, response, request }) =>
        `${operation} ${condition} ${response?.status} ${request.url} ${request.body?.sha256}`,
    ).map(({ id }) => id),
  );
  return {
    ...emptyEvidence(evidence.run),
    scenarios: evidence.scenarios,
    orders: evidence.orders,
    journeys,
    exchanges: evidence.exchanges.filter(
      ({ id, journey }) => kept.has(id) || (journey !== undefined && ids.has(journey)),
    ),
    deliveries: evidence.deliveries.filter(delivery => ids.has(view.journeyOf(delivery)?.id ?? '')),
    waits: evidence.waits.filter(({ journey }) => ids.has(journey)),
    ...(evidence.end && { end: evidence.end }),
  };
}

function firstOfEach<T>(items: readonly T[], kindOf: (item: T) => string): readonly T[] {
  const counts = new Map<string, number>();
  return items.filter(item => {
    const kind = kindOf(item);
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return count < OF_EACH;
  });
}
