import type { Settings } from '../../settings/settings.ts';
import type { Scenario } from '../scenario.ts';

/** Webhooks with this delay (ms) or more are slow. */
const SLOW_MS = 1_000;
/** The number of orders of each scenario, by its id. A scenario that is left out has none. */
export type DealtOrders = ReadonlyMap<string, number>;

/**
 * How many orders scenarios take. With fewer than `least`, some are skipped; `complete` shows everything once; `most`
 * is the most that they can use.
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

/** How many orders a scenario takes under a bound. */
export function wanted({ orders }: Pick<Scenario, 'orders'>, bound: Bound): number {
  return orders?.[bound] ?? orders?.most ?? 0;
}

/**
 * Deals orders to scenarios: first what each needs at least (none if not enough is left), then one at a time in turn
 * until each can show everything once, then in turn until each has what it can use.
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

/** Whether most of a run's time is spent waiting for webhooks. @param slowestMs the longest delay of one, in ms */
export function areSlow(slowestMs: number): boolean {
  return slowestMs >= SLOW_MS;
}

/**
 * The rank of a journey among those that wait; the lowest begins first. The first journey of each scenario leads. Then
 * come those of scenarios with few orders, which are long; many short ones fill the remaining capacity. If journeys run
 * one by one and time may run out, those that complete a scenario precede those that only repeat it.
 * @param nth the number of the journey in the scenario, from 0
 * @param more `dealt`: the orders of the scenario; `isSerial`: whether journeys run one by one
 */
export function rankOfJourney(
  nth: number,
  { scenario, dealt, isSerial }: { scenario: Pick<Scenario, 'orders'>; dealt: number; isSerial: boolean },
): number {
  if (nth === 0) return 0;
  return isSerial && nth < wanted(scenario, 'complete') ? 1 : dealt;
}

/** How many collection orders a plan takes, and how many the settings give. */
export function ordersInWords(
  { first, rest }: { readonly first: readonly Scenario[]; readonly rest: readonly Scenario[] },
  { orderIds, orderCommand }: Pick<Settings, 'orderIds' | 'orderCommand'>,
): string {
  const { least, most } = ordersWanted([...first, ...rest]);
  if (most === 0) return 'It drives no collection order.';
  const given = orderCommand === undefined ? `ORDER_IDS gives ${orderIds.length}` : 'ORDER_COMMAND makes them';
  return `It drives up to ${most} collection orders, and needs ${least} to leave no scenario out; ${given}.`;
}
