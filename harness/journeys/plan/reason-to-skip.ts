import { plural } from '../../base/plural.ts';
import { isOk } from '../../evidence/answered.ts';
import type { ScenarioRecord } from '../../evidence/evidence.ts';
import { isFromService } from '../../evidence/from-service.ts';
import type { RunEnd } from '../../evidence/run-info.ts';
import { outOfReach, type Settings, type TunnelKind } from '../../settings/settings.ts';
import type { Scenario } from '../scenario.ts';
import type { Target } from '../target.ts';
import { dealOrders, ordersWanted } from './deal-orders.ts';
import type { RunPlan } from './run-plan.ts';

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

/** What was tried and observed of webhooks. */
export interface Silence {
  readonly tunnel: TunnelKind;
  readonly receiverHost: string;
  /** The address of the service. */
  readonly target: string;
  /** The statuses of the simulate calls so far; `undefined` for a call without an answer. */
  readonly answers?: readonly (number | undefined)[];
  readonly orderSetting?: Target['orderSetting'];
  /** How many deliveries came, and how many of them a known secret verifies. */
  readonly deliveries?: number;
  readonly verified?: number;
  /** Names of the settings that the user gave. */
  readonly given?: readonly string[];
  /** The address for webhooks, and how long the run waited for them, in milliseconds. */
  readonly receiver?: string;
  readonly timeoutMs?: number;
}

/** Why no delivery about an order comes. */
export function reasonOfSilence(seen: Silence): SkipReason {
  const { tunnel, receiverHost, target, answers = [], orderSetting = 'ORDER_IDS', deliveries = 0, given = [] } = seen;
  const statuses = answers.filter(status => status !== undefined);
  const all = (is: (status: number) => boolean) => statuses.length > 0 && statuses.every(is);
  const different = [...new Set(statuses)].join(', ');
  if (answers.length > 0 && statuses.length === 0)
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
  if (deliveries > 0) return reasonOfStrangers(seen, deliveries);
  if (outOfReach(tunnel, receiverHost, target)) return { reason: NOTHING_CAME, setting: 'TUNNEL' };
  return { reason: given.includes('WEBHOOK_COMMAND') ? tried(seen) : NOTHING_CAME, setting: 'WEBHOOK_COMMAND' };
}

const NOTHING_CAME = 'not one delivery reached the receiver';

/** The reason if deliveries came, but none about an order of the run. */
function reasonOfStrangers({ verified = 0, orderSetting = 'ORDER_IDS' }: Silence, deliveries: number): SkipReason {
  const came = `${plural(deliveries, 'delivery')} came, none about an order of the run`;
  return verified > 0
    ? { reason: came, setting: orderSetting }
    : { reason: `${came}, and no signing secret verifies one`, setting: 'SIGNING_SECRET' };
}

/** The reason if webhooks were pointed to the receiver by a command. */
function tried({ answers = [], receiver = 'the receiver', timeoutMs = 0 }: Silence): string {
  const accepted = plural(answers.filter(status => isOk(status ?? 0)).length, 'accepted step');
  return (
    `WEBHOOK_COMMAND ran and exited 0, but ${accepted} sent no webhook to ${receiver} within ` +
    `${timeoutMs / 1000} s, so check that the service can reach that address, and that no other program has changed it`
  );
}

/** Why everything is skipped once a run has ended; `undefined` before that. */
export function reasonOfEnd(end: RunEnd | undefined): SkipReason | undefined {
  return end && { reason: `the run was stopped: ${end.message ?? end.reason}` };
}

/** A missing setting because of which a run will skip scenarios. */
export interface ForeseenSkip {
  readonly setting: string;
  /** Why, in the words of the run. */
  readonly reason: string;
}

/**
 * What a run of a plan against a remote target will skip, by the rules of the run. Whatever the settings do not decide
 * is assumed to work: ORDER_COMMAND makes enough orders, WEBHOOK_COMMAND prints the secret if none is set, and webhooks
 * are pointed by hand to a receiver with a fixed address.
 */
export function foreseeSkips({ first, rest }: RunPlan, settings: Settings): readonly ForeseenSkip[] {
  const { signingSecrets, webhookCommand, orderIds, orderCommand, tunnel, receiverHost, receiverPort } = settings;
  const withOrders = [...first, ...rest];
  const missing = orderCommand === undefined ? 0 : Math.max(0, ordersWanted(withOrders).most - orderIds.length);
  const dealt = dealOrders(withOrders, orderIds.length + missing);
  const silence = reasonOfSilence({ tunnel, receiverHost, target: settings.sandboxUrl ?? 'http://127.0.0.1' });
  const isPointed = webhookCommand !== undefined || tunnel !== 'direct' || receiverPort !== 0;
  const skips = withOrders.flatMap(scenario => [
    ...reasonsToSkip(scenario, {
      canVerify: signingSecrets.length > 0 || webhookCommand !== undefined,
      orders: dealt.get(scenario.id) ?? 0,
      orderSetting: orderCommand === undefined ? 'ORDER_IDS' : 'ORDER_COMMAND',
      silence: isPointed && silence.setting !== 'TUNNEL' ? undefined : silence,
    }),
  ]);
  return [...Map.groupBy(skips, ({ setting = '' }) => setting)].map(([setting, those]) => ({
    setting,
    reason: those[0]?.reason ?? '',
  }));
}
