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
export type WebhooksOfSteps = ReturnType<typeof webhooksOfSteps>;

/** Reads from the explanations of all orders what each step sends. The orders need not have ended. */
export function webhooksOfSteps(view: View) {
  const { model, explanations } = explainRun(view);
  const shown = new Map<SimulateEvent, (readonly Sighting[])[]>();
  const undecided = new Map<SimulateEvent, Set<string>>();
  /** How many orders were refused a step without sending a webhook, by step. */
  const refused = new Map<string, number>();
  /** The types of events that name no order and belong to no step. */
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
  return { steps: new Map<string, WebhooksOfStep>(steps), refused, unrelated };
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

/** A step that was refused in this many journeys is usually refused, so it has no nameless webhook. */
const REFUSED = 3;

/**
 * The usual effects of steps, as far as the run has shown them. They determine how long to wait and which steps to take
 * alone, and decide nothing else.
 */
export class UsualEvents {
  #shown: WebhooksOfSteps = { steps: new Map(), refused: new Map(), unrelated: new Set() };
  readonly #wasNameless: (type: string) => boolean;

  /** @param wasNameless whether an event of a type named no order and came while no journey was alone */
  constructor(wasNameless: (type: string) => boolean = () => false) {
    this.#wasNameless = wasNameless;
  }

  /** Learns what the orders show so far. */
  learn(shown: WebhooksOfSteps): void {
    this.#shown = shown;
  }

  /** Whether an order has shown the effect of a step. */
  knows(step: SimulateEvent): boolean {
    return this.#shown.steps.has(step);
  }

  /** How many events a step causes. Default: 1. */
  count(step: SimulateEvent): number {
    return Math.max(1, this.#shown.steps.get(step)?.count ?? 1);
  }

  /**
   * Whether the events of a step are known to name their order, so that it can be taken in parallel. A step that is
   * always refused, or has sent nothing yet, can be if those of all other steps do.
   */
  nameOrder(step: string): boolean {
    const { steps, refused } = this.#shown;
    const areNamed = ({ types, nameless }: WebhooksOfStep) =>
      nameless.size === 0 && ![...types].some(this.#wasNameless);
    const own = steps.get(step);
    if (own !== undefined && (own.types.size > 0 || !areNamed(own))) return areNamed(own);
    const isRefused = steps.size > 0 && (refused.get(step) ?? 0) >= REFUSED;
    return (own !== undefined || isRefused) && [...steps.values()].every(areNamed);
  }

  /**
   * Whether a step may have caused an event of a type: the type belongs to the step, or not to exactly one other step.
   */
  mayBeOf(step: SimulateEvent, type = ''): boolean {
    const { steps, unrelated } = this.#shown;
    if (unrelated.has(type)) return false;
    const owners = [...steps].filter(([, { types, nameless }]) => types.has(type) || nameless.has(type));
    return owners.length !== 1 || owners.some(([owner]) => owner === step);
  }
}
