import { HarnessError, messageOf } from '../base/errors.ts';
import { pathSegment } from '../base/path-segment.ts';
import { DEFAULT_API_KEY, FIXTURES } from '../sandbox/index.ts';
import { type Settings, settingsGiven } from '../settings/settings.ts';
import { runShellCommand } from '../world/shell-command.ts';
import type { World } from '../world/world.ts';
import type { Target } from './target.ts';

/** How long a run against a remote target waits for quiet, and holds a delivery, in milliseconds. */
export const REMOTE_PAUSES = { quietMs: 1_000, holdMs: 10_000 };

/**
 * The service at `SANDBOX_URL`. Missing settings fall back to what every embedded sandbox publishes (its key, accounts
 * and onramp orders), so a run against a served one needs none. Another service does not know these values, and the
 * report names the setting. @throws HarnessError `no-sandbox-url` (usage)
 */
export function remoteTarget(world: World, settings: Settings, signal: AbortSignal): Target {
  const { sandboxUrl, baseUrl = sandboxUrl } = settings;
  if (sandboxUrl === undefined || baseUrl === undefined) {
    throw new HarnessError('no-sandbox-url', 'usage', 'the target is remote, but SANDBOX_URL is not set', {
      next: 'set SANDBOX_URL, or run with --target embedded',
    });
  }
  const ready = [...settings.orderIds];
  /** The orders so far, because a command may print the same list each time. */
  const given = new Set<string>();
  const webhooks = webhookPointer(world, settings);
  return {
    kind: 'remote',
    address: { baseUrl, sandboxUrl, apiKey: settings.apiKey ?? DEFAULT_API_KEY },
    keyGiven: settings.apiKey !== undefined,
    bankAccounts: settings.bankAccounts.length > 0 ? settings.bankAccounts : FIXTURES.accounts,
    bankAccountsKnown: settings.bankAccounts.length > 0,
    onrampOrderIds: settings.onrampOrderIds.length > 0 ? settings.onrampOrderIds : FIXTURES.onrampOrderIds,
    onrampOrdersKnown: settings.onrampOrderIds.length > 0,
    networks: settings.networks,
    signingSecrets: settings.signingSecrets,
    settingsGiven: settingsGiven(settings),
    orderSetting: settings.orderCommand === undefined ? 'ORDER_IDS' : 'ORDER_COMMAND',
    ...(settings.orderCommand === undefined && { mostOrders: ready.length }),
    deliveryTimeoutMs: settings.deliveryTimeoutMs ?? 30_000,
    redeliveryTimeoutMs: settings.redeliveryTimeoutMs ?? 60_000,
    ...REMOTE_PAUSES,
    async makeOrders(count) {
      const orders = ready.splice(0, count);
      const missing = count - orders.length;
      if (settings.orderCommand === undefined || missing === 0) return orders;
      const command = { world, name: 'ORDER_COMMAND', command: settings.orderCommand, signal };
      const printed = await runShellCommand(command, { ORDER_COUNT: String(missing) });
      const made = sendable(new Set(printed)).filter(order => !given.has(order));
      orders.push(...made.slice(0, missing));
      for (const order of orders) given.add(order);
      return orders;
    },
    pointWebhooksTo: url => webhooks.point(url, signal),
    releaseWebhooks: isInterrupted => webhooks.release(isInterrupted),
    async close() {},
  };
}

/** The orders that a command printed. @throws HarnessError `order-id-unsendable` if a path cannot contain one */
function sendable(orders: ReadonlySet<string>): readonly string[] {
  for (const order of orders) {
    try {
      if (/^[{["]/.test(order)) throw new Error('it is JSON');
      pathSegment(order);
    } catch (cause) {
      const message = `ORDER_COMMAND printed a line that is not an order id: ${messageOf(cause)}`;
      throw new HarnessError('order-id-unsendable', 'unreachable', message, {
        received: order,
        expected: 'one order id a line, and nothing else, on stdout',
        next: 'run ORDER_COMMAND by hand with ORDER_COUNT=1',
        cause,
      });
    }
  }
  return [...orders];
}

/** How long the command may take to restore the address after a person interrupted the harness, in milliseconds. */
const RESTORE_LIMIT_MS = 10_000;

/** Points the service's webhooks with the user's command (INTERFACE, Environment); without one, the user does so. */
export function webhookPointer(
  world: World,
  { webhookCommand: command, webhookRestoreUrl }: Pick<Settings, 'webhookCommand' | 'webhookRestoreUrl'>,
) {
  let isPointed = false;
  const run = async (url: string, signal: AbortSignal, limit: { readonly limitMs?: number } = {}) =>
    command === undefined
      ? []
      : runShellCommand({ world, name: 'WEBHOOK_COMMAND', command, signal, ...limit }, { WEBHOOK_URL: url });
  return {
    /** @returns the signing secret that was printed, if any @throws HarnessError `command-failed` (unreachable) */
    async point(url: string, signal: AbortSignal): Promise<readonly string[]> {
      isPointed = true;
      return (await run(url, signal)).slice(-1);
    },
    /**
     * Points webhooks to `WEBHOOK_RESTORE_URL`, if they were pointed here. The end of the run does not stop this,
     * because a shared sandbox must not keep a dead address. @param isInterrupted whether a person waits for it
     * @throws HarnessError `command-failed` (unreachable)
     */
    async release(isInterrupted: boolean): Promise<void> {
      if (isPointed && webhookRestoreUrl !== undefined)
        await run(webhookRestoreUrl, new AbortController().signal, isInterrupted ? { limitMs: RESTORE_LIMIT_MS } : {});
    },
  };
}

/** What takes longer after an interrupt, and a note for the user; `undefined` if nothing is restored. */
export function restoring({ webhookCommand, webhookRestoreUrl }: Settings) {
  if (webhookCommand === undefined || webhookRestoreUrl === undefined) return undefined;
  const seconds = RESTORE_LIMIT_MS / 1000;
  const note = `Restoring the webhook address, for at most ${seconds} s. Interrupt again to stop at once.`;
  return { ms: RESTORE_LIMIT_MS, note };
}
