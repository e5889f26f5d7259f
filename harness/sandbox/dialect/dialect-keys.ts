import { COMPLETED, type Locator, TIMESTAMP_UNITS } from '../../core/dialect.ts';
import { CONTENT_CODINGS, type ContentCoding } from '../formats/content-coding.ts';
import { ODD_AMOUNTS, type OddAmount } from '../formats/decimal.ts';
import { ID_FORMS, ID_KINDS, type IdKind } from '../formats/new-id.ts';
import { ID_WORDS } from '../formats/write-id.ts';
import { TIMESTAMP_FORMS } from '../formats/write-timestamp.ts';
import { ROUTES } from '../http/call.ts';
import { ERROR_CODES, INVALID } from '../http/error-codes.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { type EventTypes, LIFECYCLE, ORDER_STATES } from '../lifecycle/lifecycle.ts';
import { decimal, type Key, key, namesOf, oneOf, range, STATUS, statusOr, strings, whole } from './key.ts';

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const NAME = { description: 'a non-empty string', type: 'string', pattern: '.' };
const POINTER = { description: 'a JSON Pointer', type: 'string', pattern: '^(/|$)' };
const HEADERS = {
  description: 'an object of header values by name',
  type: 'object',
  propertyNames: { pattern: `^${TOKEN}$` },
  additionalProperties: { type: 'string', pattern: '^[\\x20-\\x7e]*$' },
};
const LOCATOR = {
  description: 'a JSON Pointer, header:NAME, or an object of those by event type',
  anyOf: [
    { type: 'string', pattern: `^(/|header:${TOKEN}$)` },
    { type: 'object', additionalProperties: { type: 'string', pattern: `^(/|$|header:${TOKEN}$)` } },
  ],
};
const EVENT_TYPES = {
  description: 'an event type, or an array of at least one',
  anyOf: [NAME, { type: 'array', items: NAME, minItems: 1 }],
};

const MEDIA_TYPE = {
  description: 'a media type',
  type: 'string',
  pattern: `^${TOKEN}/${TOKEN}( *;[\\x20-\\x7e]*)?$`,
};
const REQUEST_ID = {
  description: 'request-id in any letter case',
  type: 'string',
  pattern: '^[Rr][Ee][Qq][Uu][Ee][Ss][Tt]-[Ii][Dd]$',
};
const OUTCOME = { description: 'one of "held", "proceeds", "noted"', enum: ['held', 'proceeds', 'noted'] };
const JSON_OBJECT = { description: 'a JSON object', type: 'object' };
const EXAMPLES = {
  description: 'an object of JSON objects or arrays by event type',
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'object' }, { type: 'array' }] },
};
const ERRORS = {
  description:
    `an object of { status, code } by ROUTE.CAUSE: ${ROUTES.join(', ')}; ${ERROR_CODES.join(', ')}; ` +
    `or by ROUTE.invalid_request.WHAT: ${INVALID.join(', ')}`,
  type: 'object',
  propertyNames: {
    pattern: `^(${ROUTES.join('|')})\\.((${ERROR_CODES.join('|')})|invalid_request\\.(${INVALID.join('|')}))$`,
  },
  additionalProperties: {
    type: 'object',
    properties: {
      status: { ...STATUS, minimum: 400 },
      code: { anyOf: [{ type: 'string', pattern: '.' }, { type: 'integer' }] },
    },
    additionalProperties: false,
  },
};
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

/** An error of a route in place of the sandbox's own: its status, where that has no key of its own, and its code. */
interface ErrorAnswer {
  readonly status?: number;
  readonly code?: string | number;
}

const CODINGS = namesOf(CONTENT_CODINGS);

const locator = (...choices: [string, ...Locator[]]) => key<Locator>(LOCATOR, ...choices);
const name = (...choices: [string, ...string[]]) => key(NAME, ...choices);
const headers = (...choices: { readonly [name: string]: string }[]) => key(HEADERS, {}, ...choices);

/** A key for each member of a table. */
function keysOf<N extends string, V, T>(table: { readonly [M in N]: V }, toKey: (value: V, name: N) => Key<T>) {
  const keys = namesOf(table).map(each => [each, toKey(table[each], each)]);
  return Object.fromEntries(keys) as { readonly [M in N]: Key<T> };
}

