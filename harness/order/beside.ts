import type { Model } from './estimate.ts';
import type { Explanation } from './explanation.ts';
import { LIMITS } from './limits.ts';
import { comesByItself, type Trace } from './trace.ts';

/** An event of an order. */
interface EventOfOrder {
  readonly trace: Trace;
  readonly at: number;
}

/** The longest time (ms) between the webhooks of one call. */
export const TOGETHER_MS = 50;

/** How many moments around an event show how often one is beside another by chance: many orders may begin at once. */
const MOMENTS = 21;

/** Whether events of several orders come right beside some others, and hardly by chance. */
export function comeBeside(events: readonly EventOfOrder[], isBeside: (event: EventOfOrder) => boolean): boolean {
  const chances = events.map(({ trace, at }) => {
    const shifted = Array.from({ length: MOMENTS }, (_, nth) => at + 2 * TOGETHER_MS * (nth - (MOMENTS - 1) / 2));
    return shifted.filter(moment => isBeside({ trace, at: moment })).length / MOMENTS;
  });
  const chance = chances.reduce((all, one) => all * one, 1);
  return events.length >= LIMITS.never && chance < LIMITS.chance && events.every(isBeside);
}

/** Whether an event comes right beside one of another order. */
export function besideOthers(others: readonly EventOfOrder[]) {
  return ({ trace, at }: EventOfOrder) =>
    others.some(other => other.trace !== trace && Math.abs(other.at - at) <= TOGETHER_MS);
}

/**
 * The events that a step of another order sent: no call asked for them, no call about their order came shortly before,
 * and each comes right beside an event of its type that a call about another order sent. What a service does to orders
 * by itself comes at times of its own.
 *
 * @param long the least time (ms) after a call in which it sends nothing
 */
export function sentByOthers(model: Model, explanations: readonly Explanation[], long: number) {
  const all = explanations.flatMap(explanation =>
    explanation.moves.flatMap(move => {
      const { call, event, cost, defect = 'stray' } = move;
      if (event === undefined || event.isNameless || defect !== 'stray' || !model.isOwed(event.type)) return [];
      const { trace } = explanation;
      const isAsked = call !== undefined && cost === 0;
      const cause = isAsked ? 'call' : call === undefined && comesByItself(trace, event, long) ? 'nobody' : 'other';
      return [{ explanation, move, trace, type: event.type, at: event.at, cause } as const];
    }),
  );
  return [...Map.groupBy(all, ({ type }) => type).values()].flatMap(ofType => {
    const { nobody = [], call = [] } = Object.groupBy(ofType, ({ cause }) => cause);
    return comeBeside(nobody, besideOthers(call)) ? nobody : [];
  });
}
