import { TIMESTAMP_UNITS } from '../../../base/timestamp.ts';
import { COMPLETED, type Locator } from '../../../evidence/dialect.ts';
import { CAUSES, ROUTES } from '../../http/call.ts';
import type { JsonObject } from '../../json.ts';
import { type EventTypes, LIFECYCLE } from '../../lifecycle/lifecycle.ts';
import { key, keysOf, NAME, oneOf, STATUS, statusOr, strings, TOKEN } from '../key.ts';

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

const locator = (...choices: [string, ...Locator[]]) => key<Locator>(LOCATOR, ...choices);

const ERRORS = {
  description: `an object of { status, code, accepted } by ROUTE.CAUSE: ${ROUTES.join(', ')}; ${CAUSES.join(', ')}`,
  type: 'object',
  propertyNames: { enum: ROUTES.flatMap(route => CAUSES.map(cause => `${route}.${cause}`)) },
  additionalProperties: {
    type: 'object',
    properties: {
      status: { ...STATUS, minimum: 400 },
      code: { anyOf: [{ type: 'string', pattern: '.' }, { type: 'integer' }] },
      accepted: { type: 'boolean' },
    },
    additionalProperties: false,
  },
};

/** An error that replaces the sandbox's own. */
export interface ErrorAnswer {
  readonly status?: number;
  readonly code?: string | number;
  /** Whether the request is accepted instead, if it can be understood. Default: no, except for unknown fields. */
  readonly accepted?: boolean;
}

const MALFORMED = { code: 'invalid_request' };
const ACCEPTED = { accepted: true };

/** Where consumers find the parts of a webhook, how steps are answered, and the errors of each route. */
export const STEP_KEYS = {
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
  /** Location of the event id. Types that an object omits have the default. Gap event.id-field. */
  eventId: locator('/id', '/event_id', '/event/id', '/meta/delivery/event_id', '/events/0/id', 'header:X-Event-Id'),
  /** Location of the event type. Types that an object omits have the default. Gap event.type-field. */
  eventType: locator('/type', '/event_type', '/event/type', '/meta/type', 'header:X-Event-Type'),
  /** Location of the order id. Types that an object omits have none. Gap event.order-field. */
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
   * Types that belong to no step. Types that start with `ping` name no order and are sent when the webhook URL is set;
   * the others are sent when a collection order is created.
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
      anyOf: [{ enum: ['order', 'acknowledgement', 'empty'] }, { description: 'a JSON object', type: 'object' }],
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
    /** A step that the order has already taken. It fires `disbursement.completed` as the same event. */
    repeatedStep: statusOr(['ignored', 'fires'], 'ignored', 409, 400, 422, 'fires'),
    /** The statuses of onramp errors. Each error has the status that suits it best. */
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
  },
  /**
   * Errors that replace the sandbox's own, by route and cause (`onramp.not_found`) or by the exact problem
   * (`enquiry.invalid_request.json`). Gaps error.*-codes, simulate.unknown-event, simulate.misplaced-fields,
   * limits.amounts and request.*.
   */
  errors: key<{ readonly [cause: string]: ErrorAnswer }>(
    ERRORS,
    {},
    {
      'enquiry.account_not_found': { code: 'E1001' },
      'onramp.not_found': { code: 'NoSuchOrder' },
      'simulate.unsupported_media_type': { status: 400, code: 'bad_media' },
      'none.not_found': { status: 405, code: 'no_route' },
      'simulate.invalid_request.padded_event': ACCEPTED,
      'simulate.invalid_request.zero_amount': ACCEPTED,
    },
    {
      'enquiry.account_not_found.account_letters': MALFORMED,
      'enquiry.account_not_found.bank_letters': MALFORMED,
      'simulate.invalid_request.event': { status: 422 },
      'simulate.invalid_request.misplaced_amount': { status: 422 },
      'simulate.invalid_request.misplaced_network': { status: 422 },
    },
    {
      'enquiry.account_not_found.account_letters': MALFORMED,
      'enquiry.account_not_found.account_length': MALFORMED,
      'enquiry.unsupported_media_type': ACCEPTED,
      'simulate.unsupported_media_type': ACCEPTED,
      'simulate.invalid_request.misplaced_amount': ACCEPTED,
      'simulate.invalid_request.misplaced_network': ACCEPTED,
      'simulate.invalid_request.padded_event': ACCEPTED,
      'simulate.invalid_request.recased_event': ACCEPTED,
    },
  ),
} as const;
