import { plural } from '../../base/plural.ts';
import { isFromService, isOk } from '../../evidence/answered.ts';
import type { Evidence, ScenarioRecord } from '../../evidence/evidence.ts';
import { outOfReach, type Settings } from '../../settings/settings.ts';
import type { Scenario } from '../scenario.ts';
import type { Target } from '../target.ts';
import { dealOrders, ordersWanted, type RunPlan } from './run-plan.ts';

/** Why a scenario is skipped, and the setting that would change it. */
export type SkipReason = Pick<ScenarioRecord, 'reason' | 'setting'>;

/** The conditions under which a scenario with orders can be driven. */
export interface SkipState {
  /** Whether a signing secret is known. */
  readonly canVerify: boolean;
  /** How many orders the scenario was dealt. */
  readonly orders: number;
  readonly orderSetting: Target['orderSetting'];
  /** Why no delivery comes; `undefined` if one has come, or before anything was tried. */
  readonly silence?: SkipReason | undefined;
}

/** Every reason why a scenario cannot be driven, in the order in which to fix them; empty if it can be driven. */
export function* reasonsToSkip(
  { orders: wanted, calibrates }: Scenario,
  { canVerify, orders, orderSetting, silence }: SkipState,
): Generator<SkipReason> {
  if (wanted === undefined) return;
  if (!canVerify)
    yield { reason: 'no signing secret is known, so no webhook can be verified', setting: 'SIGNING_SECRET' };
  const counted = `${wanted.least} collection ${wanted.least === 1 ? 'order' : 'orders'}`;
  if (orders < wanted.least) yield { reason: `it needs ${counted} to drive`, setting: orderSetting };
  if (!calibrates && silence) yield silence;
}

/** Why no delivery about an order comes; without a setting if only the service can change that. */
export function reasonOfSilence({ exchanges, journeys, deliveries, tunnels, run }: Evidence): SkipReason {
  const { orderSetting, given = [], deliveryTimeoutMs } = run.settings;
  const steps = new Set(journeys.flatMap(journey => journey.steps.map(({ exchange }) => exchange)));
  const calls = exchanges.filter(({ id }) => steps.has(id));
  const statuses = calls.flatMap(({ response }) => response?.status ?? []);
  const all = (is: (status: number) => boolean) => statuses.length > 0 && statuses.every(is);
  const different = [...new Set(statuses)].join(', ');
  if (calls.length > 0 && statuses.length === 0)
    return { reason: 'no simulate call was answered', setting: 'DELIVERY_TIMEOUT_MS' };
  if (all(status => status >= 300 && status < 400))
    return { reason: `every simulate call was redirected (${statuses[0]})`, setting: 'SANDBOX_URL' };
  if (all(status => status === 401 || status === 403))
    return { reason: 'the API key is refused on every simulate call', setting: 'API_KEY' };
  if (all(status => !isFromService(status)))
    return { reason: `every step was answered ${different}, which is no answer of the service itself` };
  if (all(status => status >= 400 && status < 500))
    return {
      reason: `every step was refused (${different}), as for orders that are unknown or over`,
      setting: orderSetting,
    };
  const came = `${plural(deliveries.length, 'delivery')} came, none about an order of the run`;
  if (deliveries.some(({ signatures }) => signatures.some(({ slots }) => slots.length > 0)))
    return { reason: came, setting: orderSetting };
  if (deliveries.length > 0)
    return { reason: `${came}, and no signing secret verifies one`, setting: 'SIGNING_SECRET' };
  const tunnel = tunnels.at(-1);
  if (tunnel && outOfReach(tunnel.kind, new URL(tunnel.url).hostname, run.target.url))
    return { reason: NOTHING_CAME, setting: 'TUNNEL' };
  const setting = 'WEBHOOK_COMMAND';
  if (!given.includes(setting)) return { reason: NOTHING_CAME, setting };
  const accepted = plural(statuses.filter(isOk).length, 'accepted step');
  const receiver = tunnel ? new URL(tunnel.url).origin : 'the receiver';
  const reason =
    `WEBHOOK_COMMAND ran and exited 0, but ${accepted} sent no webhook to ${receiver} within ` +
    `${deliveryTimeoutMs / 1000} s, so check that the service can reach that address, and that no other program has ` +
    'changed it';
  return { reason, setting };
}

const NOTHING_CAME = 'not one delivery reached the receiver';

/**
 * Why a run of a plan against a remote target will skip scenarios, by the rules and in the words of the run, with each
 * missing setting. Whatever the settings do not decide is assumed to work: ORDER_COMMAND makes enough orders,
 * WEBHOOK_COMMAND prints the secret if none is set, and webhooks are pointed by hand to a receiver whose address is
 * fixed.
 */
export function foreseeSkips({ first, rest }: RunPlan, settings: Settings): readonly Required<SkipReason>[] {
  const { signingSecrets, webhookCommand, orderIds, orderCommand, tunnel, receiverHost, receiverPort } = settings;
  const withOrders = [...first, ...rest];
  const missing = orderCommand === undefined ? 0 : Math.max(0, ordersWanted(withOrders).most - orderIds.length);
  const dealt = dealOrders(withOrders, orderIds.length + missing);
  const isFar = outOfReach(tunnel, receiverHost, settings.sandboxUrl ?? 'http://127.0.0.1');
  const silence = { reason: NOTHING_CAME, setting: isFar ? 'TUNNEL' : 'WEBHOOK_COMMAND' };
  const isPointed = webhookCommand !== undefined || tunnel !== 'direct' || receiverPort !== 0;
  const skips = withOrders.flatMap(scenario => [
    ...reasonsToSkip(scenario, {
      canVerify: signingSecrets.length > 0 || webhookCommand !== undefined,
      orders: dealt.get(scenario.id) ?? 0,
      orderSetting: orderCommand === undefined ? 'ORDER_IDS' : 'ORDER_COMMAND',
      silence: isPointed && !isFar ? undefined : silence,
    }),
  ]);
  return [...Map.groupBy(skips, ({ setting = '' }) => setting)].map(([setting, those]) => ({
    setting,
    reason: those[0]?.reason ?? '',
  }));
}
