import { oncePerObject } from '../../base/once.ts';
import { askedEvent, otherwiseNamed } from '../../evidence/asked-event.ts';
import { readCondition } from '../../evidence/condition.ts';
import type { Exchange, Journey } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';

/** Simulate calls about a journey's order that are not its steps: without a key, without an event… */
export function mistakes(view: View, journey: Journey): readonly Exchange[] {
  return mistakesIn(view).get(journey.id) ?? [];
}

/** Sorted out once for a view: each journey may be compared with every other. */
const mistakesIn = oncePerObject(({ evidence }: View) => {
  const all = evidence.exchanges.filter(
    ({ operation, condition }) => operation === 'simulateCollectionOrder' && condition !== undefined,
  );
  return Map.groupBy(all, ({ journey }) => journey);
});

/** What a call without a known event is judged by; undefined for any other call. */
export function requirementOf(call: Exchange): string | undefined {
  if (otherwiseNamed(askedEvent(call)) !== undefined) return 'simulate.event-values';
  const { requirement, omits } = readCondition(call.condition) ?? {};
  return omits === 'body' ? 'simulate.event-required' : requirement;
}
