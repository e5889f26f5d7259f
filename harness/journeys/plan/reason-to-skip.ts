import type { RunEnd, ScenarioSeen } from '../../core/evidence.ts';
import { outOfReach } from '../../core/out-of-reach.ts';
import type { TunnelKind } from '../../core/settings.ts';
import type { Scenario } from '../scenario.ts';
import type { Target } from '../target.ts';

/** Why a scenario is skipped, and the setting that would change it. */
export type SkipReason = Pick<ScenarioSeen, 'reason' | 'setting'>;

/** What decides whether a scenario that drives orders can be driven now. */
export interface SkipState {
  /** Whether a signing secret is known. */
  readonly canVerify: boolean;
  /** How many orders the scenario was dealt. */
  readonly orders: number;
  readonly orderSetting: Target['orderSetting'];
  /** Whether a delivery has come, or may still come because nothing was calibrated yet. */
  readonly canHear: boolean;
  /** The setting to look at where no delivery comes. */
  readonly webhookSetting: WebhookSetting;
}

/** The settings that decide whether deliveries reach the receiver. */
export type WebhookSetting = 'TUNNEL' | 'WEBHOOK_COMMAND';

/** Why a scenario cannot be driven; undefined where it can. */
export function reasonToSkip({ orders: wanted, calibrates }: Scenario, state: SkipState): SkipReason | undefined {
  if (wanted === undefined) return undefined;
  if (!state.canVerify)
    return { reason: 'no signing secret is known, so no webhook can be verified', setting: 'SIGNING_SECRET' };
  if (state.orders < wanted.least) {
    const orders = `${wanted.least} collection ${wanted.least === 1 ? 'order' : 'orders'}`;
    return { reason: `it needs ${orders} to drive`, setting: state.orderSetting };
  }
  if (calibrates || state.canHear) return undefined;
  return { reason: 'not one delivery reached the receiver', setting: state.webhookSetting };
}

/** Why everything is skipped once a run has ended; undefined while it goes on. */
export function reasonOfEnd(end: RunEnd | undefined): SkipReason | undefined {
  return end && { reason: `the run was stopped: ${end.message ?? end.reason}` };
}

/** The setting to look at where not one delivery came. @param target the address of the service */
export function webhookSetting(tunnel: TunnelKind, receiverHost: string, target: string): WebhookSetting {
  return outOfReach(tunnel, receiverHost, target) ? 'TUNNEL' : 'WEBHOOK_COMMAND';
}
