import type { SimulateEvent } from '../../core/lifecycle.ts';
import { writeJson } from '../json/write-json.ts';
import { orderFields } from '../lifecycle/order-fields.ts';
import type { Service } from '../service.ts';
import type { CollectionOrder } from '../store/collection-orders.ts';
import { drawFrom } from '../timing/draw-from.ts';
import { composeEvent } from './compose-event.ts';
import type { EventDraft } from './event-draft.ts';

/**
 * Puts events about an order into the outbox, one of each type, in order. To be called inside the transaction of what
 * they tell.
 */
export function announce(
  service: Service,
  order: CollectionOrder,
  types: readonly string[],
  step: SimulateEvent | undefined,
): void {
  const draft = (type: string): EventDraft => ({
    id: service.newId('evt'),
    type,
    orderId: order.id,
    createdAt: service.now(),
    data: orderFields(order, service.dialect),
  });
  const drafts = service.faults.apply('drafted', types.map(draft), {
    step,
    draft,
    exists: service.store.collectionOrders.find(order.id) !== undefined,
    otherOrderId: () => service.store.collectionOrders.other(order.id),
  });
  for (const each of drafts) enqueue(service, each);
}

/** Puts events that are about no order into the outbox. */
export function announceAlone(service: Service, types: readonly string[]): void {
  for (const type of types) {
    enqueue(service, { id: service.newId('evt'), type, orderId: undefined, createdAt: service.now(), data: {} });
  }
}

function enqueue(service: Service, draft: EventDraft): void {
  const { dialect, faults, store, world } = service;
  const { headers, body } = composeEvent(draft, dialect);
  const text = writeJson(faults.apply('composed', body, draft), dialect.json);
  const event = {
    eventId: draft.id,
    type: draft.type,
    orderId: draft.orderId,
    headers,
    body: faults.apply('encoded', Buffer.from(text), draft),
  };
  const dueAt = world.now() + drawFrom(world, dialect.delivery.delayMs);
  const number = store.outbox.add(event, dueAt);
  const { duplicateEvery, duplicateAfterMs } = dialect.delivery;
  if (duplicateEvery > 0 && number % duplicateEvery === 0) {
    store.outbox.add(event, dueAt + drawFrom(world, duplicateAfterMs));
  }
}
