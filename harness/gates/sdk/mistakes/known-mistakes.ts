import { CANDIDATE_MISTAKES } from './candidate-mistakes.ts';
import { HEADER_MISTAKES } from './header-mistakes.ts';
import { MESSAGE_MISTAKES } from './message-mistakes.ts';
import { RECEIVER_MISTAKES, type ReceiverSteps } from './receiver.ts';
import { TIME_MISTAKES } from './time-mistakes.ts';
import type { Mistakes, Steps } from './verifier.ts';

/** A known mistake of SDKs that take webhooks. */
export interface KnownMistake {
  /** Stable. */
  readonly name: string;
  /** The likely bug, as a finding names it: what the SDK does. */
  readonly bug: string;
  /** The steps of the verifier that it replaces. */
  readonly verifier: Partial<Steps>;
  /** The steps of the receiver that it replaces. */
  readonly receiver: Partial<ReceiverSteps>;
  /** The same mistake, made in other ways. */
  readonly variants: readonly WrongSteps[];
  /** Whether it breaks every rule, so that a method that makes it verifies nothing. */
  readonly isWhole: boolean;
}

/** The wrong steps of an SDK. */
export type WrongSteps = Pick<KnownMistake, 'verifier' | 'receiver'>;

/** Mistakes that break every rule. */
const WHOLE_MISTAKES: Mistakes = {
  'refuses-everything': [
    'it refuses every webhook, since it computes another digest (secret, unit of t, form) or cannot read the event',
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

/** The known mistakes. Of mistakes that no case tells apart the first is named. */
export const KNOWN_MISTAKES: readonly KnownMistake[] = [
  ...Object.entries({
    ...WHOLE_MISTAKES,
    ...CANDIDATE_MISTAKES,
    ...TIME_MISTAKES,
    ...MESSAGE_MISTAKES,
    ...HEADER_MISTAKES,
  }).map(([name, [bug, verifier, ...variants]]) => ({
    ...{ name, bug, verifier, receiver: {} },
    variants: variants.map(way => ({ verifier: way, receiver: {} })),
    isWhole: name in WHOLE_MISTAKES,
  })),
  ...Object.entries(RECEIVER_MISTAKES).map(([name, [bug, receiver, ...variants]]) => ({
    ...{ name, bug, verifier: {}, receiver },
    variants: variants.map(way => ({ verifier: {}, receiver: way })),
    isWhole: false,
  })),
];
