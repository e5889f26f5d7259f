import type { Settings } from '../core/settings.ts';
import { dealOrders, ordersWanted } from './order-supply.ts';
import type { Scenario } from './scenario.ts';

/** How many collection orders a run over these scenarios takes, and what stays unproved with those that are given. */
export function ordersInWords(
  scenarios: readonly Scenario[],
  { orderIds, orderCommand }: Pick<Settings, 'orderIds' | 'orderCommand'>,
): string {
  const driving = scenarios.filter(({ orders }) => orders !== undefined);
  const { least, most } = ordersWanted(driving);
  if (most === 0) return 'It drives no collection order.';
  const probes = ordersWanted(driving.filter(({ suite }) => suite === 'gaps')).most;
  const of = probes === 0 ? '' : ` (${probes} in probes of what is not specified, the most telling first)`;
  const takes = `It drives up to ${most} collection orders${of}, and each scenario with no fewer than ${least}`;
  if (orderCommand !== undefined)
    return `${takes}; ORDER_COMMAND makes ${orderIds.length === 0 ? 'them' : 'the rest'}.`;
  const dealt = dealOrders(driving, orderIds);
  const left = driving.filter(({ id }) => !dealt.has(id)).map(({ id }) => id);
  const unproved =
    left.length > 0
      ? `unproved: ${left.join(', ')}`
      : orderIds.length < most
        ? 'none is left out, some see fewer orders than they can use'
        : 'enough';
  return `${takes}; ORDER_IDS gives ${orderIds.length} (${unproved}).`;
}
