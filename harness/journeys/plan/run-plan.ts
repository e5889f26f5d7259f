import type { RunRequest, Shard } from '../run-options.ts';
import type { Scenario } from '../scenario.ts';
import type { Target } from '../target.ts';
import { ordersWanted } from './deal-orders.ts';

/** The parts of a request that determine the plan. */
export type PlanRequest = Pick<RunRequest, 'scenarios' | 'suites' | 'only' | 'shard' | 'probeLimits' | 'orders'>;

/** What a run drives. */
export interface RunPlan {
  /** Scenarios without orders: driven first, all at once. */
  readonly withoutOrders: readonly Scenario[];
  /** The first scenario that calibrates, alone, so that the others can rely on what it shows about webhooks. */
  readonly first: readonly Scenario[];
  /** The other scenarios with orders. */
  readonly rest: readonly Scenario[];
}

/** Plans a run: the scenarios requested by suite or name, in one shard, that this kind of target permits. */
export function planRun(request: PlanRequest, kind: Target['kind']): RunPlan {
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
    withoutOrders: driven.filter(({ orders }) => orders === undefined),
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
