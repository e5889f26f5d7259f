import type { Json } from '../../json.ts';
import { key, oneOf, STATUS, statusOr, TOKEN, whole } from '../key.ts';

const OUTCOME = { description: 'one of "held", "proceeds", "noted"', enum: ['held', 'proceeds', 'noted'] };
const PREVIEW_ANSWERS = {
  description: 'an object of { status, body } by session, refreshQuote, select, telemetry',
  type: 'object',
  propertyNames: { enum: ['session', 'refreshQuote', 'select', 'telemetry'] },
  additionalProperties: {
    type: 'object',
    properties: { status: STATUS, body: {} },
    required: ['status'],
    additionalProperties: false,
  },
};

/** What becomes of an order that received another amount than was due. */
type MismatchOutcome = 'held' | 'proceeds' | 'noted';

/** What the service does with keys of idempotency, amounts that are not due, large bodies and the preview routes. */
export const RULE_KEYS = {
  idempotency: {
    /** What a key gets with the same request: the first reply, or a new effect. Gap idempotency.replay. */
    replay: oneOf('same', 'ignored'),
    /** What it gets with another request: a status, the first reply, or a new effect. Gap idempotency.conflict. */
    conflict: statusOr(['replayed', 'performed'], 409, 400, 422, 'replayed', 'performed'),
    /** How long a key is stored, in milliseconds. Gap idempotency.retention. */
    retentionMs: whole([1, 31_536_000_000], 86_400_000),
    /** Header that marks a replayed reply; empty for none. */
    replayHeader: key(
      { description: 'a header name, or empty', type: 'string', pattern: `^(${TOKEN})?$` },
      '',
      'Idempotent-Replayed',
    ),
  },
  collection: {
    /** How long a quote is locked, in milliseconds. Then an unpaid order expires. */
    quoteLifetimeMs: whole([1, 31_536_000_000], 86_400_000),
    /** Whether an order that received less is held, or proceeds, or proceeds and its state says so. Gap
     * simulate.mismatch-outcome. */
    receivedLess: key<MismatchOutcome>(OUTCOME, 'held', 'proceeds'),
    /** The same of an order that received more. */
    receivedMore: key<MismatchOutcome>(OUTCOME, 'proceeds', 'held'),
  },
  limits: {
    /** The largest request body, in bytes. Gap limits.size. */
    bodyBytes: whole([256, 16_777_216], 65_536, 16_384),
  },
  preview: {
    /** Whether the preview routes require the key. */
    needKey: oneOf<boolean>(true, false),
    /** Answers in place of the sandbox's own, by route. Gaps preview.*. */
    answers: key<{ readonly [route: string]: { readonly status: number; readonly body?: Json } }>(
      PREVIEW_ANSWERS,
      {},
      { session: { status: 200, body: { session: { id: 'example' } } }, telemetry: { status: 204 } },
    ),
  },
} as const;
