import { COMPLETED, type Locator, TIMESTAMP_UNITS } from '../core/dialect.ts';
import { answer, areTexts, free, isStatus, isTextMap, type Key, oneOf, range, ratio, whole } from './dialect/key.ts';
import { CONTENT_CODINGS, type ContentCoding } from './formats/content-coding.ts';
import { ID_FORMS } from './formats/new-id.ts';
import { TIMESTAMP_FORMS } from './formats/write-timestamp.ts';
import { isJsonObject } from './json/json.ts';
import { type EventTypes, LIFECYCLE, ORDER_STATES } from './lifecycle/lifecycle.ts';

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const isToken = (value: unknown) => typeof value === 'string' && TOKEN.test(value);
const isPointer = (value: unknown) => typeof value === 'string' && (value === '' || value.startsWith('/'));
const isPlace = (value: unknown) =>
  isPointer(value) ||
  (typeof value === 'string' && value.startsWith('header:') && isToken(value.slice('header:'.length)));
const isHeaders = (value: unknown) => isTextMap(value, /^[\x20-\x7e]*$/) && Object.keys(value as object).every(isToken);
const isName = (value: unknown) => typeof value === 'string' && value !== '';

/** A JSON Pointer, `header:NAME`, or an object of those by event type. */
function locator(first: string, ...others: Locator[]): Key<Locator> {
  const fits = (value: unknown) =>
    value !== '' && (isPlace(value) || (isJsonObject(value) && Object.values(value).every(isPlace)));
  return free<Locator>('a JSON Pointer, header:NAME, or an object of those by event type', fits, first, ...others);
}

/** The type that a step causes, or several in order. */
function types(first: EventTypes, ...others: EventTypes[]): Key<EventTypes> {
  const fits = (value: unknown) => isName(value) || (areTexts(value, /./) && Array.isArray(value) && value.length > 0);
  return free('an event type, or an array of at least one', fits, first, ...others);
}

function name(first: string, ...others: string[]): Key<string> {
  return free('a text that is not empty', isName, first, ...others);
}

/** A key for each member of a table. */
function mapValues<K extends string, V, R>(table: { readonly [N in K]: V }, map: (value: V, name: K) => R) {
  const names = Object.keys(table) as K[];
  return Object.fromEntries(names.map(each => [each, map(table[each], each)])) as { readonly [N in K]: R };
}

/** Headers by name. */
function headers(...others: { readonly [name: string]: string }[]): Key<{ readonly [name: string]: string }> {
  return free('an object of header values by name', isHeaders, {}, ...others);
}

const STEP_WORDS = ['ignored', 'fires'] as const;

/**
 * Everything that the specification leaves open and this service decides, with what it decides by default. The keys
 * of the dialect file (INTERFACE) keep their meaning there; the rest are ours. Any combination of the choices is a
 * sound service: one that breaks no requirement.
 */
