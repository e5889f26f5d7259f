import type { RunRequest, Shard } from '../run-options.ts';
import type { Scenario } from '../scenario.ts';
import type { Target } from '../target.ts';
import { ordersWanted } from './deal-orders.ts';

/** What of a request the plan depends on. */
export type PlanRequest = Pick<RunRequest, 'scenarios' | 'suites' | 'only' | 'shard' | 'probeLimits' | 'orders'>;

/** What a run drives. */
export interface RunPlan {
  /** Scenarios that drive no order: first, all at once. */
  readonly withoutOrders: readonly Scenario[];
  /** The first scenario that calibrates, by itself, so that the others can rely on what it shows of the webhooks. */
  readonly first: readonly Scenario[];
  /** The other scenarios that drive orders. */
  readonly rest: readonly Scenario[];
}

/**
 * Plans a run: the scenarios that were asked for by suite or by name, of one shard, and allowed on this kind of target.
 */
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
 * The scenarios with these ids. Where they drive orders, the first one that calibrates comes with them, with as few
 * orders as it can be driven with: the run has to learn how to interpret webhooks.
 */
function named(scenarios: readonly Scenario[], ids: readonly string[]): readonly Scenario[] {
  const asked = scenarios.filter(({ id }) => ids.includes(id));
  const calibrating = scenarios.find(({ calibrates }) => calibrates);
  const { orders } = calibrating ?? {};
  const isLearned = asked.every(scenario => scenario.orders === undefined || scenario === calibrating);
  if (calibrating === undefined || orders === undefined || isLearned || asked.includes(calibrating)) return asked;
  return [{ ...calibrating, orders: { least: orders.least, most: orders.least } }, ...asked];
}

/** The scenarios, of which those that take a load can use so many orders in all. */
function loaded(scenarios: readonly Scenario[], wanted = 0): readonly Scenario[] {
  const more = Math.max(0, wanted - ordersWanted(scenarios).most);
  return scenarios.map(scenario => {
    const { orders, takesLoad } = scenario;
    return orders && takesLoad ? { ...scenario, orders: { ...orders, most: orders.most + more } } : scenario;
  });
}

/** Whether the target may be sent bursts, large bodies and long waits: embedded always, remote on request. */
export function isIntrusiveAllowed({ probeLimits }: Pick<PlanRequest, 'probeLimits'>, kind: Target['kind']): boolean {
  return kind === 'embedded' || probeLimits === true;
}

/**
 * The rest of a plan once its first scenario was driven. Where that brought no delivery, the other scenarios that
 * calibrate are driven alone first: a target may send webhooks for some events only.
 */
export function splitRest(
  { rest }: Pick<RunPlan, 'rest'>,
  heard: boolean,
): { readonly alone: readonly Scenario[]; readonly together: readonly Scenario[] } {
  const isAlone = ({ calibrates }: Scenario) => !heard && calibrates === true;
  return { alone: rest.filter(isAlone), together: rest.filter(scenario => !isAlone(scenario)) };
}

/**
 * A shard's share of scenarios, always the same. Each scenario goes to one shard: the largest first, to the shard with
 * the fewest orders to drive; those without orders in turn. Every shard that drives orders calibrates, so that it can
 * interpret its webhooks, and the first shard always does.
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
