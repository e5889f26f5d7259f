import type { Scenario } from './scenario.ts';

/** How many orders a set of scenarios takes: with fewer than `least` some are skipped, with `most` nothing is left weak. */
export function ordersWanted(scenarios: readonly Scenario[]): { readonly least: number; readonly most: number } {
  return scenarios.reduce(
    (sum, { orders }) => ({ least: sum.least + (orders?.least ?? 0), most: sum.most + (orders?.most ?? 0) }),
    { least: 0, most: 0 },
  );
}

/**
 * Deals orders out to scenarios: first to each, in turn, what it needs at least (none where that is not left), then the
 * rest in turn to those that can use more, so that one which can use many starves no other. @returns the orders by scenario id; a scenario that is left out has none
 */
export function dealOrders(
  scenarios: readonly Scenario[],
  orders: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const left = [...orders];
  const dealt = new Map<string, string[]>();
  for (const { id, orders: wanted } of scenarios) {
    if (wanted === undefined || left.length < wanted.least) continue;
    dealt.set(id, left.splice(0, wanted.least));
  }
  const hungry = () =>
    scenarios.filter(
      ({ id, orders: wanted }) => (dealt.get(id)?.length ?? Number.POSITIVE_INFINITY) < (wanted?.most ?? 0),
    );
  for (let round = hungry(); left.length > 0 && round.length > 0; round = hungry())
    for (const { id } of round) dealt.get(id)?.push(...left.splice(0, 1));
  return dealt;
}
