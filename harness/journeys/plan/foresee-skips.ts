import type { Settings } from '../../settings/settings.ts';
import type { Suite } from '../scenario.ts';
import { dealOrders, ordersWanted } from './order-supply.ts';
import { reasonOfSilence, reasonsToSkip } from './reason-to-skip.ts';
import type { RunPlan } from './run-plan.ts';

/** A setting for lack of which a run will skip scenarios. */
export interface ForeseenSkip {
  readonly setting: string;
  /** Why, in the words of the run. */
  readonly reason: string;
  /** The suites of these scenarios. */
  readonly suites: readonly Suite[];
}

/**
 * What a run of a plan against a remote target will skip, by the rules of the run itself. What the settings do not
 * decide is taken for granted: that ORDER_COMMAND makes enough orders, that WEBHOOK_COMMAND prints the secret where
 * none is set, and that webhooks were pointed by hand to a receiver whose address is fixed.
 */
export function foreseeSkips({ first, rest }: RunPlan, settings: Settings): readonly ForeseenSkip[] {
  const { signingSecrets, webhookCommand, orderIds, orderCommand, tunnel, receiverHost, receiverPort } = settings;
  const withOrders = [...first, ...rest];
  const missing = orderCommand === undefined ? 0 : Math.max(0, ordersWanted(withOrders).most - orderIds.length);
  const dealt = dealOrders(withOrders, [...orderIds, ...Array.from({ length: missing }, (_, nth) => `made ${nth}`)]);
  const silence = reasonOfSilence({ tunnel, receiverHost, target: settings.sandboxUrl ?? 'http://127.0.0.1' });
  const isPointed = webhookCommand !== undefined || tunnel !== 'direct' || receiverPort !== 0;
  const skips = withOrders.flatMap(scenario =>
    [
      ...reasonsToSkip(scenario, {
        canVerify: signingSecrets.length > 0 || webhookCommand !== undefined,
        orders: dealt.get(scenario.id)?.length ?? 0,
        orderSetting: orderCommand === undefined ? 'ORDER_IDS' : 'ORDER_COMMAND',
        silence: isPointed && silence.setting !== 'TUNNEL' ? undefined : silence,
      }),
    ].map(skip => ({ ...skip, suite: scenario.suite })),
  );
  return [...Map.groupBy(skips, ({ setting = '' }) => setting)].map(([setting, those]) => ({
    setting,
    reason: those[0]?.reason ?? '',
    suites: [...new Set(those.map(({ suite }) => suite))],
  }));
}
