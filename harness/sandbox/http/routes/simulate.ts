import { SIMULATE_EVENTS, type SimulateEvent } from '../../../core/dialect.ts';
import type { SandboxDialect } from '../../dialect/resolve-dialect.ts';
import { announce } from '../../events/announce.ts';
import { isAmount } from '../../formats/decimal.ts';
import type { JsonObject } from '../../json/json.ts';
import { newOrder } from '../../lifecycle/make-order.ts';
import { orderFields } from '../../lifecycle/order-fields.ts';
import { answerAnyway, type Step, type StepResult, takeStep } from '../../lifecycle/take-step.ts';
import type { Service } from '../../service.ts';
import type { Call } from '../call.ts';
import { optionalText, refuseUnknownFields } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import { type Reply, reply } from '../reply.ts';
import type { Route } from '../route.ts';

/** Simulating a step of a collection order (4.3). */
export function simulate(dialect: SandboxDialect): Route {
  return {
    name: 'simulate',
    method: 'POST',
    path: '/sandbox/collection-orders/:order_id/simulate',
    needsKey: dialect.simulateNeedsKey,
    handle: (service, call) => view(service, take(service, call), call.body),
  };
}

function take(service: Service, { body, params }: Call): StepResult {
  const { dialect, store } = service;
  refuseUnknownFields(body, ['event', 'received_amount', 'received_network'], dialect);
  const step: Step = {
    event: readEvent(body, dialect),
    receivedAmount: readOwn(body, 'received_amount', 'deposit_detected', dialect),
    receivedNetwork: readOwn(body, 'received_network', 'wrong_chain', dialect),
  };
  if (step.receivedAmount !== undefined && !isAmount(step.receivedAmount)) {
    throw new Refusal('invalid_request', 'received_amount must be a positive decimal string.');
  }
  const id = params.order_id ?? '';
  const order = store.collectionOrders.find(id);
  if (order !== undefined) return takeStep(service, order, step);

  const answer = dialect.statuses.unknownOrder;
  const stranger = newOrder(service, { id });
  // Nothing happens to an order that does not exist, but for what a fault makes of it.
  announce(service, stranger, [], step.event);
  if (typeof answer === 'number') throw new Refusal('not_found', 'No collection order has this id.', answer);
  return answerAnyway(service, stranger, step, answer, () => {});
}

function readEvent(body: JsonObject, dialect: SandboxDialect): SimulateEvent {
  const event = SIMULATE_EVENTS.find(known => known === body.event);
  if (event !== undefined) return event;
  const message = `event must be one of ${SIMULATE_EVENTS.join(', ')}.`;
  throw new Refusal('invalid_request', message, dialect.statuses.unknownEvent);
}

/** A field that goes with one event only. */
function readOwn(
  body: JsonObject,
  name: string,
  event: SimulateEvent,
  { statuses: { misplacedField } }: SandboxDialect,
): string | undefined {
  if (body[name] === undefined || body.event === event) return optionalText(body, name);
  if (misplacedField === 'ignored') return undefined;
  throw new Refusal('invalid_request', `${name} goes only with ${event}.`, misplacedField);
}

function view({ dialect }: Service, { order, status }: StepResult, body: JsonObject): Reply {
  if (status === 204 || dialect.simulateBody === 'empty') return reply(status, undefined);
  if (dialect.simulateBody === 'acknowledgement') return reply(status, { accepted: true, event: body.event });
  return reply(status, { id: order.id, ...orderFields(order, dialect) });
}
