import type { Settings } from '../../settings/settings.ts';
import { dealOrders, ordersWanted } from './order-supply.ts';
import type { RunPlan } from './run-plan.ts';

/** How many collection orders a plan takes, and what stays unproved with those that the settings give. */
export function ordersInWords(
  { first, rest }: Pick<RunPlan, 'first' | 'rest'>,
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
  const dealt = dealOrders(driving, orderIds);
  const skipped = driving.filter(({ id }) => !dealt.has(id)).map(({ id }) => id);
  const outcome =
    skipped.length > 0
      ? `skipped: ${skipped.join(', ')}`
      : orderIds.length < most
        ? 'none is skipped, some drive fewer orders than they can use'
        : 'enough';
  return `${takes}; ORDER_IDS gives ${orderIds.length} (${outcome}).`;
}
