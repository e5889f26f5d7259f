import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { HarnessError } from '../core/errors.ts';
import { type Json, walk } from '../core/json.ts';
import type { World } from '../core/world.ts';
import type { Overlay } from '../facts/overlay.ts';
import { redocly } from './redocly.ts';

const SERVICE = fileURLToPath(new URL('../../openapi/service.yaml', import.meta.url));

/**
 * Lays an overlay over the contract. By the Overlay specification a target that matches nothing is no error; here it
 * is one, for what was observed must not be lost on the way. @param folder where the files go
 * @returns the file of the contract with the overlay laid over it
 * @throws HarnessError `overlay-unmatched`, `redocly-failed` (unreachable)
 */
export async function overlayFacts(world: World, overlay: Overlay, folder: string): Promise<string> {
  const [written, bundle] = [join(folder, 'overlay.yaml'), join(folder, 'service.yaml')];
  writeFileSync(written, stringify(overlay, { aliasDuplicateObjects: false }));
  await redocly(world, ['bundle', SERVICE, '--overlay', written, '--output', bundle]);
  const document = parse(readFileSync(bundle, 'utf8')) as Json;
  const laid = [...walk(document)].filter(({ key }) => key === 'x-observed').length;
  if (laid !== overlay.actions.length) {
    throw new HarnessError('overlay-unmatched', 'unreachable', 'the overlay does not fit the contract', {
      received: `${laid} of ${overlay.actions.length} targets found`,
      likely: 'openapi/service.yaml has changed since the overlay was made',
      next: 'make the overlay anew with `observe`',
    });
  }
  return bundle;
}
