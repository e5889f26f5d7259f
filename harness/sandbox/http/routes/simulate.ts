import type { SimulateEvent } from '../../../contract/lifecycle.ts';
import type { SandboxDialect } from '../../dialect/resolve-dialect.ts';
import { addEvents } from '../../events/add-events.ts';
import { fillExample } from '../../formats/bodies.ts';
import { isAmount, ODD_AMOUNTS } from '../../formats/decimal.ts';
import { asNumber } from '../../formats/new-id.ts';
import type { JsonObject } from '../../json.ts';
import { EVENTS, isEvent, LIFECYCLE, type ReceivedFields } from '../../lifecycle/lifecycle.ts';
import { newOrder } from '../../lifecycle/make-order.ts';
import { orderFields } from '../../lifecycle/order-fields.ts';
import { answerWithoutEffect, type Step, type StepResult, takeStep } from '../../lifecycle/take-step.ts';
import type { Service } from '../../service.ts';
import { ApiError, invalidRequest } from '../api-error.ts';
import { type Call, type Reply, reply } from '../call.ts';
import { optionalText, refuseUnknownFields } from '../read-body.ts';
import type { Route } from '../route.ts';

/** The optional fields, each with the one event that allows it. */
const OPTIONAL_FIELDS = EVENTS.flatMap(event => {
  const { field } = LIFECYCLE[event];
  return field === undefined ? [] : [{ field, event }];
});

const MISPLACED = { received_amount: 'misplaced_amount', received_network: 'misplaced_network' } as const;

/** Simulating a step of a collection order (4.3). */
export function simulate(dialect: SandboxDialect): Route {
  return {
    name: 'simulate',
    method: 'POST',
    path: '/sandbox/collection-orders/:order_id/simulate',
    needsKey: dialect.simulateNeedsKey,
    handle: (service, call) => view(service, take(service, call), call.body),
    replayed: (service, { params, body: { event } }) => {
      const order = service.store.collectionOrders.get(params.order_id ?? '');
      if (order && isEvent(event)) addEvents(service, order, [], { step: event, from: order.state });
    },
  };
}

function take(service: Service, { body, params }: Call): StepResult {
  const { dialect, store } = service;
  refuseUnknownFields(body, ['event', ...OPTIONAL_FIELDS.map(({ field }) => field)], dialect);
  const event = readEvent(body, dialect);
  const step: Step = { event, received: readReceived({ ...body, event }, dialect) };
  if (!isTaken(step.received.received_amount ?? '1', dialect))
    throw invalidRequest('received_amount', 'received_amount must be a positive decimal string.');
  const id = params.order_id ?? '';
  const order = store.collectionOrders.get(id);
  if (order !== undefined) return takeStep(service, order, step);

  const answer = dialect.statuses.unknownOrder;
  const unknown = newOrder(service, { id });
  if (typeof answer !== 'number') return answerWithoutEffect(service, unknown, step, answer);
  // It causes no events, unless a fault adds one.
  addEvents(service, unknown, [], { step: step.event });
  throw new ApiError('not_found', 'No collection order has this id.', answer);
}

function readEvent({ event: written }: JsonObject, dialect: SandboxDialect): SimulateEvent {
  const { eventNames } = dialect.lenience;
  let event = written;
  if (typeof event === 'string' && eventNames.includes('padded')) event = event.trim();
  if (typeof event === 'string' && eventNames.includes('recased')) event = event.toLowerCase();
  if (isEvent(event)) return event;
  const message = `event must be one of ${EVENTS.join(', ')}.`;
  throw invalidRequest('event', message, dialect.statuses.unknownEvent);
}

/** Whether an amount is taken: one that is positive, or one of those that the dialect takes besides. */
function isTaken(amount: string, { requests: { oddAmounts } }: SandboxDialect): boolean {
  return isAmount(amount) || ODD_AMOUNTS.some(([kind, form]) => oddAmounts.includes(kind) && form.test(amount));
}

function readReceived(body: JsonObject, { statuses: { misplacedField } }: SandboxDialect): ReceivedFields {
  const values = OPTIONAL_FIELDS.flatMap(({ field, event }) => {
    if (body[field] === undefined) return [];
    if (body.event === event) return [[field, optionalText(body, field)]];
    if (misplacedField === 'ignored') return [];
    throw invalidRequest(MISPLACED[field], `${field} is allowed with ${event} only.`, misplacedField);
  });
  return Object.fromEntries(values);
}

function view({ dialect, now }: Service, { order, status }: StepResult, body: JsonObject): Reply {
  const { simulateBody } = dialect;
  if (status === 204 || simulateBody === 'empty') return reply(status, undefined);
  if (simulateBody === 'acknowledgement') return reply(status, { accepted: true, event: body.event });
  if (simulateBody !== 'order')
    return reply(
      status,
      fillExample(simulateBody, {
        order: asNumber(order.id, 'order', dialect),
        fields: orderFields(order, dialect),
        at: now(),
      }),
    );
  return reply(status, { id: asNumber(order.id, 'order', dialect), ...orderFields(order, dialect) });
}
