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

/**
 * The known bugs in each of their ways: a right handler with some parts replaced. Tests gate each of them; where cases
 * fail, the gate puts each in the place of the backend. Of those that no case tells apart the first is named.
 */
export const KNOWN_BUGS: readonly KnownBug[] = Object.entries({
  ...SIGNATURE_BUGS,
  ...LOST_WEBHOOK_BUGS,
  ...CREDIT_BUGS,
  ...CRASH_BUGS,
  ...HTTP_BUGS,
}).flatMap(([name, [bug, ...ways]]) => ways.map(parts => ({ name, bug, parts })));
