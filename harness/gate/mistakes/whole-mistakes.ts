import type { VerifierMistake } from './verifier-mistake.ts';

/** Mistakes that leave nothing of the rules. They stand first: what tells another from them is more than they do. */
export const WHOLE_MISTAKES: readonly VerifierMistake[] = [
  {
    name: 'refuses-everything',
    bug: 'it refuses every webhook: what it computes is never what was signed (the secret, the unit of t, the form of the digest)',
    steps: { secrets: () => [] },
  },
  {
    name: 'accepts-everything',
    bug: 'it accepts whatever has a t and a v1 in any form, or nothing at all',
    steps: { moment: (_, now) => now, some: () => true },
  },
  {
    name: 'breaks-always',
    bug: 'it breaks on every webhook',
    steps: {
      lines: () => {
        throw new Error('broken');
      },
    },
  },
];
