import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { HarnessError } from '../core/errors.ts';
import { type Json, walk } from '../core/json.ts';
import { ownCommand } from '../core/own-command.ts';
import { ownFile } from '../core/own-files.ts';
import type { World } from '../core/world.ts';
import type { Overlay } from '../facts/overlay.ts';
import { redocly } from './redocly.ts';

const SERVICE = fileURLToPath(ownFile('openapi/service.yaml'));

/**
 * Applies an overlay to the contract. The Overlay specification allows a target that matches nothing; here it is an
 * error, so that no observation is lost. @param folder where the files go
 * @returns the file of the contract with the overlay applied
 * @throws HarnessError `overlay-unmatched`, `redocly-failed` (unreachable)
 */
export async function overlayFacts(world: World, overlay: Overlay, folder: string): Promise<string> {
  const [written, bundle] = [join(folder, 'overlay.yaml'), join(folder, 'service.yaml')];
  writeFileSync(written, stringify(overlay, { aliasDuplicateObjects: false }));
  await redocly(world, ['bundle', SERVICE, '--overlay', written, '--output', bundle]);
  const document = parse(readFileSync(bundle, 'utf8')) as Json;
  const applied = [...walk(document)].filter(({ key }) => key === 'x-observed').length;
  if (applied !== overlay.actions.length) {
    throw new HarnessError('overlay-unmatched', 'unreachable', 'the overlay does not fit the contract', {
      received: `${applied} of ${overlay.actions.length} targets found`,
      likely: 'openapi/service.yaml has changed since the overlay was made',
      next: `add a run again: ${ownCommand('observe', 'RUN_DIR')}`,
    });
  }
  return bundle;
}
