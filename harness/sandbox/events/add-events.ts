import type { SimulateEvent } from '../../contract/lifecycle.ts';
import { drawFrom } from '../dialect/key.ts';
import { isJsonObject, writeJson } from '../json.ts';
import { orderFields } from '../lifecycle/order-fields.ts';
import type { Service } from '../service.ts';
import type { CollectionOrder } from '../store/store.ts';
import { composeEvent, type DraftContext, type EventDraft } from './compose-event.ts';

/**
 * Adds one event of each type about an order to the outbox, in order. Called inside the causing transaction.
 * @param cause the causing simulate event and the state before it; empty for the creation of the order
 */
export function addEvents(
  service: Service,
  order: CollectionOrder,
  types: readonly string[],
  cause: Pick<DraftContext, 'step' | 'from'> = {},
): void {
  const { dialect, faults, store } = service;
  const draft = (type: string) => newDraft(service, type, order.id, orderFields(order, dialect));
  const events = faults.apply('events', types.map(draft), {
    ...cause,
    draft,
    typesOf: step => typesOf(service, step),
    exists: store.collectionOrders.get(order.id) !== undefined,
    hasPending: () => store.outbox.hasPending(order.id),
    otherOrders: () => [...store.collectionOrders.values()].flatMap(({ id }) => (id === order.id ? [] : [id])),
  });
  for (const event of events) enqueue(service, event);
}

/** The types of the webhooks that a step sends, in order. */
export function typesOf({ dialect }: Pick<Service, 'dialect'>, step: SimulateEvent): readonly string[] {
  return [dialect.eventTypes[step]].flat();
}

/** Adds one event of each type, about no order, to the outbox. Called inside a transaction. */
export function addUnrelated(service: Service, types: readonly string[]): void {
  for (const type of types) enqueue(service, newDraft(service, type));
}

/** Whether one of `otherEvents` is sent when the webhook URL is set, and not when an order is created. */
export function isPing(type: string): boolean {
  return type.startsWith('ping');
}

/** An event about an order, or about none, before it is laid out. */
export function newDraft(service: Service, type: string, orderId?: string, data: EventDraft['data'] = {}): EventDraft {
  return { id: service.newId('event'), type, orderId, createdAt: service.world.now(), data };
}

function enqueue(service: Service, draft: EventDraft): void {
  const { dialect, faults, store, world } = service;
  const { headers, body } = composeEvent(draft, dialect);
  const text = writeJson(isJsonObject(body) ? faults.apply('eventBody', body, draft) : body, dialect.json);
  const bytes = faults.apply('eventBytes', Buffer.from(text), draft);
  const event = {
    eventId: draft.id,
    type: draft.type,
    orderId: draft.orderId,
    headers,
    body: bytes.toString('base64'),
  };
  const { delayMs, duplicateEvery, duplicateAfterMs } = dialect.delivery;
  const dueAt = world.now() + drawFrom(world, delayMs);
  const number = store.outbox.add(event, dueAt);
  if (duplicateEvery > 0 && number % duplicateEvery === 0) {
    store.outbox.add(event, dueAt + drawFrom(world, duplicateAfterMs));
  }
}
