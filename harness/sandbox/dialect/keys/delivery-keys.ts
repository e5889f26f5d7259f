import { CONTENT_CODINGS, type ContentCoding } from '../../formats/content-coding.ts';
import type { Json } from '../../json.ts';
import { headers, type Key, key, MEDIA_TYPE, namesOf, oneOf, range, strings, whole } from '../key.ts';

/** A number from `minimum` to `maximum`. */
function decimal([minimum, maximum]: readonly [number, number], ...choices: [number, ...number[]]): Key<number> {
  return key({ description: `a number from ${minimum} to ${maximum}`, type: 'number', minimum, maximum }, ...choices);
}

const POINTER = { description: 'a JSON Pointer', type: 'string', pattern: '^(/|$)' };
const EXAMPLES = {
  description: 'an object of JSON objects or arrays by event type',
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'object' }, { type: 'array' }] },
};
const CODINGS = namesOf(CONTENT_CODINGS);

/** How webhooks are signed, written, sent and retried. */
export const DELIVERY_KEYS = {
  signature: {
    /** Whether a redelivery is signed again. Otherwise it keeps the first signature for up to 240 s. */
    renewed: oneOf<boolean>(true, false),
    /** Form of `t` if its unit is `iso`. */
    isoForm: oneOf('utc', 'utc-fraction', 'offset', 'offset-fraction'),
    /** Whether `t` is before the `v1`, after them, or after the first. */
    tPlace: oneOf('first', 'last', 'second'),
    /** Order of the `v1` during rotation. */
    v1Order: oneOf('newest-first', 'oldest-first'),
    /** Position of `v1` values that match no secret. */
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
    /** Position of the other pairs relative to `t` and the `v1`. */
    otherPairsPlace: oneOf('after', 'before', 'between'),
  },
  webhook: {
    /** JSON Pointer to the object with the order's fields; empty for the root. Gap event.fields. */
    envelope: key(POINTER, '/data', '/data/object', '/payload', ''),
    /**
     * Example bodies by event type, in place of the sandbox's own. Their placeholders are filled, and the id, the type
     * and the order id are put at their places. `TYPE of another amount` is the example for an order that received a
     * different amount than was due. Gap event.fields.
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
      {
        'collection.deposit_detected': {
          ...{ amount: '{amount:decimal}', received_amount: '{received_amount:decimal}', currency: 'USDC' },
          ...{ network: '{network}', status: '{state}', underpaid: false },
        },
        'collection.deposit_detected of another amount': {
          ...{ amount: '{amount:decimal}', received_amount: '{received_amount:decimal}', currency: 'USDC' },
          ...{ network: '{network}', status: '{state}', underpaid: true },
        },
      },
    ),
    /** JSON Pointer to the time of the event. */
    createdAt: key({ ...POINTER, minLength: 1 }, '/created_at', '/event/occurred_at'),
    /** Media type of a delivery. */
    contentType: key(
      MEDIA_TYPE,
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON',
      'text/plain',
    ),
    /** Content codings in the order of their application. The signature covers the encoded bytes. */
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
    /** Every n-th event is sent twice although it was acknowledged; 0 for none. Gap webhook.duplicates. */
    duplicateEvery: whole([0, 1000], 0, 1, 3),
    /** The delay of the second copy after the first. */
    duplicateAfterMs: range([0, 0], [0, 50]),
    /** How long the receiver may take to respond, in milliseconds. Gap webhook.timeout. */
    timeoutMs: whole([50, 120_000], 2000, 1000, 3000),
    /** The most deliveries in flight. Every choice keeps up with unrelated events over a slow relay. */
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
  },
} as const;
