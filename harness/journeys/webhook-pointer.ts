import type { Settings } from '../settings/settings.ts';
import { runShellCommand } from '../world/shell-command.ts';
import type { World } from '../world/world.ts';

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
