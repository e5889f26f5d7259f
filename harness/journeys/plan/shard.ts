import type { Scenario } from '../scenario.ts';

/** One of several runs that share the scenarios among them; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * A shard's share of scenarios, the same whenever it is asked for. Scenarios go whole, the largest first, to the shard
 * that has the fewest orders to drive; those that need none go round. Every shard that drives orders meets the target
 * for itself first, so that it can read the webhooks of its own; the first shard does so in any case.
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
