import type { Journey, Step } from './evidence.ts';
import type { ReceivedEvent } from './view.ts';

/** What arrived after one moment and before the next one. */
interface Window<M, A> {
  /** Absent for arrivals before the first moment. */
  readonly moment?: M;
  readonly arrivals: readonly A[];
}

/** Groups arrivals by the last moment at or before each. @param moments by time @param at time of an arrival */
export function windowsOf<M extends { readonly at: number }, A>(
  moments: readonly M[],
  arrivals: readonly A[],
  at: (arrival: A) => number,
): readonly Window<M, A>[] {
  return [undefined, ...moments].map((moment, index) => {
    const from = moment?.at ?? Number.NEGATIVE_INFINITY;
    const to = moments[index]?.at ?? Number.POSITIVE_INFINITY;
    return { ...(moment && { moment }), arrivals: arrivals.filter(one => at(one) >= from && at(one) < to) };
  });
}

/** The last step of a journey that was sent at or before a time; `undefined` before its first. */
export function lastStepBefore({ steps }: Pick<Journey, 'steps'>, time: number): Step | undefined {
  return steps.findLast(({ at }) => at <= time);
}

/** The time at which an event first arrived. */
export function arrivalOf({ deliveries: [{ at }] }: ReceivedEvent): number {
  return at;
}
