import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { realWorld } from '../../world/real-world.ts';
import { Wire } from './client/wire.ts';
import { gateCases } from './drive-gate.ts';
import { EDITION, EDITION_DIGEST } from './edition.ts';
import { METHODS } from './protocol.ts';
import { signatureCases } from './signature-cases.ts';

/** The members of a signature case that its edition fixes. Titles and explanations may change within an edition. */
const ASKED = ['id', 'header', 'body', 'secrets', 'now', 'toleranceSeconds', 'expected', 'choice', 'reason'];

/** SHA-256 of the canonical JSON of all signature cases and of the ids and methods of all cases. */
async function digestOfCases(): Promise<string> {
  const wire = await Wire.open(realWorld(), '127.0.0.1');
  await wire.close();
  const description = { name: '', version: '', language: '', clock: 'injected' as const, methods: [...METHODS] };
  const context = { wire, elsewhere: wire, keys: new Map(), sent: new Set<string>(), calls: 0 };
  const { cases, properties } = gateCases(description, context);
  return createHash('sha256')
    .update(JSON.stringify(signatureCases(), ASKED))
    .update(JSON.stringify([...cases, ...properties], ['id', 'method']))
    .digest('hex');
}

test(`Edition ${EDITION} has exactly the cases of its digest`, async () => {
  const next =
    'The cases changed: raise EDITION and set EDITION_DIGEST to the digest received (harness/gates/sdk/edition.ts).';
  // Vitest shortens a string in a failure, but not an object.
  expect({ digest: await digestOfCases() }, next).toEqual({ digest: EDITION_DIGEST });
});