/**
 * The dialect: every decision that the specification leaves open. The documented keys of the dialect file (INTERFACE)
 * have their meaning there. The first choice of a key is its default, and any combination of the choices is a
 * conformant service.
 */
export const DIALECT_KEYS = {
  /** Name and case of the signature header. Gap signature.header-name. */
  signatureHeader: key(
    { description: 'a header name', type: 'string', pattern: `^${TOKEN}$` },
    'Service-Signature',
    'service-signature',
    'SERVICE-SIGNATURE',
    'X-Acme-Signature',
    'acme-webhook-signature',
  ),
  /** Unit of `t`. Gap signature.t-unit. */
  timestampUnit: oneOf(...TIMESTAMP_UNITS),
  /** Place of the event id. Types that an object omits have the default. Gap event.id-field. */
  eventId: locator('/id', '/event_id', '/event/id', '/meta/delivery/event_id', '/events/0/id', 'header:X-Event-Id'),
  /** Place of the event type. Types that an object omits have the default. Gap event.type-field. */
  eventType: locator('/type', '/event_type', '/event/type', '/meta/type', 'header:X-Event-Type'),
  /** Place of the order id. Types that an object omits carry none. Gap event.order-field. */
  orderId: locator('/data/order_id', '/order_id', '/data/object/order', '/meta/order_id', 'header:X-Order-Id', {
    'collection.deposit_detected': '/data/order_id',
    'collection.deposit_confirmed': '/data/collection/id',
    [COMPLETED]: '/data/disbursement/order_id',
    'collection.expired': '/data/order_id',
    'collection.failed': '/data/order_id',
  }),
  /** The types that each event causes, in order. Gap event.names. */
  eventTypes: keysOf(LIFECYCLE, ({ types }) => key<EventTypes>(EVENT_TYPES, ...types)),
  /**
   * Types that belong to no step. Those that start with `ping` are sent when the webhook URL is set, and name no
   * order; the others when a collection order is created.
   */
  otherEvents: strings(
    'an array of event types',
    '.',
    [],
    ['session.created'],
    ['ping'],
    ['ping', 'session.created', 'quote.locked'],
  ),
  /** Whether simulate requires the API key. Gap simulate.key. */
  simulateNeedsKey: oneOf<boolean>(true, false),
  /** Status of an accepted step; 204 has no body. Gap simulate.status. */
  simulateStatus: key({ ...STATUS, description: 'a status from 200 to 299', maximum: 299 }, 202, 200, 201, 204),
  /** Body of an accepted step: the order, an acknowledgement, nothing, or an example body. Gap simulate.body. */
  simulateBody: key<'order' | 'acknowledgement' | 'empty' | JsonObject>(
    {
      description: 'one of "order", "acknowledgement", "empty", or an example body',
      anyOf: [{ enum: ['order', 'acknowledgement', 'empty'] }, JSON_OBJECT],
    },
    'order',
    'acknowledgement',
    'empty',
    { order: { id: '{order}', state: '{state}', total: '10.00' }, queued: true },
  ),
  statuses: {
    /** A step for an order that does not exist. Gap simulate.unknown-order. */
    unknownOrder: statusOr(['ignored', 'fires'], 404, 400, 410, 422, 'ignored'),
    /** A step that the order's state does not allow. It never fires `disbursement.completed`. */
    illegalStep: statusOr(['ignored', 'fires'], 409, 400, 403, 422, 'ignored', 'fires'),
    /** A step that the order has taken before. It fires `disbursement.completed` as the same event. */
    repeatedStep: statusOr(['ignored', 'fires'], 'ignored', 409, 400, 422, 'fires'),
    /** The statuses of the onramp errors; each error has the one that suits it best. */
    onrampErrors: key<readonly number[]>(
      {
        description: 'an array of at least one error status',
        type: 'array',
        items: { ...STATUS, minimum: 400 },
        minItems: 1,
      },
      [400, 401, 404, 500],
      [401, 403, 404, 500],
      [400, 403, 410, 503],
      [401, 404, 422, 502],
    ),
    /** An unknown event, or none. Gap simulate.unknown-event. */
    unknownEvent: key(STATUS, 400, 422),
    /** A received amount or network with an event that does not allow it. Gap simulate.misplaced-fields. */
    misplacedField: statusOr(['ignored'], 400, 422, 'ignored'),
    /** An undocumented field. Gap request.unknown-fields. */
    unknownField: statusOr(['ignored'], 'ignored'),
  },
  /**
   * Errors in place of the sandbox's own, by route and cause: `onramp.not_found`, or by what exactly is wrong:
   * `enquiry.invalid_request.json`. Gaps error.*-codes.
   */
  errors: key<{ readonly [cause: string]: ErrorAnswer }>(
    ERRORS,
    {},
    {
      'enquiry.account_not_found': { code: 'E1001' },
      'onramp.not_found': { code: 'NoSuchOrder' },
      'simulate.unsupported_media_type': { status: 400, code: 'bad_media' },
      'none.not_found': { status: 405, code: 'no_route' },
    },
  ),
  signature: {
    /** Whether a redelivery is signed again; else it keeps the first signature for 240 s at most. */
    renewed: oneOf<boolean>(true, false),
    /** Form of `t` where its unit is `iso`. */
    isoForm: oneOf('utc', 'utc-fraction', 'offset', 'offset-fraction'),
    /** Whether `t` is before the `v1`, after them, or after the first. */
    tPlace: oneOf('first', 'last', 'second'),
    /** Order of the `v1` during rotation. */
    v1Order: oneOf('newest-first', 'oldest-first'),
    /** Where `v1` values that match no secret stand. */
    decoyV1: oneOf('none', 'before', 'after', 'around'),
    /** Other pairs. Gap signature.other-pairs. */
    otherPairs: strings(
      'an array of k=v strings with neither t nor v1',
      '^(?!t=|v1=)[^=,\\s]+=[^,\\s]*$',
      [],
      ['v0=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd'],
      ['alg=hmac-sha256', 'kid=key_2'],
      ['v2=q9Xv0w==', 'ts=1', 'n='],
    ),
    /** Where the other pairs stand, relative to `t` and the `v1`. */
    otherPairsPlace: oneOf('after', 'before', 'between'),
  },
  webhook: {
    /** JSON Pointer to the object with the order's fields; empty for the root. Gap event.fields. */
    envelope: key(POINTER, '/data', '/data/object', '/payload', ''),
    /**
     * By event type, an example body in place of the sandbox's own: `{order}`, `{state}` and `{time:FORM}` are filled,
     * and the id, the type and the order id stand at their places. Gap event.fields.
     */
    bodies: key<{ readonly [type: string]: Json }>(
      EXAMPLES,
      {},
      {
        'collection.expired': {
          ...{ object: 'event', created: '{time:epoch-s-number}', live: false },
          data: { total: '10.00', state: '{state}', tags: ['late'], memo: null, seen_at: '{time:iso-s}' },
        },
      },
    ),
    /** JSON Pointer to the time of the event. */
    createdAt: key({ ...POINTER, minLength: 1 }, '/created_at', '/event/occurred_at'),
    /** Media type of a delivery. */
    contentType: key(MEDIA_TYPE, 'application/json', 'application/json; charset=utf-8', 'Application/JSON'),
    /** Content codings, in the order in which they are applied. The signature is over the encoded bytes. */
    contentCodings: key<readonly ContentCoding[]>(
      { description: `an array of ${CODINGS.join(', ')}`, type: 'array', items: { enum: CODINGS } },
      [],
      ['gzip'],
      ['deflate'],
      ['br'],
      ['zstd'],
      ['gzip', 'br'],
    ),
    /** Additional headers. Gap webhook.headers. */
    headers: headers({ 'User-Agent': 'Acme-Webhooks/1.0' }, { 'X-Webhook-Version': '1.0', 'x-trace': 'a1,b2' }),
    /** Whether the body has a Content-Length or is chunked. */
    framing: oneOf('length', 'chunked'),
  },
  delivery: {
    /** The delay before the first attempt. A wide range reorders events. Gap webhook.order. */
    delayMs: range([0, 0], [0, 20], [5, 60]),
    /** Whether an event waits until the previous one of its order is acknowledged. */
    inOrder: oneOf<boolean>(false, true),
    /** Every n-th event is sent twice although it is acknowledged; 0 for none. Gap webhook.duplicates. */
    duplicateEvery: whole([0, 1000], 0, 1, 3),
    /** The delay of the second copy after the first. */
    duplicateAfterMs: range([0, 0], [0, 50]),
    /** How long the receiver may take to respond, in milliseconds. Gap webhook.timeout. */
    timeoutMs: whole([50, 120_000], 2000, 1000, 3000),
    /** Deliveries in flight at once. */
    concurrency: whole([1, 256], 32, 4),
    /** Whether connections to the receiver are reused. */
    keepAlive: oneOf<boolean>(true, false),
  },
  retry: {
    /** The wait before the first redelivery, in milliseconds. Gap webhook.retry-schedule. */
    firstMs: whole([1, 86_400_000], 75, 20, 150),
    /** The factor by which each further wait grows. */
    factor: decimal([1, 10], 2, 1, 1.5),
    /** The longest wait, in milliseconds. */
    capMs: whole([1, 86_400_000], 30_000, 500, 2000),
    /** The share by which a wait may be shorter, drawn each time. */
    jitter: decimal([0, 1], 0.2, 0, 0.5),
    /** Attempts before giving up, at least three to outlast two refusals; 0 for no limit. Gap webhook.give-up. */
    attempts: key(
      { description: '0, or a whole number from 3', type: 'integer', minimum: 0, not: { enum: [1, 2] } },
      0,
    ),
  },
  responses: {
    /** Case of the request-id header. */
    requestIdHeader: key(REQUEST_ID, 'request-id', 'Request-Id', 'REQUEST-ID'),
    /** Media type of a JSON body. */
    contentType: key(
      MEDIA_TYPE,
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
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
  /** How JSON is written, in replies and webhooks; see `JsonStyle`. */
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
    /** `status` of a resolved enquiry and of an enquiry's error. Gap enquiry.ok-status-value. */
    enquiryResolved: oneOf<boolean>(true, false),
    enquiryError: oneOf<boolean>(false, true),
  },
  /** Names of the order states on the wire. Gap states.names. */
  states: keysOf(ORDER_STATES, (other, state) => name(state, other)),
  /** Whether replies and events carry undocumented fields. */
  extraFields: oneOf<boolean>(false, true),
  /** Whether an onramp order without an account omits the field, or has null. Gap onramp.account-presence. */
  absentAccount: oneOf('absent', 'null'),
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
  // Keys below are younger. They stand last, so that a seed still draws the dialects that it drew before.
  /** Forms of ids by kind, as facts say them; empty: that of `formats.ids`, or a fixture. Gap format.identifiers. */
  identifiers: keysOf(ID_KINDS, prefix => key<string>(ID_WORDS, '', `${prefix}_ and 16 letters and digits`)),
  requests: {
    /** Routes that take a body of any media type. Gap request.unreadable-bodies. */
    anyMediaType: key<readonly string[]>(
      { description: 'an array of enquiry, simulate', type: 'array', items: { enum: ['enquiry', 'simulate'] } },
      [],
      ['enquiry', 'simulate'],
    ),
    /** What an account number must be; another is an invalid request, not an account that is not found. */
    accountNumbers: oneOf('any', 'digits', 'ten-digits'),
    /** The same of a bank code. */
    bankCodes: oneOf('any', 'digits'),
    /** Amounts that a deposit may have though they are not positive decimals. Gap limits.amounts. */
    oddAmounts: key<readonly OddAmount[]>(
      {
        description: `an array of ${ODD_AMOUNTS.map(([kind]) => kind).join(', ')}`,
        type: 'array',
        items: { enum: ODD_AMOUNTS.map(([kind]) => kind) },
      },
      [],
      ['zero'],
    ),
  },
  /** Ids that are JSON numbers in webhooks and replies, where their form is digits alone. Gap event.fields. */
  numericIds: key<readonly IdKind[]>(
    { description: 'an array of event, order', type: 'array', items: { enum: ['event', 'order'] } },
    [],
  ),
  mismatch: {
    /** The types that a deposit of another amount causes; empty: those of any deposit. Gap event.names. */
    eventTypes: strings('an array of event types', '.', []),
  },
} as const;
