import { CANDIDATE_MISTAKES } from './candidate-mistakes.ts';
import { COMPARISON_MISTAKES } from './comparison-mistakes.ts';
import { HEADER_MISTAKES } from './header-mistakes.ts';
import { MESSAGE_MISTAKES } from './message-mistakes.ts';
import { TIME_MISTAKES } from './time-mistakes.ts';
import { TIMESTAMP_MISTAKES } from './timestamp-mistakes.ts';
import type { VerifierMistake } from './verifier-mistake.ts';
import { WHOLE_MISTAKES } from './whole-mistakes.ts';

/** The known mistakes of verifiers. */
export const VERIFIER_MISTAKES: readonly VerifierMistake[] = [
  ...WHOLE_MISTAKES,
  ...CANDIDATE_MISTAKES,
  ...COMPARISON_MISTAKES,
  ...TIME_MISTAKES,
  ...TIMESTAMP_MISTAKES,
  ...MESSAGE_MISTAKES,
  ...HEADER_MISTAKES,
];
