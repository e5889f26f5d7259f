import { CANDIDATE_MISTAKES } from './candidate-mistakes.ts';
import { HEADER_MISTAKES } from './header-mistakes.ts';
import { MESSAGE_MISTAKES } from './message-mistakes.ts';
import { TIME_MISTAKES } from './time-mistakes.ts';
import type { Mistakes, Steps } from './verifier.ts';

/** A known mistake of verifiers. */
export interface VerifierMistake {
  /** Stable. */
  readonly name: string;
  /** The likely bug, as a finding names it: what the SDK does. */
  readonly bug: string;
  /** The steps that it replaces. */
  readonly steps: Partial<Steps>;
}

/** Mistakes that break every rule. They come first, because every other mistake explains less. */
const WHOLE_MISTAKES: Mistakes = {
  'refuses-everything': [
    'it refuses every webhook: it computes another digest (the secret, the unit of t, the form of the digest)',
    { secrets: () => [] },
  ],
  'accepts-everything': [
    'it accepts any header that has a t and a v1, or any header at all',
    { moment: (_, now) => now, some: () => true },
  ],
  'breaks-always': [
    'it breaks on every webhook',
    {
      lines: () => {
        throw new Error('broken');
      },
    },
  ],
};

/** The known mistakes of verifiers. */
export const VERIFIER_MISTAKES: readonly VerifierMistake[] = Object.entries({
  ...WHOLE_MISTAKES,
  ...CANDIDATE_MISTAKES,
  ...TIME_MISTAKES,
  ...MESSAGE_MISTAKES,
  ...HEADER_MISTAKES,
}).map(([name, [bug, steps]]) => ({ name, bug, steps }));
