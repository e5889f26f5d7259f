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
  /** Stable. All ways of one bug share it. */
  readonly name: string;
  /** What the handler does, in one sentence. */
  readonly bug: string;
  readonly parts: HandlerParts;
}

const OF_HANDLERS: Mistakes<HandlerParts> = {
  ...SIGNATURE_BUGS,
  ...CRASH_BUGS,
  ...LOST_WEBHOOK_BUGS,
  ...CREDIT_BUGS,
  ...HTTP_BUGS,
};

/** Mistakes of SDKs that also occur in handlers that verify signatures themselves. */
const OF_VERIFIERS = Object.entries(VERIFIER_MISTAKES)
  .filter(([name]) => !(name in OF_HANDLERS))
  .map(([name, [bug, ...ways]]) => [name, [ofHandler(bug), ...ways.map(verifier => ({ verifier }))]] as const);

/** A mistake of an SDK as one of the handler: "its comparison is inverted", "of two t it signs the first". */
function ofHandler(bug: string): string {
  const said = bug
    .replace(/\bits?\b/, word => (word === 'it' ? 'the handler' : "the handler's"))
    .replace(/\bsigns\b/, 'verifies')
    .replace('before signing', 'before it verifies');
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}

/** Ways to combine a wrong comparison of `t` with taking the first or the last of several `t`. */
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
 * The known bugs in each of their ways: a right handler with some parts replaced. If cases fail, the gate simulates
 * each of them with the same deliveries. If no case tells two apart, the first is named.
 */
export const KNOWN_BUGS: readonly KnownBug[] = [...Object.entries(OF_HANDLERS), ...OF_VERIFIERS].flatMap(
  ([name, [bug, ...ways]]) => ways.flatMap(withOneT).map(parts => ({ name, bug, parts })),
);
