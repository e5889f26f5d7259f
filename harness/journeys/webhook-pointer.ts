import type { Settings } from '../core/settings.ts';
import type { World } from '../core/world.ts';
import { runShellCommand } from './shell-command.ts';

/** Points the service's webhooks with the user's command (INTERFACE, Environment). */
export class WebhookPointer {
  readonly #world: World;
  readonly #settings: Pick<Settings, 'webhookCommand' | 'webhookRestoreUrl'>;
  readonly #hide: (text: string) => string;
  #pointed = false;

  /** @param hide takes secrets out of what a failed command said */
  constructor(
    world: World,
    settings: Pick<Settings, 'webhookCommand' | 'webhookRestoreUrl'>,
    hide: (text: string) => string,
  ) {
    this.#world = world;
    this.#settings = settings;
    this.#hide = hide;
  }

  /**
   * Points webhooks to `url`; without a command somebody else has done so. @returns the signing secret that the command
   * printed, if any. @throws HarnessError `command-failed` (unreachable)
   */
  async point(url: string, signal: AbortSignal): Promise<readonly string[]> {
    const { webhookCommand } = this.#settings;
    if (webhookCommand === undefined) return [];
    this.#pointed = true;
    const variables = { WEBHOOK_URL: url };
    const printed = await runShellCommand(
      this.#world,
      'WEBHOOK_COMMAND',
      webhookCommand,
      variables,
      signal,
      this.#hide,
    );
    return printed.slice(-1);
  }

  /**
   * Points them to `WEBHOOK_RESTORE_URL`, where they had been pointed at all. What ends the run does not end this: a shared
   * sandbox must not be left with a dead address. @throws HarnessError `command-failed` (unreachable)
   */
  async release(): Promise<void> {
    const { webhookRestoreUrl } = this.#settings;
    if (!this.#pointed || webhookRestoreUrl === undefined) return;
    await this.point(webhookRestoreUrl, new AbortController().signal);
  }
}
