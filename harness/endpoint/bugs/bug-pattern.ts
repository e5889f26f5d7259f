import type { Trouble } from '../judge-trial.ts';
import { isOf, type Shown, type Sighting } from '../shown.ts';

/** A known bug: what the handler does in one sentence, whether the cases show it, and what follows from it. */
export type BugPattern = readonly [
  bug: string,
  shows: (shown: Shown) => boolean,
  explains: (sighting: Sighting) => boolean,
];

/** Known bugs by their names, which are stable. */
export interface BugPatterns {
  readonly [name: string]: BugPattern;
}

/** What goes wrong, as one or more of the troubles of cases. */
export type Troubles = readonly [Trouble, ...Trouble[]];
/** A webhook that is due is not credited. */
export const NOT_CREDITED: Troubles = ['not-credited', 'next-not-processed'];
/** The same, also where it was acknowledged before a crash, or is credited when it comes again. */
export const LOST: Troubles = [
  ...NOT_CREDITED,
  ...(['lost-after-acknowledgement', 'lost-after-a-copy', 'credited-only-later'] as const),
];
/** A webhook is taken that must not be. */
export const FORBIDDEN: Troubles = ['credited-forbidden', 'acknowledged-forged'];
/** Troubles after a restart, or long after. */
export const LATER: Troubles = ['credited-again-later', 'credited-again-without-a-restart'];
/** Troubles before the credits are read for the first time. */
export const AT_ONCE: Troubles = ['credited-again', 'credited-again-unasked', 'credited-again-after-refusal'];
/** An order is credited more than once. */
export const TWICE: Troubles = [...AT_ONCE, ...LATER, 'credited-again-by-copies'];

/** Cases in which an event comes again that was credited. */
export const DUPLICATES = ['credit.duplicate/same-bytes', 'credit.duplicate/signed-afresh', 'credit.duplicate/respelt'];

/** Shown where any of these cases, or of these kinds, has one of some troubles. */
export const failing =
  (troubles: Troubles, ...ids: readonly string[]) =>
  (shown: Shown) =>
    ids.some(id => shown.failed(id, ...troubles));

/** Explains some troubles, of all cases or of some kinds. */
export const of =
  (troubles: Troubles, ...kinds: readonly string[]) =>
  ({ case: id, trouble }: Sighting) =>
    troubles.includes(trouble) && (kinds.length === 0 || kinds.some(kind => isOf(id, kind)));

/** Sound webhooks of a kind that are not credited show it; it explains those of others too. */
export function losing(kind: string, ...others: readonly string[]) {
  return [failing(['not-credited'], kind), of(NOT_CREDITED, kind, ...others)] as const;
}
