import type { SimulateEvent } from '../contract/lifecycle.ts';
import type { View } from '../evidence/view.ts';
import { typesBeforeCalls } from '../order/causes-of-type.ts';
import { explainRun } from '../order/run.ts';
import { isStep, type Sighting } from '../order/trace.ts';

/** The webhooks of one step, as orders show them. */
export interface WebhooksOfStep {
  /** How many events the step causes in most orders. */
  readonly count: number;
  /** The types of its events. An event whose type cannot be read has the type ''. */
  readonly types: ReadonlySet<string>;
  /** The types that name no order and may belong to the step. */
  readonly nameless: ReadonlySet<string>;
}

/** The webhooks of all steps, as orders show them. */
export interface WebhooksOfSteps {
  /** By step. */
  readonly steps: ReadonlyMap<string, WebhooksOfStep>;
  /** How many orders were refused a step without sending a webhook, by step. */
  readonly refused: ReadonlyMap<string, number>;
  /** The types of events that name no order and belong to no step. */
  readonly unrelated: ReadonlySet<string>;
}

/** Reads from the explanations of all orders what each step sends. The orders need not have ended. */
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
      // After a step without an event, it may belong to that step, unless it also comes before any step.
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

/** The time until which a run must listen to prove that a webhook or a redelivery is missing; 0 if there is no need. */
export function listenUntil(view: View): number {
  const missed = view.evidence.waits.filter(({ kind, outcome }) => kind === 'redelivery' && outcome === 'missed');
  const ends = missed.map(({ from, to, since }) => view.hiddenUntil(from, to, since)).filter(Number.isFinite);
  return Math.max(explainRun(view).listenUntil, ...ends);
}

function typeOf({ seen }: Sighting): string {
  return seen.type ?? '';
}

/** The most frequent number; of several the greatest. 0 counts only if there is no other. */
function mostCommon(counts: readonly number[]): number {
  const alike = [...Map.groupBy(counts.filter(Boolean), count => count)];
  const [[most] = [0]] = alike.sort(([a, one], [b, other]) => other.length - one.length || b - a);
  return most;
}
