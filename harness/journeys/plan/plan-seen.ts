import type { PlanSeen } from '../../evidence/evidence.ts';
import type { Scenario } from '../scenario.ts';
import type { DealtOrders } from './order-supply.ts';

/**
 * How many orders each scenario was dealt, and how many of them the run drives.
 *
 * @param pace when, how quickly, and why where fewer are driven
 */
export function planAtStart(
  scenarios: readonly Pick<Scenario, 'id' | 'orders'>[],
  dealt: DealtOrders,
  driven: DealtOrders,
  { cut, ...pace }: Omit<PlanSeen, 'id' | 'scenarios'>,
): PlanSeen {
  const orders = scenarios.map(({ id, orders: wanted }) => ({
    ...{ id, least: wanted?.least ?? 0 },
    ...{ planned: dealt.get(id)?.length ?? 0, driven: driven.get(id)?.length ?? 0 },
  }));
  const isCut = orders.some(own => own.driven < own.planned);
  return { id: 'plan', ...pace, scenarios: orders, ...(isCut && cut && { cut }) };
}

/** The same plan after the last journey, where time ran out. @param leftOut by scenario: how many journeys */
export function planAtEnd(
  start: PlanSeen,
  leftOut: ReadonlyMap<string, number>,
  pace: Pick<PlanSeen, 'at' | 'slowestMs'>,
): PlanSeen {
  const scenarios = start.scenarios.map(own => ({ ...own, driven: own.driven - (leftOut.get(own.id) ?? 0) }));
  return { ...start, ...pace, scenarios, cut: 'out-of-time' };
}
