import { VERIFIER_MISTAKES } from '../../sdk/mistakes/known-mistakes.ts';
import { type Mistakes, RIGHT, type Steps } from '../../sdk/mistakes/verifier.ts';
import { CRASH_BUGS } from './crash-bugs.ts';
import { CREDIT_BUGS } from './credit-bugs.ts';
import type { HandlerParts } from './handler.ts';
import { HTTP_BUGS } from './http-bugs.ts';
import { LOST_WEBHOOK_BUGS } from './lost-webhook-bugs.ts';
import { SIGNATURE_BUGS } from './signature-bugs.ts';

/** A wrong handler. */
export interface KnownBug {
  /** Stable. Several ways of one bug share it. */
  readonly name: string;
  /** What the handler does, in one sentence. */
  readonly bug: string;
  readonly parts: HandlerParts;
}

/** Bugs that only a handler has. */
const OF_HANDLERS: Mistakes<HandlerParts> = {
  ...SIGNATURE_BUGS,
  ...LOST_WEBHOOK_BUGS,
  ...CREDIT_BUGS,
  ...CRASH_BUGS,
  ...HTTP_BUGS,
};

/** What an SDK gets wrong where it verifies, a handler that verifies by itself gets wrong, too. */
const OF_VERIFIERS = Object.entries(VERIFIER_MISTAKES)
  .filter(([name]) => !(name in OF_HANDLERS))
  .map(([name, [bug, ...ways]]) => [name, [ofHandler(bug), ...ways.map(verifier => ({ verifier }))]] as const);

/** What an SDK does as what the handler does: "of two t it signs the first", "its comparison is inverted". */
function ofHandler(bug: string): string {
  const said = bug
    .replace(/\bits?\b/, word => (word === 'it' ? 'the handler' : "the handler's"))
    .replace(/\bsigns\b/, 'verifies')
    .replace('before signing', 'before it verifies');
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}

/** Parts that compare t wrongly, also where they take the first or the last of several t, as a map of pairs does. */
function withOneT(parts: HandlerParts): readonly HandlerParts[] {
  const { verifier = {}, ...others } = parts;
  if (Object.keys(others).length > 0 || Object.keys(verifier).join() !== 'fresh') return [parts];
  const oneOf = (nth: number): Partial<Steps> => ({
    moment: (all, now) => RIGHT.moment(all.slice(nth).slice(0, 1), now),
    signedT: all => all.at(nth) ?? '',
  });
  return [parts, ...[0, -1].map(nth => ({ verifier: { ...verifier, ...oneOf(nth) } }))];
}

/**
 * The known bugs in each of their ways: a right handler with some parts replaced. Tests gate each that only handlers
 * have, and those of SDKs that cases of this gate show. Where cases fail, the gate puts each in the place of the
 * backend. Of those that no case tells apart the first is named.
 */
export const KNOWN_BUGS: readonly KnownBug[] = [...Object.entries(OF_HANDLERS), ...OF_VERIFIERS].flatMap(
  ([name, [bug, ...ways]]) => ways.flatMap(withOneT).map(parts => ({ name, bug, parts })),
);
