/** From here on, in milliseconds, waiting for webhooks is what the time of a run goes into. */
const SLOW_MS = 1_000;
/** So many rounds of journeys, long and short, take about as long as the longest, in which deliveries are refused. */
const ROUNDS = 2;
/** Fewer than this in a round would leave too little to meet what shows rarely. */
const LEAST_IN_ROUND = 16;

/**
 * How many orders a run may spend after it has met its target: all, where webhooks come soon; where they are slow, or
 * journeys go one after another, a few rounds of as many as are driven at once, so that a run takes about as long as its
 * slowest journeys.
 *
 * @param slowestMs the longest that a webhook has taken so far, in milliseconds
 * @param maxInFlight journeys driven at once
 */
export function affordableOrders(slowestMs: number, maxInFlight: number): number {
  if (slowestMs < SLOW_MS && maxInFlight > 1) return Number.POSITIVE_INFINITY;
  return ROUNDS * Math.max(LEAST_IN_ROUND, maxInFlight);
}
