import { TIMESTAMP_UNITS } from '../../../base/timestamp.ts';
import { COMPLETED, type Locator } from '../../../evidence/dialect.ts';
import { type EventTypes, LIFECYCLE } from '../../lifecycle/lifecycle.ts';
import { key, keysOf, NAME, oneOf, strings, TOKEN } from '../key.ts';

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

/** What a consumer reads of a webhook: its signature header, ids and types. */
export const EVENT_KEYS = {
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
} as const;
