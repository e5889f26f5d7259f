import type { Settings } from '../../settings/settings.ts';
import type { RunRequest, Shard } from '../run-options.ts';
import type { Scenario } from '../scenario.ts';
import type { Target } from '../target.ts';

/** The parts of a request that determine the plan. */
export type PlanRequest = Pick<RunRequest, 'scenarios' | 'suites' | 'only' | 'shard' | 'probeLimits' | 'orders'>;

/** What a run drives. */
export type RunPlan = ReturnType<typeof planRun>;

/** Plans a run: the scenarios requested by suite or name, in one shard, that this kind of target permits. */
export function planRun(request: PlanRequest, kind: Target['kind']) {
  const { scenarios, suites, only = [], shard } = request;
  const ofSuites = scenarios.filter(({ suite }) => suites.length === 0 || suites.includes(suite));
  const asked = only.length > 0 ? named(ofSuites, only) : ofSuites;
  const share = shard === undefined ? asked : shareOf(asked, shard);
  const driven = share.filter(({ intrusive }) => intrusive !== true || isIntrusiveAllowed(request, kind));
  const withOrders = loaded(
    driven.filter(({ orders }) => orders !== undefined),
    request.orders,
  );
  const first = withOrders.filter(({ calibrates }) => calibrates).slice(0, 1);
  return {
    /** Driven first, all at once. */
    withoutOrders: driven.filter(({ orders }) => orders === undefined),
    /** Driven alone, so that the others can rely on what it shows about webhooks. */
    first,
    rest: withOrders.filter(scenario => !first.includes(scenario)),
  };
}

/**
 * The scenarios with these ids. If they drive orders, the first one that calibrates is added, with as few orders as it
 * needs, because the run must learn how to interpret webhooks.
 */
function named(scenarios: readonly Scenario[], ids: readonly string[]): readonly Scenario[] {
  const asked = scenarios.filter(({ id }) => ids.includes(id));
  const calibrating = scenarios.find(({ calibrates }) => calibrates);
  const { orders } = calibrating ?? {};
  const isLearned = asked.every(scenario => scenario.orders === undefined || scenario === calibrating);
  if (calibrating === undefined || orders === undefined || isLearned || asked.includes(calibrating)) return asked;
  return [{ ...calibrating, orders: { least: orders.least, most: orders.least } }, ...asked];
}

/** The scenarios, with the orders of those that take load limited to a total. */
function loaded(scenarios: readonly Scenario[], wanted = 0): readonly Scenario[] {
  const more = Math.max(0, wanted - ordersWanted(scenarios).most);
  return scenarios.map(scenario => {
    const { orders, takesLoad } = scenario;
    return orders && takesLoad ? { ...scenario, orders: { ...orders, most: orders.most + more } } : scenario;
  });
}

/** Whether the target may receive bursts, large bodies and long waits: always if embedded, on request if remote. */
export function isIntrusiveAllowed({ probeLimits }: Pick<PlanRequest, 'probeLimits'>, kind: Target['kind']): boolean {
  return kind === 'embedded' || probeLimits === true;
}

/**
 * A shard's share of the scenarios, which is deterministic. Each scenario goes to one shard: the largest first, to the
 * shard with the fewest orders; those without orders in turn. Every shard with orders calibrates, so that it can
 * interpret its webhooks, and so does the first shard.
 */
export function shareOf(scenarios: readonly Scenario[], { index, of }: Shard): readonly Scenario[] {
  const free = scenarios.filter(({ orders }) => orders === undefined);
  const own = new Set(free.filter((_, nth) => nth % of === index - 1));
  const loads = Array.from({ length: of }, () => 0);
  const driving = scenarios.filter(({ orders, calibrates }) => orders !== undefined && !calibrates);
  for (const scenario of driving.toSorted((a, b) => (b.orders?.most ?? 0) - (a.orders?.most ?? 0))) {
    const lightest = loads.indexOf(Math.min(...loads));
    loads[lightest] = (loads[lightest] ?? 0) + (scenario.orders?.most ?? 0);
    if (lightest === index - 1) own.add(scenario);
  }
  const drives = index === 1 || (loads[index - 1] ?? 0) > 0;
  return scenarios.filter(scenario => own.has(scenario) || (scenario.calibrates && drives));
}

/** Webhooks with this delay (ms) or more are slow. */
const SLOW_MS = 1_000;
/** The number of orders of each scenario, by its id. A scenario that is left out has none. */
export type DealtOrders = ReadonlyMap<string, number>;

/**
 * How many orders scenarios take. With fewer than `least`, some are skipped; `complete` shows everything once; `most`
 * is the most that they can use.
 */
export function ordersWanted(scenarios: readonly Scenario[]): { readonly [B in Bound]: number } {
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
