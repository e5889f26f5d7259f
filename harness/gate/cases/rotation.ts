import type { SignatureCase } from '../signature-case.ts';
import { BODY, CURRENT, type Draft, digest, FOREIGN, PREVIOUS } from './draft.ts';

/** Several secrets on either side. */
export function rotationCases({ accept, GOOD, open, reject, T, WRONG }: Draft): readonly SignatureCase[] {
  const OLD = digest(PREVIOUS, T, BODY);
  const BOTH = [CURRENT, PREVIOUS];
  const h = (...digests: readonly string[]) => [`t=${T}`, ...digests.map(value => `v1=${value}`)].join(',');
  return [
    accept(
      'rotation/new-then-old',
      'signed under both secrets, newest first; both are known',
      h(GOOD, OLD),
      'any matches',
      { secrets: BOTH },
    ),
    accept(
      'rotation/old-then-new',
      'signed under both secrets, oldest first; both are known',
      h(OLD, GOOD),
      'any matches',
      { secrets: BOTH },
    ),
    accept(
      'rotation/only-new-known',
      'signed under both, oldest first; only the new one is known',
      h(OLD, GOOD),
      'the last v1 counts as much as the first',
    ),
    accept(
      'rotation/only-old-known',
      'signed under both, newest first; only the old one is known',
      h(GOOD, OLD),
      'the last v1 counts as much as the first',
      { secrets: [PREVIOUS] },
    ),
    accept(
      'rotation/signed-new',
      'signed under the new secret alone; both are known',
      h(GOOD),
      'any known secret will do',
      { secrets: BOTH },
    ),
    accept(
      'rotation/signed-old',
      'signed under the old secret alone; both are known',
      h(OLD),
      'any known secret will do',
      { secrets: BOTH },
    ),
    accept(
      'rotation/known-in-other-order',
      'signed under the second of the known secrets',
      h(GOOD),
      'secrets have no order',
      { secrets: [PREVIOUS, CURRENT] },
    ),
    accept(
      'rotation/third-of-three',
      'signed under the third of three known secrets',
      h(GOOD),
      'every secret is tried',
      {
        secrets: [FOREIGN, PREVIOUS, CURRENT],
      },
    ),
    accept(
      'rotation/every-position',
      'three v1, three secrets, only the last of each belong together',
      h(digest('whsec_a', T, BODY), digest('whsec_b', T, BODY), GOOD),
      'every v1 against every secret',
      { secrets: ['whsec_c', 'whsec_d', CURRENT] },
    ),
    accept('rotation/same-secret-twice', 'the same secret is known twice', h(GOOD), 'harmless', {
      secrets: [CURRENT, CURRENT],
    }),
    accept('rotation/ten-secrets', 'signed under the last of ten known secrets', h(GOOD), 'every secret is tried', {
      secrets: [...Array.from({ length: 9 }, (_, index) => `whsec_retired_${index}`), CURRENT],
    }),
    reject(
      'rotation/stranger',
      'signed under a secret that is not known',
      h(WRONG),
      'signature-mismatch',
      'no secret fits',
      { secrets: BOTH },
    ),
    reject(
      'rotation/retired',
      'signed under the old secret, which is known no more',
      h(OLD),
      'signature-mismatch',
      'a retired secret must not verify',
    ),
    reject(
      'rotation/joined-secrets',
      'signed under both secrets joined by a comma',
      h(digest(BOTH.join(','), T, BODY)),
      'signature-mismatch',
      'each secret is a key of its own',
      { secrets: BOTH },
    ),
    reject('rotation/no-secrets', 'no secret is known', h(GOOD), 'no-secret', 'without a secret nothing verifies', {
      secrets: [],
    }),
    reject(
      'rotation/no-secrets-empty-key',
      'no secret is known; signed under the empty key',
      h(digest('', T, BODY)),
      'no-secret',
      'a missing secret is not the empty key',
      { secrets: [] },
    ),
    open(
      'rotation/empty-secret',
      'the only secret is empty; signed under the empty key',
      h(digest('', T, BODY)),
      'no-secret',
      'anyone can sign under the empty key; ours takes it for none',
      { secrets: [''] },
    ),
    open(
      'rotation/empty-beside-good',
      'an empty secret beside the good one',
      h(GOOD),
      'accept',
      'ours passes an empty secret over; one that throws is at least safe',
      { secrets: ['', CURRENT] },
    ),
    open(
      'rotation/empty-beside-good-forged',
      'signed under the empty key; an empty secret beside a good one',
      h(digest('', T, BODY)),
      'signature-mismatch',
      'ours passes an empty secret over',
      { secrets: ['', CURRENT] },
    ),
  ];
}
