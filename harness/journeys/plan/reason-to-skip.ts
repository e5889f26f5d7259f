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
  /** Why no delivery comes; undefined once one has come, and until it was tried. */
  readonly silence?: Required<SkipReason> | undefined;
}

/** Every reason why a scenario cannot be driven, the first to mend first; none where it can. */
export function* reasonsToSkip(
  { orders: wanted, calibrates }: Scenario,
  { canVerify, orders, orderSetting, silence }: SkipState,
): Generator<Required<SkipReason>> {
  if (wanted === undefined) return;
  if (!canVerify)
    yield { reason: 'no signing secret is known, so no webhook can be verified', setting: 'SIGNING_SECRET' };
  const counted = `${wanted.least} collection ${wanted.least === 1 ? 'order' : 'orders'}`;
  if (orders < wanted.least) yield { reason: `it needs ${counted} to drive`, setting: orderSetting };
  if (!calibrates && silence) yield silence;
}

/**
 * Why no delivery comes.
 *
 * @param target the address of the service
 * @param answers the statuses of the simulate calls so far; undefined for a call without an answer
 * @param orderSetting the setting that orders come from
 */
export function reasonOfSilence(
  tunnel: TunnelKind,
  receiverHost: string,
  target: string,
  answers: readonly (number | undefined)[] = [],
  orderSetting: Target['orderSetting'] = 'ORDER_IDS',
): Required<SkipReason> {
  const statuses = answers.filter(status => status !== undefined);
  if (answers.length > 0 && statuses.length === 0)
    return { reason: 'no simulate call was answered', setting: 'DELIVERY_TIMEOUT_MS' };
  if (statuses.length > 0 && statuses.every(status => status >= 300 && status < 400))
    return { reason: `every simulate call was redirected (${statuses[0]})`, setting: 'SANDBOX_URL' };
  if (statuses.length > 0 && statuses.every(status => status === 401 || status === 403))
    return { reason: 'the API key is refused on every simulate call', setting: 'API_KEY' };
  if (statuses.length > 0 && statuses.every(status => status >= 400 && status < 500 && status !== 429)) {
    const refused = [...new Set(statuses)].join(', ');
    return {
      reason: `every step was refused (${refused}), as for orders that are unknown or over`,
      setting: orderSetting,
    };
  }
  const setting = outOfReach(tunnel, receiverHost, target) ? 'TUNNEL' : 'WEBHOOK_COMMAND';
  return { reason: 'not one delivery reached the receiver', setting };
}

/** Why everything is skipped once a run has ended; undefined while it goes on. */
export function reasonOfEnd(end: RunEnd | undefined): SkipReason | undefined {
  return end && { reason: `the run was stopped: ${end.message ?? end.reason}` };
}
