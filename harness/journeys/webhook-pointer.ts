import type { Settings } from '../settings/settings.ts';
import { runShellCommand } from '../world/shell-command.ts';
import type { World } from '../world/world.ts';

/** How long the command may take to restore the address once a person has interrupted the harness, in milliseconds. */
export const RESTORE_LIMIT_MS = 10_000;

/** Points the service's webhooks with the user's command (INTERFACE, Environment). */
export class WebhookPointer {
  readonly #run: (url: string, signal: AbortSignal, limitMs?: number) => Promise<readonly string[]>;
  readonly #restoreUrl: string | undefined;
  #pointed = false;

  constructor(
    world: World,
    { webhookCommand, webhookRestoreUrl }: Pick<Settings, 'webhookCommand' | 'webhookRestoreUrl'>,
  ) {
    this.#restoreUrl = webhookCommand === undefined ? undefined : webhookRestoreUrl;
    this.#run = async (url, signal, limitMs) =>
      webhookCommand === undefined
        ? []
        : runShellCommand(
            {
              world,
              name: 'WEBHOOK_COMMAND',
              command: webhookCommand,
              signal,
              ...(limitMs !== undefined && { limitMs }),
            },
            { WEBHOOK_URL: url },
          );
  }

  /**
   * Points webhooks to `url`; without a command the user has done so. @returns the signing secret that the command
   * printed, if any. @throws HarnessError `command-failed` (unreachable)
   */
  async point(url: string, signal: AbortSignal): Promise<readonly string[]> {
    this.#pointed = true;
    return (await this.#run(url, signal)).slice(-1);
  }

  /**
   * Points webhooks to `WEBHOOK_RESTORE_URL`, if they were pointed here. The end of the run does not stop this: a
   * shared sandbox must not keep an address that is gone. @param isInterrupted whether a person waits for it
   * @throws HarnessError `command-failed` (unreachable)
   */
  async release(isInterrupted: boolean): Promise<void> {
    if (this.#pointed && this.#restoreUrl !== undefined)
      await this.#run(this.#restoreUrl, new AbortController().signal, isInterrupted ? RESTORE_LIMIT_MS : undefined);
  }
}
