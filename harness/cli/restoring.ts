import { RESTORE_LIMIT_MS } from '../journeys/webhook-pointer.ts';
import type { Settings } from '../settings/settings.ts';

/** What takes longer after an interrupt: a shared sandbox must not keep a webhook address that is gone. */
export function restoring({ webhookCommand, webhookRestoreUrl }: Settings) {
  if (webhookCommand === undefined || webhookRestoreUrl === undefined) return undefined;
  const seconds = RESTORE_LIMIT_MS / 1000;
  const note = `Restoring the webhook address, for at most ${seconds} s. Interrupt again to stop at once.`;
  return { ms: RESTORE_LIMIT_MS, note };
}
