import type { Steps } from './verifier.ts';

/** A mistake that verifiers are known to make. */
export interface VerifierMistake {
  /** Stable. */
  readonly name: string;
  /** The likely bug, as a finding names it: what the SDK does. */
  readonly bug: string;
  /** The steps that are done otherwise. */
  readonly steps: Partial<Steps>;
}
