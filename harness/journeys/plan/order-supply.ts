import type { Settings } from '../../settings/settings.ts';
import type { Scenario } from '../scenario.ts';
import type { Target } from '../target.ts';

/** From here on, in milliseconds, webhooks are slow. */
const SLOW_MS = 1_000;
/** This many rounds of journeys take about as long as the longest journey, in which deliveries are refused. */
const ROUNDS = 2;
/** So many where webhooks come soon, and journeys that go one after another are short. */
const QUICK_ROUNDS = 4;
/** Fewer than this in a round would rarely show a rare fault. */
const LEAST_IN_ROUND = 16;
/** Journeys that no scenario needs begin within this many times both time-outs, and within this many milliseconds. */
const LONGEST_DRIVE = { timeouts: 4, leastMs: 35_000 };

/** The orders of each scenario, by its id. A scenario that is left out has none. */
export type DealtOrders = ReadonlyMap<string, readonly string[]>;

/** How many orders scenarios take: with fewer than `least` some are skipped, with `most` nothing is left weak. */
export function ordersWanted(scenarios: readonly Scenario[]): { readonly least: number; readonly most: number } {
  const sum = (bound: 'least' | 'most') => scenarios.reduce((total, { orders }) => total + (orders?.[bound] ?? 0), 0);
  return { least: sum('least'), most: sum('most') };
}

/**
 * Deals orders to scenarios: first to each, in turn, what it needs at least (none if not enough is left); then up to
 * half of the rest to those that are complete with so many; then what is left in turn to those that can use more, so
 * that a scenario that can use many does not starve the others.
 */
export function dealOrders(scenarios: readonly Scenario[], orders: readonly string[]): DealtOrders {
  const left = [...orders];
  const dealt = new Map<string, string[]>();
  for (const { id, orders: wanted } of scenarios)
    if (wanted !== undefined && left.length >= wanted.least) dealt.set(id, left.splice(0, wanted.least));
  let spare = Math.floor(left.length / 2);
  for (const { id, orders: wanted } of scenarios) {
    const own = dealt.get(id);
    const more = left.splice(0, Math.min(spare, Math.max(0, (wanted?.complete ?? 0) - (own?.length ?? 0))));
    own?.push(...more);
    spare -= more.length;
  }
  const canUseMore = ({ id, orders: wanted }: Scenario) =>
    (dealt.get(id)?.length ?? Number.POSITIVE_INFINITY) < (wanted?.most ?? 0);
  for (let round = scenarios.filter(canUseMore); left.length > 0 && round.length > 0; round = round.filter(canUseMore))
    for (const { id } of round) dealt.get(id)?.push(...left.splice(0, 1));
  return dealt;
}

/**
 * How many more orders a run may spend after calibration: all, where webhooks come soon. Where they are slow, or
 * journeys go one after another, a few rounds of as many as are driven at once, so that a run takes about as long as
 * its slowest journeys.
 *
 * @param slowestMs the longest that a webhook has taken so far, in milliseconds
 * @param atOnce journeys driven at once
 */
export function affordableOrders(slowestMs: number, atOnce: number): number {
  const isQuick = slowestMs < SLOW_MS;
  if (isQuick && atOnce > 1) return Number.POSITIVE_INFINITY;
  return (isQuick ? QUICK_ROUNDS : ROUNDS) * Math.max(LEAST_IN_ROUND, atOnce);
}

/** Whether waiting for webhooks takes most of a run's time. @param slowestMs the longest that one has taken, in ms */
export function areSlow(slowestMs: number): boolean {
  return slowestMs >= SLOW_MS;
}

/** Deals again, to these scenarios, as many of the orders that they were dealt as the run can afford. */
export function dealAffordable(scenarios: readonly Scenario[], dealt: DealtOrders, affordable: number): DealtOrders {
  const left = scenarios.flatMap(({ id }) => dealt.get(id) ?? []);
  return left.length > affordable ? dealOrders(scenarios, left.slice(0, affordable)) : dealt;
}

/**
 * When a journey begins among those that wait for room: the lowest rank first. The first of each scenario leads. Then
 * come those of scenarios with few orders, which are long; many short ones fill the room that is left. Where journeys
 * go one after another, and time may run out, those that complete a scenario come before those that only repeat one.
 *
 * @param nth counts the journeys of the scenario, from 0
 * @param more `dealt`: the orders of the scenario; `isSerial`: whether journeys go one after another
 */
export function rankOfJourney(
  nth: number,
  { scenario, dealt, isSerial }: { scenario: Pick<Scenario, 'orders'>; dealt: number; isSerial: boolean },
): number {
  if (nth === 0) return 0;
  return isSerial && nth < (scenario.orders?.complete ?? 0) ? 1 : dealt;
}

/**
 * For how long after calibration journeys begin that no scenario needs, in milliseconds: so long that a sound service
 * is driven with all orders, and that a service whose every webhook comes at the last moment does not hold the run up.
 */
export function longestDrive({
  deliveryTimeoutMs,
  redeliveryTimeoutMs,
}: Pick<Target, 'deliveryTimeoutMs' | 'redeliveryTimeoutMs'>): number {
  return Math.max(LONGEST_DRIVE.leastMs, LONGEST_DRIVE.timeouts * (deliveryTimeoutMs + redeliveryTimeoutMs));
}

/** How many collection orders a plan takes, and what stays unproved with those that the settings give. */
export function ordersInWords(
  { first, rest }: { readonly first: readonly Scenario[]; readonly rest: readonly Scenario[] },
  { orderIds, orderCommand }: Pick<Settings, 'orderIds' | 'orderCommand'>,
): string {
  const driving = [...first, ...rest];
  const { least, most } = ordersWanted(driving);
  if (most === 0) return 'It drives no collection order.';
  const probes = ordersWanted(driving.filter(({ suite }) => suite === 'gaps')).most;
  const of = probes === 0 ? '' : ` (${probes} to observe what is not specified)`;
  const takes = `It drives up to ${most} collection orders${of}, and needs ${least} to leave no scenario out`;
  if (orderCommand !== undefined)
    return `${takes}; ORDER_COMMAND makes ${orderIds.length === 0 ? 'them' : 'the rest'}.`;
  const dealt = dealOrders(driving, orderIds);
  const skipped = driving.filter(({ id }) => !dealt.has(id)).map(({ id }) => id);
  const outcome =
    skipped.length > 0
      ? `skipped: ${skipped.join(', ')}`
      : orderIds.length < most
        ? 'none is skipped, some drive fewer orders than they can use'
        : 'enough';
  return `${takes}; ORDER_IDS gives ${orderIds.length} (${outcome}).`;
}
