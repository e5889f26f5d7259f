import { oncePerObject } from '../base/once.ts';
import { SIMULATE_EVENTS, type SimulateEvent } from '../contract/lifecycle.ts';
import type { View } from '../evidence/view.ts';
import type { Explanation } from './explanation.ts';
import { explainRun } from './run.ts';
import type { Sighting } from './trace.ts';

/** By simulate event: the types that it sends, in the order in which they come. It is the list that most calls show. */
export const owedTypes = oncePerObject((view: View): ReadonlyMap<SimulateEvent, readonly string[]> => {
  const { model, explanations } = explainRun(view);
  return new Map(
    SIMULATE_EVENTS.map(event => {
      const lists = explanations.flatMap(explanation => eventsOfCalls(explanation, event));
      const owed = mostCommon(lists).filter(({ type }) => model.owes(event).has(type));
      return [event, owed.flatMap(({ seen }) => seen.type ?? [])];
    }),
  );
});

/** The events that each call of a simulate event caused, where it had none of the optional fields. */
function eventsOfCalls({ trace: { calls }, moves }: Explanation, event: SimulateEvent) {
  if (calls.some(({ role }) => role !== 'step')) return [];
  const own = calls.filter(call => call.input === event && call.verdict === 'taken' && !call.isRepeated);
  return own.map(call => moves.flatMap(move => (move.call === call && move.event ? [move.event] : [])));
}

/** The list that occurs most often, among those that are not empty. */
function mostCommon(lists: readonly (readonly Sighting[])[]): readonly Sighting[] {
  const alike = Map.groupBy(
    lists.filter(({ length }) => length > 0),
    list => list.map(({ type }) => type).join(),
  );
  const [most] = [...alike.values()].toSorted((a, b) => b.length - a.length);
  return most?.[0] ?? [];
}
