import { TIMESTAMP_FORMS } from '../../formats/bodies.ts';
import { ID_FORMS, ID_KINDS, ID_WORDS } from '../../formats/new-id.ts';
import { ORDER_STATES } from '../../lifecycle/lifecycle.ts';
import {
  headers,
  key,
  keysOf,
  MEDIA_TYPE,
  NAME,
  namesOf,
  oneOf,
  range,
  statusOr,
  strings,
  TOKEN,
  whole,
} from '../key.ts';

/** A key whose values are names. */
const name = (...choices: [string, ...string[]]) => key(NAME, ...choices);

const REQUEST_ID = {
  description: 'request-id in any letter case',
  type: 'string',
  pattern: '^[Rr][Ee][Qq][Uu][Ee][Ss][Tt]-[Ii][Dd]$',
};

const OUTCOME = { description: 'one of "held", "proceeds", "noted"', enum: ['held', 'proceeds', 'noted'] };

/** What happens to an order that received another amount than was due. */
type MismatchOutcome = 'held' | 'proceeds' | 'noted';

/**
 * How replies are written and sent, the values in them, and how the service treats idempotency keys, amount mismatches,
 * large bodies and the preview routes; then keys of any kind that were added later.
 */
export const REPLY_KEYS = {
  responses: {
    /** Case of the request-id header. */
    requestIdHeader: key(REQUEST_ID, 'request-id', 'Request-Id', 'REQUEST-ID'),
    /** Media type of a JSON body. */
    contentType: key(
      MEDIA_TYPE,
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'text/plain; charset=utf-8',
    ),
    /** Whether the body has a Content-Length or is chunked. */
    framing: oneOf('length', 'chunked'),
    /** Content coding, if the request accepts it. */
    compression: oneOf('none', 'gzip', 'br', 'deflate'),
    /** The delay of a reply. Its effect is immediate. */
    delayMs: range([0, 0], [0, 15]),
    /** Whether connections stay open after a reply. */
    keepAlive: oneOf<boolean>(true, false),
    /** Additional headers. Gap response.headers. */
    headers: headers(
      { Server: 'acme', 'X-RateLimit-Remaining': '99' },
      { 'cache-control': 'no-store', vary: 'Accept' },
    ),
  },
  /** How JSON is written in replies and webhooks; see `JsonStyle`. */
  json: {
    spacing: oneOf('compact', 'spaced', 'indented'),
    escapes: oneOf('minimal', 'ascii', 'slashes', 'html'),
    keyOrder: oneOf('given', 'sorted', 'reversed'),
    trailingNewline: oneOf<boolean>(false, true),
  },
  formats: {
    /** Form of the ids of new resources; fixtures keep theirs. Gap format.identifiers. */
    ids: oneOf(...namesOf(ID_FORMS)),
    /** Gap response.request-id-format. */
    requestIds: oneOf(...namesOf(ID_FORMS)),
    /** Gap format.timestamps. */
    timestamps: oneOf(...namesOf(TIMESTAMP_FORMS)),
    /** Form of error codes: `not_found`, `NOT_FOUND`, `not-found`. Gaps error.*-codes. */
    errorCodes: oneOf('snake', 'screaming', 'kebab'),
  },
  /** Values of fields whose allowed values are unspecified. */
  values: {
    onrampStatus: name('completed', 'PROCESSING', 'awaiting_payment'),
    flowType: name('bank_transfer', 'ONRAMP'),
    executionMode: name('instant', 'async'),
    accountProvider: name('sandbox_bank', 'PROVIDER_A'),
    accountType: name('virtual', 'DYNAMIC'),
    accountStatus: name('active', 'PENDING'),
    /** `status` of a resolved enquiry and of an enquiry error. Gap enquiry.ok-status-value. */
    enquiryResolved: oneOf<boolean>(true, false),
    enquiryError: oneOf<boolean>(false, true),
  },
  /** Names of the order states on the wire. Gap states.names. */
  states: keysOf(ORDER_STATES, (other, state) => name(state, other)),
  /** Whether replies and events carry undocumented fields. */
  extraFields: oneOf<boolean>(false, true),
  /** Whether an onramp order without an account omits the field or has null. Gap onramp.account-presence. */
  absentAccount: oneOf('absent', 'null'),
  idempotency: {
    /** The reply to the same request under a used key: the first reply, or a new effect. Gap idempotency.replay. */
    replay: oneOf('same', 'ignored'),
    /**
     * The same for another request under a used key: a status, the first reply, or a new effect. Gap
     * idempotency.conflict.
     */
    conflict: statusOr(['replayed', 'performed'], 409, 400, 422, 'replayed', 'performed'),
    /** Header that marks a replayed reply. Empty: none. */
    replayHeader: key(
      { description: 'a header name, or empty', type: 'string', pattern: `^(${TOKEN})?$` },
      '',
      'Idempotent-Replayed',
    ),
  },
  collection: {
    /** Whether an order that received less is held, or proceeds, or proceeds and its state says so. Gap
     * simulate.mismatch-outcome. */
    receivedLess: key<MismatchOutcome>(OUTCOME, 'held', 'proceeds'),
    /** The same for an order that received more. */
    receivedMore: key<MismatchOutcome>(OUTCOME, 'proceeds', 'held'),
  },
  limits: {
    /** The largest request body, in bytes. Gap limits.size. */
    bodyBytes: whole([256, 16_777_216], 65_536, 16_384),
  },
  preview: {
    /** Whether the preview routes require the API key. */
    needKey: oneOf<boolean>(true, false),
  },
  // Keys that were added later. They come last, so that a seed still draws the same dialects.
  /** Forms of ids by kind, in the words of facts. Empty: `formats.ids`, or a fixture. Gap format.identifiers. */
  identifiers: keysOf(ID_KINDS, prefix => key<string>(ID_WORDS, '', `${prefix}_ and 16 letters and digits`)),
  mismatch: {
    /** The event types of a deposit with another amount. Empty: those of any deposit. Gap event.names. */
    eventTypes: strings('an array of event types', '.', []),
  },
  /** Signed events about no order, sent continuously, for example about customers and payouts. Gap event.names. */
  unrelated: {
    /** Their types. Empty: none are sent. */
    types: strings('an array of event types', '.', [], [], [], ['customer.updated', 'payout.created']),
    /** The time between two of them, in milliseconds. */
    everyMs: whole([10, 86_400_000], 1_000, 150, 4_000),
  },
  /** What the service accepts beyond the specification. */
  lenience: {
    /**
     * Whether a repeated disburse that fires causes another `disbursement.completed`. A repetition under the same
     * Idempotency-Key never does. Gap simulate.repeated-step.
     */
    creditsAgain: oneOf<boolean>(false, true),
    /** Whether HEAD of an onramp order needs no API key. */
    openHead: oneOf<boolean>(false, true),
  },
} as const;
