import type { Settings } from '../core/settings.ts';
import { runShellCommand } from '../core/shell-command.ts';
import type { World } from '../core/world.ts';

/** Points the service's webhooks with the user's command (INTERFACE, Environment). */
export class WebhookPointer {
  readonly #run: (url: string, signal: AbortSignal) => Promise<readonly string[]>;
  readonly #restoreUrl: string | undefined;
  #pointed = false;

  /** @param hide removes secrets from the output of a failed command */
  constructor(
    world: World,
    { webhookCommand, webhookRestoreUrl }: Pick<Settings, 'webhookCommand' | 'webhookRestoreUrl'>,
    hide: (text: string) => string,
  ) {
    this.#restoreUrl = webhookCommand === undefined ? undefined : webhookRestoreUrl;
    this.#run = async (url, signal) =>
      webhookCommand === undefined
        ? []
        : runShellCommand(
            { world, name: 'WEBHOOK_COMMAND', command: webhookCommand, hide, signal },
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
   * shared sandbox must not keep an address that is gone. @throws HarnessError `command-failed` (unreachable)
   */
  async release(): Promise<void> {
    if (this.#pointed && this.#restoreUrl !== undefined)
      await this.point(this.#restoreUrl, new AbortController().signal);
  }
}
