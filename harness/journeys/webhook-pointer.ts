import type { Settings } from '../settings/settings.ts';
import { runShellCommand } from '../world/shell-command.ts';
import type { World } from '../world/world.ts';

/** How long the command may take to restore the address after a person interrupted the harness, in milliseconds. */
const RESTORE_LIMIT_MS = 10_000;

/** Points the service's webhooks with the user's command (INTERFACE, Environment). */
export class WebhookPointer {
  readonly #world: World;
  readonly #settings: Pick<Settings, 'webhookCommand' | 'webhookRestoreUrl'>;
  #pointed = false;

  constructor(world: World, settings: Pick<Settings, 'webhookCommand' | 'webhookRestoreUrl'>) {
    this.#world = world;
    this.#settings = settings;
  }

  /**
   * Points webhooks to `url`; without a command, the user has done so.
   * @returns the signing secret that the command printed, if any
   * @throws HarnessError `command-failed` (unreachable)
   */
  async point(url: string, signal: AbortSignal): Promise<readonly string[]> {
    this.#pointed = true;
    return (await this.#run(url, signal)).slice(-1);
  }

  /**
   * Points webhooks to `WEBHOOK_RESTORE_URL`, if they were pointed here. The end of the run does not stop this, because
   * a shared sandbox must not keep a dead address. @param isInterrupted whether a person waits for it @throws
   * HarnessError `command-failed` (unreachable)
   */
  async release(isInterrupted: boolean): Promise<void> {
    const { webhookRestoreUrl: url } = this.#settings;
    if (this.#pointed && url !== undefined)
      await this.#run(url, new AbortController().signal, isInterrupted ? { limitMs: RESTORE_LIMIT_MS } : {});
  }

  /** Runs the command, if there is one. @returns the lines that it prints */
  async #run(url: string, signal: AbortSignal, limit: { readonly limitMs?: number } = {}): Promise<readonly string[]> {
    const { webhookCommand: command } = this.#settings;
    if (command === undefined) return [];
    const run = { world: this.#world, name: 'WEBHOOK_COMMAND', command, signal, ...limit };
    return runShellCommand(run, { WEBHOOK_URL: url });
  }
}

/** What takes longer after an interrupt, and a note for the user; `undefined` if nothing is restored. */
export function restoring({ webhookCommand, webhookRestoreUrl }: Settings) {
  if (webhookCommand === undefined || webhookRestoreUrl === undefined) return undefined;
  const seconds = RESTORE_LIMIT_MS / 1000;
  const note = `Restoring the webhook address, for at most ${seconds} s. Interrupt again to stop at once.`;
  return { ms: RESTORE_LIMIT_MS, note };
}
