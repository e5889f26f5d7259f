import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Arrival } from '../../webhooks/receiver.ts';
import { writeSavedDelivery } from '../../webhooks/saved-delivery.ts';
import { makeFolder } from '../files.ts';

/** Saves webhooks as files that `verify` and `resend` read, one each, in the order of their arrival. */
export class DeliverySaver {
  readonly #cwd: string;
  readonly #folder: string;
  #count = 0;

  /** @param folder where the files go, as the person named it @throws HarnessError `out-unwritable` (usage) */
  constructor(cwd: string, folder: string) {
    this.#cwd = cwd;
    this.#folder = folder;
    makeFolder(cwd, folder);
  }

  /** Saves one. @param at its arrival, in milliseconds since the epoch @returns the path of the file */
  save(at: number, event: string | undefined, { method, path, headers, body }: Arrival): string {
    const time = new Date(at).toISOString().replace(/[:.]/g, '-');
    const what = (event ?? 'webhook').replace(/[^\w.-]+/g, '_').slice(0, 60);
    const file = join(this.#folder, `${time}-${String(++this.#count).padStart(4, '0')}-${what}.json`);
    writeFileSync(resolve(this.#cwd, file), writeSavedDelivery({ at, method, path, headers, body }), { flag: 'wx' });
    return file;
  }
}
