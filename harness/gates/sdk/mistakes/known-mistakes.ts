import { CANDIDATE_MISTAKES } from '../../mistakes/candidate-mistakes.ts';
import { EVENT_MISTAKES } from '../../mistakes/event-mistakes.ts';
import type { HandlerParts } from '../../mistakes/handler.ts';
import { HEADER_MISTAKES } from '../../mistakes/header-mistakes.ts';
import { MESSAGE_MISTAKES } from '../../mistakes/message-mistakes.ts';
import { TIME_MISTAKES } from '../../mistakes/time-mistakes.ts';
import type { Mistakes } from '../../mistakes/verifier.ts';
import { RECEIVER_MISTAKES } from './receiver.ts';

/** A known mistake of SDKs that receive webhooks. */
export interface KnownMistake {
  /** A stable id. */
  readonly name: string;
  /** The likely bug, as a finding states it. */
  readonly bug: string;
  /** The ways in which SDKs make the mistake. Cases need not tell them apart. */
  readonly ways: readonly HandlerParts[];
  /** Whether it breaks every rule: a method with this mistake verifies nothing. */
  readonly isWhole: boolean;
}

/** Mistakes that break every rule. */
const WHOLE_MISTAKES: Mistakes = {
  'refuses-everything': [
    'it refuses every webhook: its digest (secret, unit of t, form) or its clock differs, or it cannot read the event',
    { answers: () => false },
  ],
  'accepts-everything': [
    'it accepts any header that has a t and a v1, or any header at all',
    { answers: () => true },
    { moment: (_, now) => now, some: () => true },
  ],
  'answers-the-opposite': [
    'it answers the opposite: it refuses what is genuine and accepts everything else',
    { answers: (verified, fresh) => !(verified && fresh) },
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

/** Mistakes of verifiers, including webhook handlers that verify signatures themselves. */
export const VERIFIER_MISTAKES: Mistakes = {
  ...CANDIDATE_MISTAKES,
  ...TIME_MISTAKES,
  ...MESSAGE_MISTAKES,
  ...HEADER_MISTAKES,
};

/** All known mistakes. If no case tells two apart, the first is named. */
export const KNOWN_MISTAKES: readonly KnownMistake[] = [
  ...Object.entries({ ...WHOLE_MISTAKES, ...VERIFIER_MISTAKES }).map(([name, [bug, ...ways]]) => ({
    ...{ name, bug, isWhole: name in WHOLE_MISTAKES },
    ways: ways.map(verifier => ({ verifier })),
  })),
  ...Object.entries({ ...EVENT_MISTAKES, ...RECEIVER_MISTAKES }).map(([name, [bug, ...ways]]) => {
    return { name, bug, ways, isWhole: false };
  }),
];
