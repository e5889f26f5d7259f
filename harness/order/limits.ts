/** Every threshold of the model, with its reason. */
export const LIMITS = {
  /** Fewer orders, calls or defects than this may each have a reason of their own. */
  several: 2,
  /** If this many orders show a step refused or silent, and no order shows otherwise, the step is the reason. */
  never: 3,
  /** A rule needs more than this share of the orders; the remaining events may be lost, late or refused. */
  mostly: 0.7,
  /** If webhooks arrive after the timeout, a missing webhook may take this many times as long as the slowest. */
  patience: 2,
  /** An event comes spontaneously if its delay after every call exceeds this many times the slowest webhook, */
  aWhile: 3,
  /** and this time, in milliseconds. */
  leastWhileMs: 1000,
  /** A further cause of a type must explain this many events more than it leaves calls without one. */
  price: 1,
  /** What happens by chance with at most this probability has a cause. */
  chance: 0.001,
  /** The weight of a call without its event. An event without a call weighs 1. */
  unmet: 0.9,
  /** The most partial explanations of one order that are kept. If more are needed, no defect is concluded. */
  width: 1_024,
} as const;

/** The delay (ms) after the last call from which an event counts as spontaneous. @param slowest webhook (ms) */
export function aWhile(slowest: number): number {
  return Math.max(LIMITS.leastWhileMs, LIMITS.aWhile * slowest);
}
