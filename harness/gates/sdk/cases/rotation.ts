import { CURRENT, digest, FOREIGN, PREVIOUS, type Table } from './draft.ts';

const BOTH = { secrets: [CURRENT, PREVIOUS] };
const ANY_SECRET = 'any known secret is enough';
const EVERY_SECRET = 'every secret is tried';
const EVERY_V1 = 'the last v1 counts as much as the first';

/** Several secrets on either side. */
export const rotationCases: Table = ({ accept, GOOD, header: h, open, reject, T, WRONG }) => {
  const OLD = digest(PREVIOUS, T);
  const EMPTY_KEY = digest('', T);
  const retired = Array.from({ length: 9 }, (_, index) => `whsec_retired_${index}`);
  return [
    accept('any match suffices', {
      'new-then-old': ['signed under both secrets, newest first; both are known', h(GOOD, OLD), BOTH],
      'old-then-new': ['signed under both secrets, oldest first; both are known', h(OLD, GOOD), BOTH],
    }),
    accept(EVERY_V1, {
      'only-new-known': ['signed under both, oldest first; only the new one is known', h(OLD, GOOD)],
      'only-old-known': [
        'signed under both, newest first; only the old one is known',
        h(GOOD, OLD),
        { secrets: [PREVIOUS] },
      ],
    }),
    accept(ANY_SECRET, {
      'signed-new': ['signed under the new secret only; both are known', h(GOOD), BOTH],
      'signed-old': ['signed under the old secret only; both are known', h(OLD), BOTH],
    }),
    accept(EVERY_SECRET, {
      'known-in-other-order': [
        'signed under the second of the known secrets',
        h(GOOD),
        { secrets: [PREVIOUS, CURRENT] },
      ],
      'third-of-three': [
        'signed under the third of three known secrets',
        h(GOOD),
        { secrets: [FOREIGN, PREVIOUS, CURRENT] },
      ],
    }),
    accept('every v1 is tried with every secret', {
      'every-position': [
        'three v1, three secrets, only the last of each belong together',
        h(digest('whsec_a', T), digest('whsec_b', T), GOOD),
        { secrets: ['whsec_c', 'whsec_d', CURRENT] },
      ],
    }),
    accept('a secret that is known twice is harmless', {
      'same-secret-twice': ['the same secret is known twice', h(GOOD), { secrets: [CURRENT, CURRENT] }],
    }),
    accept(EVERY_SECRET, {
      'ten-secrets': ['signed under the last of ten known secrets', h(GOOD), { secrets: [...retired, CURRENT] }],
    }),
    reject('signature-mismatch', 'no secret fits', {
      stranger: ['signed under a secret that is not known', h(WRONG), BOTH],
    }),
    reject('signature-mismatch', 'a retired secret must not verify', {
      retired: ['signed under the old secret, which is no longer known', h(OLD)],
    }),
    reject('signature-mismatch', 'each secret is a key of its own', {
      'joined-secrets': ['signed under both secrets joined by a comma', h(digest(BOTH.secrets.join(','), T)), BOTH],
    }),
    reject('no-secret', 'without a secret nothing verifies', {
      'no-secrets': ['no secret is known', h(GOOD), { secrets: [] }],
      'no-secrets-empty-key': ['no secret is known; signed under the empty key', h(EMPTY_KEY), { secrets: [] }],
    }),
    open('no-secret', 'anyone can sign under the empty key; the harness takes an empty secret as none', {
      'empty-secret': ['the only secret is empty; signed under the empty key', h(EMPTY_KEY), { secrets: [''] }],
    }),
    open('accept', 'the harness ignores an empty secret; a verifier that throws is at least safe', {
      'empty-beside-good': ['an empty secret beside the good one', h(GOOD), { secrets: ['', CURRENT] }],
    }),
    open('signature-mismatch', 'the harness ignores an empty secret', {
      'empty-beside-good-forged': [
        'signed under the empty key; an empty secret beside a good one',
        h(EMPTY_KEY),
        { secrets: ['', CURRENT] },
      ],
    }),
  ];
};
