import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { realWorld } from '../../world/real-world.ts';
import { Wire } from './client/wire.ts';
import { gateCases } from './drive-gate.ts';
import { EDITION, EDITION_DIGEST } from './edition.ts';
import { METHODS } from './protocol.ts';
import { signatureCases } from './signature-cases.ts';

/** What a signature case asks and what is right. Titles and explanations may change within an edition. */
const ASKED = ['id', 'header', 'body', 'secrets', 'now', 'toleranceSeconds', 'expected', 'choice', 'reason'];

/** SHA-256 of the canonical JSON of all signature cases, and of the ids and methods of everything asked. */
async function digestOfCases(): Promise<string> {
  const wire = await Wire.open(realWorld(), '127.0.0.1');
  await wire.close();
  const description = { name: '', version: '', language: '', clock: 'injected' as const, methods: [...METHODS] };
  const { cases, properties } = gateCases(description, { wire, elsewhere: wire, keys: new Map(), calls: 0 });
  return createHash('sha256')
    .update(JSON.stringify(signatureCases(), ASKED))
    .update(JSON.stringify([...cases, ...properties], ['id', 'method']))
    .digest('hex');
}

test(`edition ${EDITION} has the cases that its digest names`, async () => {
  const next =
    'The cases changed: raise EDITION and set EDITION_DIGEST to the digest received (harness/gates/sdk/edition.ts).';
  // An object, since a failure shortens a text.
  expect({ digest: await digestOfCases() }, next).toEqual({ digest: EDITION_DIGEST });
});
