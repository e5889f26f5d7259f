import type { Json } from '../base/json.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Interpretation } from '../evidence/interpretation.ts';
import type { BusyOptions } from './busy-run.ts';
import { START } from './evidence.ts';
import type { EventWritten, Write } from './evidence-options.ts';

/** A service as a receiver sees it: how it writes its events, and what the harness must learn about that. */
export interface Deployment {
  readonly says: string;
  readonly write: () => Write;
  readonly options?: BusyOptions;
  /** What the harness must learn, if it is not the default. */
  readonly interpretation?: Partial<Interpretation>;
  /** The number of interpretations that fit. Default 1. */
  readonly interpretations?: number;
  /** True if a copy of the event under a new id is not detected next to one under the correct id. */
  readonly copies?: true;
}

const writing =
  (write: (event: EventWritten) => Json): (() => Write) =>
  () =>
  event => ({ body: write(event) });

/** A unique number for each id: `evt_d12` → 4012. */
const numberOf = (id: string) => 4000 + Number(id.replace(/\D/g, ''));

const SINGLE = (type: string) => (type === COMPLETED ? COMPLETED : 'collection.updated');

/** A short name of a stage: deposits share one resource, disbursements another. */
const stageOf = (type: string) => (type.startsWith('disbursement') ? 'dis' : 'dep');

/** Versions of the webhooks of one service. */
const plain = ({ id, type, order }: EventWritten) => ({ id, type, data: { order_id: order } });
const wrapped = ({ id, type, order }: EventWritten) => ({
  event: type,
  event_id: id,
  payload: { order: { id: order } },
});
const flat = ({ id, type, order }: EventWritten) => ({ id: order, type: 'collection', name: type, event_id: id });
const isOdd = (order: string) => numberOf(order) % 2 === 1;
const PLAIN = { where: '/id', eventId: '/id', eventType: '/type', orderId: '/data/order_id' };
const WRAPPED = { eventId: '/event_id', eventType: '/event', orderId: '/payload/order/id' };

/** Writes all fields of an event into headers with mixed-case names. */
export const writeInHeaders: Write = ({ id, type, order }) => ({
  body: { amount: '1.00' },
  headers: [
    ['X-Event-Id', id],
    ['X-Kind', type],
    ['X-Order-Id', order],
  ],
});

/** A dialect with these values, with the header of the event id in any case. */
export const toldOfHeaders = (eventIdHeader: string) => ({
  eventId: `header:${eventIdHeader}`,
  eventType: { [COMPLETED]: 'header:X-Kind' },
  orderId: 'header:X-Order-Id',
});

