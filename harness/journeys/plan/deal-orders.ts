import type { Settings } from '../../settings/settings.ts';
import type { Scenario } from '../scenario.ts';
import type { Target } from '../target.ts';

/** From here on, in milliseconds, webhooks are slow. */
const SLOW_MS = 1_000;
/** Journeys that no scenario needs begin within this many times both time-outs, and within this many milliseconds. */
const LONGEST_DRIVE = { timeouts: 4, leastMs: 35_000 };

/** How many orders each scenario gets, by its id. A scenario that is left out has none. */
export type DealtOrders = ReadonlyMap<string, number>;

/**
 * How many orders scenarios take: with fewer than `least` some are skipped, `complete` show everything once, and with
 * `most` nothing is left weak.
 */
export function ordersWanted(scenarios: readonly Scenario[]): {
  readonly least: number;
  readonly complete: number;
  readonly most: number;
} {
  const sum = (bound: Bound) => scenarios.reduce((total, scenario) => total + wanted(scenario, bound), 0);
  return { least: sum('least'), complete: sum('complete'), most: sum('most') };
}

type Bound = 'least' | 'complete' | 'most';

/** How many orders a scenario takes: at least, to show everything once, or at most. */
export function wanted({ orders }: Pick<Scenario, 'orders'>, bound: Bound): number {
  return orders?.[bound] ?? orders?.most ?? 0;
}

/**
 * Deals orders to scenarios: first to each what it needs at least (none if not enough is left); then one at a time in
 * turn, until each has what shows everything once; then in turn again, until each has what it can use.
 */
export function dealOrders(scenarios: readonly Scenario[], orders: number): DealtOrders {
  const dealt = new Map<string, number>();
  let left = orders;
  const deal = ({ id }: Scenario, count: number) => {
    dealt.set(id, (dealt.get(id) ?? 0) + count);
    left -= count;
  };
  for (const scenario of scenarios) {
    const least = wanted(scenario, 'least');
    if (scenario.orders !== undefined && left >= least) deal(scenario, least);
  }
  for (const bound of ['complete', 'most'] as const) {
    const canUseMore = (scenario: Scenario) =>
      (dealt.get(scenario.id) ?? Number.POSITIVE_INFINITY) < wanted(scenario, bound);
    for (let turn = scenarios.filter(canUseMore); left > 0 && turn.length > 0; turn = turn.filter(canUseMore))
      for (const scenario of turn.slice(0, left)) deal(scenario, 1);
  }
  return dealt;
}

/**
 * Where journeys take turns, those that only repeat what others of their scenario show begin within this time from the
 * beginning of the run, in milliseconds.
 */
export const REPEATS_IN_TURN_MS = 60_000;

/**
 * How many more orders a run may spend after calibration: all, where webhooks come soon. Where they are slow, or a
 * setting lets journeys go one after another, those that show everything once: a fault that appears now and then may
 * be missed.
 *
 * @param slowestMs the longest that a webhook has taken so far, in milliseconds
 * @param isOneAtATime whether a setting allows no two journeys at once
 */
export function affordableOrders(scenarios: readonly Scenario[], slowestMs: number, isOneAtATime: boolean): number {
  return areSlow(slowestMs) || isOneAtATime ? ordersWanted(scenarios).complete : Number.POSITIVE_INFINITY;
}

/** Whether waiting for webhooks takes most of a run's time. @param slowestMs the longest that one has taken, in ms */
export function areSlow(slowestMs: number): boolean {
  return slowestMs >= SLOW_MS;
}

/** Deals again, to these scenarios, as many of the orders that they were dealt as there may be. */
export function dealAgain(scenarios: readonly Scenario[], dealt: DealtOrders, most: number): DealtOrders {
  return ordersDealt(scenarios, dealt) > most ? dealOrders(scenarios, most) : dealt;
}

/** How many orders these scenarios were dealt. */
export function ordersDealt(scenarios: readonly Scenario[], dealt: DealtOrders): number {
  return scenarios.reduce((sum, { id }) => sum + (dealt.get(id) ?? 0), 0);
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
  return isSerial && nth < wanted(scenario, 'complete') ? 1 : dealt;
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
  const dealt = dealOrders(driving, orderIds.length);
  const skipped = driving.filter(({ id }) => !dealt.has(id)).map(({ id }) => id);
  const outcome =
    skipped.length > 0
      ? `skipped: ${skipped.join(', ')}`
      : orderIds.length < most
        ? 'none is skipped, some drive fewer orders than they can use'
        : 'enough';
  return `${takes}; ORDER_IDS gives ${orderIds.length} (${outcome}).`;
}
