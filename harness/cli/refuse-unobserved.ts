import { HarnessError } from '../base/errors.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { askForSetting } from '../settings/ask-for-setting.ts';

/**
 * Refuses a record that shows nothing of a service.
 * @param folder as the person named it
 * @throws HarnessError `not-a-service` (usage) for the record of a gate; `nothing-heard` (incomplete) without webhooks
 */
export function refuseUnobserved({ run, deliveries }: Evidence, folder: string): void {
  if (run.gate)
    throw new HarnessError(
      'not-a-service',
      'usage',
      `${folder} is the record of a gate: it has no observations of a service`,
      {
        next: 'name the folder of a `run`',
      },
    );
  if (deliveries.length === 0)
    throw new HarnessError('nothing-heard', 'incomplete', `${folder} has no delivery: nothing can be learned from it`, {
      likely: 'the service does not know where to send webhooks',
      next: `${askForSetting('WEBHOOK_COMMAND', run)}, and run again`,
    });
}