/** Services that differ in where they write the id, type and order of an event. */
export const DEPLOYMENTS: readonly Deployment[] = [
  {
    says: 'writes id, type and order where most do',
    write: writing(({ id, type, order }) => ({ id, type, data: { order_id: order } })),
  },
  {
    says: 'gives all events but one the same type',
    write: writing(({ id, type, order }) => ({ id, type: SINGLE(type), data: { order_id: order } })),
  },
  {
    says: 'sends several events a step, two of them of one type',
    write: writing(({ id, type, order }) => ({ id, type, data: { order_id: order } })),
    options: {
      types: {
        deposit_detected: ['collection.updated', 'collection.updated', 'collection.deposit_detected'],
        disburse: ['disbursement.initiated', COMPLETED, 'collection.settled'],
        expire: ['collection.updated', 'collection.expired'],
      },
    },
  },
  {
    says: 'names events in headers alone',
    write:
      () =>
      ({ id, type, order }) => ({
        body: { order_id: order, amount: '10.00' },
        headers: [
          ['X-Event-Id', id],
          ['X-Event-Type', type],
        ],
      }),
    interpretation: { eventId: 'header:x-event-id', eventType: 'header:x-event-type', orderId: '/order_id' },
  },
  {
    says: 'names everything in headers, above an empty body',
    write:
      () =>
      ({ id, type, order }) => ({
        body: {},
        headers: [
          ['webhook-id', id],
          ['acme-topic', type],
          ['X-Order-Id', order],
        ],
      }),
    interpretation: { eventId: 'header:webhook-id', eventType: 'header:acme-topic', orderId: 'header:x-order-id' },
  },
  {
    says: 'leaves the order out of some events, so that journeys run alone',
    write: writing(({ id, type, order }) => ({
      id,
      type,
      data: type.includes('confirmed') ? {} : { order_id: order },
    })),
    options: { alone: true },
  },
  {
    says: 'puts id, type and order elsewhere in another family of events',
    write: writing(({ id, type, order }) =>
      type.startsWith('disbursement')
        ? { event: { id, name: type }, disbursement: { collection_order: order } }
        : { id, type, data: { order_id: order } },
    ),
    options: { types: { disburse: ['disbursement.initiated', COMPLETED] } },
    interpretation: {
      eventId: {
        'collection.deposit_detected': '/id',
        'collection.deposit_confirmed': '/id',
        'disbursement.initiated': '/event/id',
        [COMPLETED]: '/event/id',
        'collection.expired': '/id',
        'collection.failed': '/id',
        'collection.wrong_chain': '/id',
      },
      eventType: {
        'disbursement.initiated': '/event/name',
        [COMPLETED]: '/event/name',
        'collection.deposit_detected': '/type',
        'collection.deposit_confirmed': '/type',
        'collection.expired': '/type',
        'collection.failed': '/type',
        'collection.wrong_chain': '/type',
      },
      orderId: {
        'collection.deposit_detected': '/data/order_id',
        'collection.deposit_confirmed': '/data/order_id',
        'disbursement.initiated': '/disbursement/collection_order',
        [COMPLETED]: '/disbursement/collection_order',
        'collection.expired': '/data/order_id',
        'collection.failed': '/data/order_id',
        'collection.wrong_chain': '/data/order_id',
      },
    },
  },
  {
    says: 'says on every event which one will end it',
    write: writing(({ id, type, order }) => ({ id, type, data: { order_id: order, ends_with: COMPLETED } })),
  },
  {
    says: 'announces the credit on the event before it',
    write: writing(({ id, type, order }) => ({
      id,
      type,
      data: { order_id: order, ...(type.startsWith('disbursement') && { final_event: COMPLETED }) },
    })),
    options: { types: { disburse: ['disbursement.initiated', COMPLETED] } },
  },
  {
    says: 'names the next event on each',
    write: writing(({ id, type, order }) => ({
      id,
      type,
      data: { order_id: order, next: type.endsWith('confirmed') ? COMPLETED : 'none' },
    })),
  },
  {
    says: 'counts attempts and stamps them in the body',
    write: writing(({ id, type, order, attempt, at }) => ({
      id,
      type,
      attempt,
      sent_at: at,
      data: { order_id: order },
    })),
  },
  {
    says: 'gives each attempt a delivery id beside the event id',
    write:
      () =>
      ({ id, type, order, attempt }) => ({
        body: { event_id: id, delivery_id: `${id}-${attempt}`, type, data: { order_id: order } },
        headers: [['X-Webhook-Delivery-Id', `${id}-${attempt}`]],
      }),
    interpretation: { eventId: '/event_id' },
  },
  {
    says: 'gives each attempt the plain id, and the event another',
    write: writing(({ id, type, order, attempt }) => ({
      id: `${id}-${attempt}`,
      event_id: id,
      type,
      data: { order_id: order },
    })),
    interpretation: { eventId: '/event_id' },
  },
  {
    says: 'has ids of everything else too',
    write: writing(({ id, type, order, attempt, at }) => ({
      id,
      type,
      account_id: 'acct_1',
      data: {
        id: `${stageOf(type)}_${order}`,
        order_id: order,
        customer_id: `cus_${order}`,
        request_id: `${id}/${attempt}`,
        created_at: new Date(at).toISOString(),
        metadata: { eventId: 'theirs', id: 7 },
      },
    })),
  },
  {
    says: 'counts its events and its orders',
    write: writing(({ id, type, order }) => ({ id: numberOf(id), type, data: { order_id: Number(order) } })),
    options: { order: nth => String(90_210 + nth) },
  },
  {
    says: 'numbers events by the clock, beside a creation time of the same form',
    write: writing(({ id, type, order }) => ({
      id: START + numberOf(id),
      created_at: START + numberOf(id),
      type,
      data: { order_id: order },
    })),
  },
  {
    says: 'has snowflakes for ids, which look like nanoseconds',
    write: writing(({ id, type, order }) => ({
      id: `18234567890123${numberOf(id) + 10_000}`,
      type,
      data: { order_id: order },
    })),
  },
  {
    says: 'sends the order itself, with the event in headers',
    write:
      () =>
      ({ id, type, order }) => ({
        body: { id: order, amount: '10.00' },
        headers: [
          ['Webhook-Id', id],
          ['Webhook-Topic', type],
        ],
      }),
    interpretation: { eventId: 'header:webhook-id', eventType: 'header:webhook-topic', orderId: '/id' },
  },
  {
    says: 'sends a session, which keeps its id, and the event in a part of its own',
    write: writing(({ id, type, order }) => ({ id: `sess_${order}`, order_ref: order, meta: { event_id: id, type } })),
    interpretation: { eventId: '/meta/event_id', eventType: '/meta/type', orderId: '/order_ref' },
  },
  {
    says: 'sends the deposit, then the disbursement, each with its id, and the message id in a header',
    write:
      () =>
      ({ id, type, order }) => ({
        body: { id: `${stageOf(type)}_${order}`, type, order },
        headers: [['Message-Id', id]],
      }),
    interpretation: { eventId: 'header:message-id', orderId: '/order' },
  },
  {
    says: 'has all about the event in its metadata',
    write: writing(({ id, type, order }) => ({
      metadata: { event_id: id, event_type: type },
      data: { order_id: order },
    })),
    interpretation: { eventId: '/metadata/event_id', eventType: '/metadata/event_type' },
  },
  {
    says: 'calls the id an identifier',
    write: writing(({ id, type, order }) => ({ identifier: id, event: type, data: { order_id: order } })),
    interpretation: { eventId: '/identifier', eventType: '/event' },
  },
  {
    says: 'has the id in a header called evt, and numbers no attempt',
    write:
      () =>
      ({ id, type, order }) => ({ body: [{ t: type }, { order_id: order }], headers: [['X-Evt', id]] }),
    interpretation: { eventId: 'header:x-evt', eventType: '/0/t', orderId: '/1/order_id' },
  },
  {
    says: 'numbers its events deep down',
    write: writing(({ id, type, order }) => ({
      meta: [{ k: 1 }, { source: { seq: numberOf(id), name: type } }],
      data: { order_id: order },
    })),
    interpretation: { eventId: '/meta/1/source/seq', eventType: '/meta/1/source/name' },
  },
  {
    says: 'hides the id under a nonce',
    write: writing(({ id, type, order, attempt }) => ({
      kind: type,
      data: { id: `${stageOf(type)}_${order}`, order, trace_id: `${id}${attempt}` },
      envelope: { nonce: id },
    })),
    interpretation: { eventId: '/envelope/nonce', eventType: '/kind', orderId: '/data/order' },
  },
  {
    says: 'sends every other order in a second version of its webhooks',
    write: writing(event => (isOdd(event.order) ? wrapped(event) : plain(event))),
    interpretation: { ...WRAPPED, layouts: [PLAIN] },
  },
  {
    says: 'sends one event in five in a version that has the order where the others have the id',
    write: writing(event => (numberOf(event.id) % 5 === 2 ? flat(event) : plain(event))),
    interpretation: { layouts: [{ where: '/name', eventId: '/event_id', eventType: '/name', orderId: '/id' }] },
  },
  {
    says: 'sends three versions at once, one with the id in a header',
    write:
      () =>
      ({ id, type, order, ...more }) => {
        if (numberOf(order) % 3 === 0) return { body: { type, order: { ref: order } }, headers: [['Webhook-Id', id]] };
        return { body: (numberOf(order) % 3 === 1 ? plain : wrapped)({ id, type, order, ...more }) };
      },
    interpretation: {
      ...WRAPPED,
      layouts: [PLAIN, { where: '/order', eventId: 'header:webhook-id', orderId: '/order/ref', eventType: '/type' }],
    },
  },
  {
    says: 'says the same in body and header',
    write:
      () =>
      ({ id, type, order }) => ({
        body: { id, type, data: { order_id: order } },
        headers: [['X-Event-Id', id]],
      }),
    interpretations: 2,
  },
  {
    says: 'announces orders before their first step, or just after it',
    write: writing(({ id, type, order }) => ({ id, type, data: { order_id: order } })),
    options: {
      taken: (journey, nth) => {
        if (nth % 3 !== 0) journey.deliver('session.created');
      },
      stepped: (journey, event) => {
        if (event === 'deposit_detected' && journey.id === 'j1') journey.deliver('session.created');
      },
    },
  },
  {
    says: 'delivers everything twice, often after the next step',
    copies: true,
    write: writing(({ id, type, order, attempt }) => ({ id, type, attempt, data: { order_id: order } })),
    options: {
      stepped: (journey, _, run) => {
        const mine = run.evidence.deliveries.filter(({ body }) => body.text?.includes(`"${journey.order}"`));
        for (const delivery of mine.slice(-3)) journey.redeliver(delivery);
      },
    },
  },
];
