import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type SavedDelivery, writeSavedDelivery } from '../../webhooks/saved-delivery.ts';
import { attempt, makeFolder } from '../files.ts';

/**
 * Makes a folder for files that `verify` and `resend` read, one for each webhook, in the order of arrival.
 * @returns a function that saves a webhook with its event and returns the file's path
 * @throws HarnessError `out-unwritable` (usage); the function, `out-unwritable` (unreachable)
 */
export function saveInto(cwd: string, folder: string): (delivery: SavedDelivery, event?: string) => string {
  makeFolder(cwd, folder);
  let count = 0;
  return (delivery, event = 'webhook') => {
    const time = new Date(delivery.at).toISOString().replace(/[:.]/g, '-');
    const what = event.replace(/[^\w.-]+/g, '_').slice(0, 60);
    const file = join(folder, `${time}-${String(++count).padStart(4, '0')}-${what}.json`);
    const path = resolve(cwd, file);
    return attempt('out-unwritable', 'unreachable', `${file} cannot be written`, () => {
      writeFileSync(path, writeSavedDelivery(delivery), { flag: 'wx' });
      return file;
    });
  };
}
