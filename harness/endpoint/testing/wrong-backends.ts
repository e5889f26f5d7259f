import { WRONG_BACKGROUND } from './wrong/background.ts';
import { WRONG_CREDIT } from './wrong/credit.ts';
import { WRONG_HTTP } from './wrong/http.ts';
import { WRONG_LOST_WEBHOOK } from './wrong/lost-webhook.ts';
import { WRONG_SIGNATURE } from './wrong/signature.ts';
import type { WrongBackend } from './wrong/wrong-backend.ts';

/** Backends that are wrong, by the name of the bug that the gate finds. Several may share a bug. */
export const WRONG_BACKENDS: readonly WrongBackend[] = [
  ...WRONG_LOST_WEBHOOK,
  ...WRONG_SIGNATURE,
  ...WRONG_CREDIT,
  ...WRONG_BACKGROUND,
  ...WRONG_HTTP,
];
