import { choice, list, number, type Of, object, optional, reference, word } from '../base/schema.ts';

/**
 * The orders of each scenario that drives some. A run writes this once the first journeys have shown how webhooks come,
 * and again after the last journey where time ran out.
 */
export const PlanSeen = object({
  /** The same for both lines, so that the second replaces the first. */
  id: reference,
  at: number,
  /** How many journeys go at once. */
  atOnce: number,
  /** The longest that a webhook had taken until then, in milliseconds. */
  slowestMs: number,
  /** For how long journeys begin that no scenario needs, in milliseconds. Absent: until each has begun. */
  spareMs: optional(number),
  scenarios: list(object({ id: word, least: number, planned: number, driven: number })),
  /** Why fewer orders are driven than planned. Absent: all are driven. */
  cut: optional(choice('webhooks-slow', 'webhooks-nameless', 'one-at-a-time', 'out-of-time')),
});
export interface PlanSeen extends Of<typeof PlanSeen> {}
