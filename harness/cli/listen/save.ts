import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HarnessError, messageOf } from '../../core/errors.ts';
import type { Arrival } from '../../webhooks/receiver.ts';
import { writeSavedDelivery } from '../../webhooks/saved-delivery.ts';

/** Keeps webhooks as files that `verify` and `resend` take, one each, in the order in which they came. */
export class Keeper {
  readonly #folder: string;
  readonly #shown: string;
  #count = 0;

  /** @throws HarnessError `save-unwritable` (usage) */
  constructor(cwd: string, folder: string) {
    this.#folder = resolve(cwd, folder);
    this.#shown = folder;
    try {
      mkdirSync(this.#folder, { recursive: true });
    } catch (cause) {
      throw new HarnessError('save-unwritable', 'usage', `--save ${folder} cannot be written: ${messageOf(cause)}`, {
        next: 'name another folder',
        cause,
      });
    }
  }

  /** Keeps one. @param at when it came, in milliseconds since the epoch @returns the file, as the person named the folder */
  keep(at: number, event: string | undefined, { method, path, headers, body }: Arrival): string {
    const time = new Date(at).toISOString().replace(/[:.]/g, '-');
    const what = (event ?? 'webhook').replace(/[^\w.-]+/g, '_').slice(0, 60);
    const name = `${time}-${String(++this.#count).padStart(4, '0')}-${what}.json`;
    writeFileSync(join(this.#folder, name), writeSavedDelivery({ at, method, path, headers, body }), { flag: 'wx' });
    return join(this.#shown, name);
  }
}
