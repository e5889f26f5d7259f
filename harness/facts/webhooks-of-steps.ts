import type { SimulateEvent } from '../contract/lifecycle.ts';
import type { View } from '../evidence/view.ts';
import { typesBeforeCalls } from '../order/causes-of-type.ts';
import { explainRun } from '../order/run.ts';
import { isStep, type Sighting } from '../order/trace.ts';

/** What orders show of the webhooks of one step. */
export interface WebhooksOfStep {
  /** How many events the step causes: what most orders show. */
  readonly count: number;
  /** The types of its events. An event whose type cannot be read has the type ''. */
  readonly types: ReadonlySet<string>;
  /** The types that name no order and may be of the step, for all that is known. */
  readonly nameless: ReadonlySet<string>;
}

/** What orders show of the webhooks of all steps. */
export interface WebhooksOfSteps {
  /** By step that an order took. */
  readonly steps: ReadonlyMap<string, WebhooksOfStep>;
  /** By step: how many orders were refused it, without a webhook. */
  readonly refused: ReadonlyMap<string, number>;
  /** The types of events that name no order and are of no step. */
  readonly unrelated: ReadonlySet<string>;
}

/** Reads from the explanations of all orders what each step sends. The orders may still be on their way. */
export function webhooksOfSteps(view: View): WebhooksOfSteps {
  const { model, explanations } = explainRun(view);
  const shown = new Map<SimulateEvent, (readonly Sighting[])[]>();
  const undecided = new Map<SimulateEvent, Set<string>>();
  const refused = new Map<SimulateEvent, number>();
  const unrelated = new Set<string>();
  const early = new Set(explanations.flatMap(({ trace }) => typesBeforeCalls(trace)));
  for (const { trace, moves } of explanations) {
    const steps = trace.calls.filter(isStep);
    for (const call of steps) {
      const events = moves.flatMap(move => (move.call === call && move.event ? [move.event] : []));
      const { event } = call.step;
      if (call.answer === 'taken' && !call.isRepeated) shown.set(event, [...(shown.get(event) ?? []), events]);
      else if (call.answer !== 'taken' && events.length === 0) refused.set(event, (refused.get(event) ?? 0) + 1);
    }
    for (const { call, event } of moves) {
      if (call !== undefined || !event?.isNameless) continue;
      const last = steps.findLast(({ at, answer }) => at <= event.at && answer === 'taken');
      // After a step without an event of its own, it may still be of that step, unless it also comes before any.
      const isOfStep = last && !early.has(event.type) && moves.every(move => move.call !== last || !move.event);
      if (!isOfStep && model.isUnasked(event.type) && !model.isOwed(event.type)) unrelated.add(typeOf(event));
      else if (last) undecided.set(last.step.event, (undecided.get(last.step.event) ?? new Set()).add(typeOf(event)));
    }
  }
  const all = explanations.flatMap(({ trace: { events } }) => events.filter(({ isNameless }) => isNameless));
  const nameless = new Set(all.map(typeOf)).difference(unrelated);
  const steps = [...shown].map(([step, lists]) => {
    const types = new Set(lists.flat().map(typeOf));
    const own = new Set([...types.intersection(nameless), ...(undecided.get(step) ?? [])]);
    return [step, { count: mostCommon(lists.map(({ length }) => length)), types, nameless: own }] as const;
  });
  return { steps: new Map(steps), refused, unrelated };
}

/** Until when a run has to listen, so that a webhook that did not come is known to be missing. 0: for none. */
export function listenUntil(view: View): number {
  return explainRun(view).listenUntil;
}

function typeOf({ seen }: Sighting): string {
  return seen.type ?? '';
}

/** The number that occurs most often; of several the greatest, and 0 counts only if there is no other. */
function mostCommon(counts: readonly number[]): number {
  const alike = [...Map.groupBy(counts.filter(Boolean), count => count)];
  const [[most] = [0]] = alike.sort(([a, one], [b, other]) => other.length - one.length || b - a);
  return most;
}
