import type { VerifierMistake } from './verifier-mistake.ts';

/** Mistakes that break every rule. They come first, because every other mistake explains less. */
export const WHOLE_MISTAKES: readonly VerifierMistake[] = [
  {
    name: 'refuses-everything',
    bug: 'it refuses every webhook: it computes another digest (the secret, the unit of t, the form of the digest)',
    steps: { secrets: () => [] },
  },
  {
    name: 'accepts-everything',
    bug: 'it accepts any header that has a t and a v1, or any header at all',
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
