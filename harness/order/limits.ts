/** Every threshold of the model, with its reason. */
export const LIMITS = {
  /** Fewer orders, calls or defects than this may each have a reason of their own. */
  several: 2,
  /** So many orders that are all refused their first step, where others take another, show that it is the step. */
  never: 3,
  /** Of fewer steps of a kind, silence says nothing of the kind. */
  enough: 5,
  /** More than this share of the orders makes a rule: the rest is lost, late or refused. */
  mostly: 0.7,
  /** Where webhooks come after the time-out, a missing one may take this many times as long as the slowest did. */
  patience: 2,
  /** What comes later after every call than this many times the slowest webhook comes by itself. */
  aWhile: 3,
  /** And than this, in milliseconds. */
  leastWhileMs: 1000,
  /** A further cause of a type has to explain this many events more than it leaves calls unmet. */
  price: 1,
  /** A call without its event weighs less than an event without a call: it may have sent another. */
  unmet: 0.9,
  /** The most partial explanations of one order at a time. */
  width: 128,
  /** The most where that search finds a defect. If it would take more, nothing is concluded. */
  widest: 2_048,
} as const;

/** How long (ms) nothing is asked of an order before what comes of itself. @param slowest webhook (ms) */
export function aWhile(slowest: number): number {
  return Math.max(LIMITS.leastWhileMs, LIMITS.aWhile * slowest);
}
