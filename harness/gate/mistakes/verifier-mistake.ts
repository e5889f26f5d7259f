import type { Steps } from './verifier.ts';

/** A known mistake of verifiers. */
export interface VerifierMistake {
  /** Stable. */
  readonly name: string;
  /** The likely bug, as a finding names it: what the SDK does. */
  readonly bug: string;
  /** The steps that it replaces. */
  readonly steps: Partial<Steps>;
}