export const DIALECT = {
  /** Name and case of the signature header. Gap signature.header-name. */
  signatureHeader: free(
    'a header name',
    isToken,
    'Service-Signature',
    'service-signature',
    'SERVICE-SIGNATURE',
    'X-Acme-Signature',
    'acme-webhook-signature',
  ),
  /** Unit of `t`. Gap signature.t-unit. */
  timestampUnit: oneOf(...TIMESTAMP_UNITS),
  /** Place of the event id. Types that an object leaves out keep the default. Gap event.id-field. */
  eventId: locator('/id', '/event_id', '/event/id', '/meta/delivery/event_id', '/events/0/id', 'header:X-Event-Id'),
  /** Place of the event type. Types that an object leaves out keep the default. Gap event.type-field. */
  eventType: locator('/type', '/event_type', '/event/type', '/meta/type', 'header:X-Event-Type'),
  /** Place of the order id. Types that an object leaves out carry none. Gap event.order-field. */
  orderId: locator('/data/order_id', '/order_id', '/data/object/order', '/meta/order_id', 'header:X-Order-Id', {
    'collection.deposit_detected': '/data/order_id',
    'collection.deposit_confirmed': '/data/collection/id',
    [COMPLETED]: '/data/disbursement/order_id',
    'collection.expired': '/data/order_id',
    'collection.failed': '/data/order_id',
  }),
  /** Types that each event causes, in order. Only `disburse` causes `disbursement.completed`. Gap event.names. */
  eventTypes: mapValues(LIFECYCLE, ({ types: [first, ...others] }) => types(first, ...others)),
  /**
   * Types that belong to no step. Those that begin with `ping` are sent when the webhook target is set and name no
   * order; the others when a collection order is made.
   */
  otherEvents: free<readonly string[]>(
    'an array of event types',
    value => areTexts(value, /./),
    [],
    ['session.created'],
    ['ping'],
    ['ping', 'session.created', 'quote.locked'],
  ),
  /** Whether simulate asks for the API key. Gap simulate.key. */
  simulateNeedsKey: oneOf<boolean>(true, false),
  /** Status of an accepted step; 204 has no body. Gap simulate.status. */
  simulateStatus: free('a status from 200 to 299', value => isStatus(value) && value < 300, 202, 200, 201, 204),
  /** Body of an accepted step: the order, a line that it was accepted, or nothing. Gap simulate.body. */
  simulateBody: oneOf('order', 'acknowledgement', 'empty'),
  statuses: {
    /** A step for an order that does not exist. Gap simulate.unknown-order. */
    unknownOrder: answer(STEP_WORDS, 404, 400, 410, 422, 'ignored'),
    /** A step that the order's state does not allow. `disbursement.completed` is never fired by one. */
    illegalStep: answer(STEP_WORDS, 409, 400, 403, 422, 'ignored', 'fires'),
    /** A step taken before. Where it fires again, `disbursement.completed` comes as the same event. */
    repeatedStep: answer(STEP_WORDS, 'ignored', 409, 400, 422, 'fires'),
    /** The statuses of the onramp errors; each condition takes the one that suits it best. */
    onrampErrors: free<readonly number[]>(
      'an array of at least one error status',
      value => Array.isArray(value) && value.length > 0 && value.every(item => isStatus(item) && item >= 400),
      [400, 401, 404, 500],
      [401, 403, 404, 500],
      [400, 403, 410, 503],
      [401, 404, 422, 502],
    ),
    /** An event that is not one of the six, or none. Gap simulate.unknown-event. */
    unknownEvent: answer([], 400, 422),
    /** A received amount or network beside another event. Gap simulate.misplaced-fields. */
    misplacedField: answer(['ignored'], 400, 422, 'ignored'),
    /** A field that is not documented. Gap request.unknown-fields. */
    unknownField: answer(['ignored'], 'ignored'),
  },
  signature: {
    /** Whether a redelivery is signed afresh; else its first signature is kept for 240 s at most. */
    renewed: oneOf<boolean>(true, false),
    /** Form of `t` where its unit is `iso`. */
    isoForm: oneOf('utc', 'utc-fraction', 'offset', 'offset-fraction'),
    /** Whether `t` comes before, after, or between the first and the other `v1`. */
    tPlace: oneOf('first', 'last', 'second'),
    /** Order of the `v1` of several secrets during rotation. */
    v1Order: oneOf('newest-first', 'oldest-first'),
    /** Further `v1` values that match no secret, beside the good ones. */
    decoyV1: oneOf('none', 'before', 'after', 'around'),
    /** Other pairs, as text. Gap signature.other-pairs. */
    otherPairs: free<readonly string[]>(
      'an array of k=v texts with neither t nor v1',
      value => areTexts(value, /^(?!t=|v1=)[^=,\s]+=[^,\s]*$/),
      [],
      ['v0=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd'],
      ['alg=hmac-sha256', 'kid=key_2'],
      ['v2=q9Xv0w==', 'ts=1', 'n='],
    ),
    /** Where the other pairs stand. */
    otherPairsPlace: oneOf('after', 'before', 'between'),
  },
  webhook: {
    /** JSON Pointer to the object that holds the order's fields; empty puts them at the top. Gap event.fields. */
    envelope: free('a JSON Pointer', isPointer, '/data', '/data/object', '/payload', ''),
    /** JSON Pointer to the time of the event. */
    createdAt: free('a JSON Pointer', value => isPointer(value) && value !== '', '/created_at', '/event/occurred_at'),
    /** Media type of a delivery. */
    contentType: oneOf('application/json', 'application/json; charset=utf-8', 'Application/JSON'),
    /** Content codings, in the order in which they are applied; the signature is over the encoded bytes. */
    contentCodings: free<readonly ContentCoding[]>(
      `an array of ${CONTENT_CODINGS.join(', ')}`,
      value => areTexts(value, new RegExp(`^(${CONTENT_CODINGS.join('|')})$`)),
      [],
      ['gzip'],
      ['deflate'],
      ['br'],
      ['zstd'],
      ['gzip', 'br'],
    ),
    /** Further headers. Gap webhook.headers. */
    headers: headers({ 'User-Agent': 'Acme-Webhooks/1.0' }, { 'X-Webhook-Version': '1.0', 'x-trace': 'a1,b2' }),
    /** A Content-Length, or chunks. */
    framing: oneOf('length', 'chunked'),
  },
  delivery: {
    /** How long an event waits before its first attempt; a wide range reorders. Gap webhook.order. */
    delayMs: range([0, 0], [0, 20], [5, 60]),
    /** Whether an order's next event waits until the one before it was acknowledged. */
    inOrder: oneOf<boolean>(false, true),
    /** Every how many-th event is sent twice although acknowledged; 0 is none. Gap webhook.duplicates. */
    duplicateEvery: whole({ least: 0, most: 1000 }, 0, 1, 3),
    /** How long after the first copy the second is due. */
    duplicateAfterMs: range([0, 0], [0, 50]),
    /** How long the receiver may take to answer, in milliseconds. Gap webhook.timeout. */
    timeoutMs: whole({ least: 50, most: 120_000 }, 2000, 1000, 3000),
    /** Deliveries under way at once. */
    concurrency: whole({ least: 1, most: 256 }, 32, 4),
    /** Whether connections to the receiver are used again. */
    keepAlive: oneOf<boolean>(true, false),
  },
  retry: {
    /** Wait before the first redelivery, in milliseconds. Gap webhook.retry-schedule. */
    firstMs: whole({ least: 1, most: 86_400_000 }, 75, 20, 150),
    /** What each further wait is multiplied by. */
    factor: ratio({ least: 1, most: 10 }, 2, 1, 1.5),
    /** The longest wait, in milliseconds. */
    capMs: whole({ least: 1, most: 86_400_000 }, 30_000, 500, 2000),
    /** How much shorter than that a wait may be, as a share of it, drawn each time. */
    jitter: ratio({ least: 0, most: 1 }, 0.2, 0, 0.5),
    /** Attempts before giving up; 0 is never. Two are too few: at least once outlasts a second refusal. Gap webhook.give-up. */
    attempts: free(
      '0, or a whole number from 3',
      value => Number.isInteger(value) && (value === 0 || Number(value) >= 3),
      0,
    ),
  },
  responses: {
    /** Case of the request-id header. */
    requestIdHeader: oneOf('request-id', 'Request-Id', 'REQUEST-ID'),
    /** Media type of a JSON body. */
    contentType: oneOf('application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8'),
    /** A Content-Length, or chunks. */
    framing: oneOf('length', 'chunked'),
    /** Content coding, where the request accepts it. */
    compression: oneOf('none', 'gzip', 'br', 'deflate'),
    /** How long an answer is held back. Its effect is not. */
    delayMs: range([0, 0], [0, 15]),
    /** Whether connections are kept open after an answer. */
    keepAlive: oneOf<boolean>(true, false),
    /** Further headers. Gap response.headers. */
    headers: headers(
      { Server: 'acme', 'X-RateLimit-Remaining': '99' },
      { 'cache-control': 'no-store', vary: 'Accept' },
    ),
  },
  /** How JSON is written, in answers and webhooks alike; see `JsonStyle`. */
  json: {
    spacing: oneOf('compact', 'spaced', 'indented'),
    escapes: oneOf('minimal', 'ascii', 'slashes', 'html'),
    keyOrder: oneOf('given', 'sorted', 'reversed'),
    trailingNewline: oneOf<boolean>(false, true),
  },
  formats: {
    /** Identifiers of what the service makes; fixtures keep theirs. Gap format.identifiers. */
    ids: oneOf(...ID_FORMS),
    /** Gap response.request-id-format. */
    requestIds: oneOf(...ID_FORMS),
    /** Gap format.timestamps. */
    timestamps: oneOf(...TIMESTAMP_FORMS),
    /** Form of error codes: `not_found`, `NOT_FOUND`, `not-found`. Gaps error.*-codes. */
    errorCodes: oneOf('snake', 'screaming', 'kebab'),
  },
  /** Values of fields whose allowed values are not shown. */
  values: {
    onrampStatus: name('completed', 'PROCESSING', 'awaiting_payment'),
    flowType: name('bank_transfer', 'ONRAMP'),
    executionMode: name('instant', 'async'),
    accountProvider: name('sandbox_bank', 'PROVIDER_A'),
    accountType: name('virtual', 'DYNAMIC'),
    accountStatus: name('active', 'PENDING'),
    /** `status` of a resolved enquiry, and of an enquiry's error. Gap enquiry.ok-status-value. */
    enquiryResolved: oneOf<boolean>(true, false),
    enquiryError: oneOf<boolean>(false, true),
  },
  /** Names of the order states on the wire. Gap states.names. */
  states: mapValues(ORDER_STATES, (other, state) => name(state, other)),
  /** Whether answers and events carry fields that are not documented. */
  extraFields: oneOf<boolean>(false, true),
  /** An onramp order without an account leaves the field out, or null. Gap onramp.account-presence. */
  absentAccount: oneOf('absent', 'null'),
  idempotency: {
    /** A key used again with the same body gets the first answer, or has no meaning. Gap idempotency.replay. */
    replay: oneOf('same', 'ignored'),
    /** A key used again with another body: a status, the first answer, or a new effect. Gap idempotency.conflict. */
    conflict: answer(['replayed', 'performed'], 409, 400, 422, 'replayed', 'performed'),
    /** How long a key is kept, in milliseconds. Gap idempotency.retention. */
    retentionMs: whole({ least: 1, most: 31_536_000_000 }, 86_400_000),
    /** Header that marks a first answer given again; none where empty. */
    replayHeader: free('a header name, or empty', value => value === '' || isToken(value), '', 'Idempotent-Replayed'),
  },
  collection: {
    /** How long a quote is locked, in milliseconds; an unpaid order expires then. */
    quoteLifetimeMs: whole({ least: 1, most: 31_536_000_000 }, 86_400_000),
    /** An order that received less: held for good, or goes on. Gap simulate.mismatch-outcome. */
    receivedLess: oneOf('held', 'proceeds'),
    /** An order that received more. */
    receivedMore: oneOf('proceeds', 'held'),
  },
  limits: {
    /** Largest request body, in bytes. Gap limits.size. */
    bodyBytes: whole({ least: 256, most: 16_777_216 }, 65_536, 16_384),
  },
  preview: {
    /** Whether the preview routes ask for the key. */
    needKey: oneOf<boolean>(true, false),
  },
} as const;
