import type { Scenario } from '../scenario.ts';

/** One of several runs that share the scenarios among them; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
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
