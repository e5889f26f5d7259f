import type { BugPattern } from './bugs/bug-pattern.ts';
import { CREDIT_BUGS } from './bugs/credit-bugs.ts';
import { HTTP_BUGS } from './bugs/http-bugs.ts';
import { LOST_WEBHOOK_BUGS } from './bugs/lost-webhook-bugs.ts';
import { SIGNATURE_BUGS } from './bugs/signature-bugs.ts';

/** A bug that handlers of webhooks are known to have, and the pattern of cases that shows it. */
export interface KnownBug {
  /** Stable. */
  readonly name: string;
  /** What the handler does, in one sentence. */
  readonly bug: BugPattern[0];
  /** Whether the cases show it. */
  readonly shows: BugPattern[1];
  /** What follows from it. */
  readonly explains: BugPattern[2];
}

/** The known bugs, those that explain most first. */
export const KNOWN_BUGS: readonly KnownBug[] = Object.entries({
  ...LOST_WEBHOOK_BUGS,
  ...SIGNATURE_BUGS,
  ...CREDIT_BUGS,
  ...HTTP_BUGS,
}).map(([name, [bug, shows, explains]]) => ({ name, bug, shows, explains }));
