import { addEvents, isPing } from '../events/add-events.ts';
import type { Service } from '../service.ts';
import type { CollectionOrder } from '../store/collection-orders.ts';
import { INITIAL_STATE } from './lifecycle.ts';

/** The fields of a new collection order that can be chosen. */
export type NewOrder = {
  readonly [F in 'id' | 'amount' | 'currency' | 'network' | 'rate' | 'payout_currency']?: string | undefined;
};

/** A new collection order, not yet stored. Default: 100 USDC on Polygon, paid out in NGN. */
export function newOrder(service: Service, chosen: NewOrder = {}): CollectionOrder {
  const now = service.now();
  return {
    id: chosen.id ?? service.newId('order'),
    state: INITIAL_STATE,
    steps: [],
    amount: chosen.amount ?? '100.00',
    currency: chosen.currency ?? 'USDC',
    network: chosen.network ?? 'polygon',
    rate: chosen.rate ?? '1535.25',
    payout_currency: chosen.payout_currency ?? 'NGN',
    quote_expires_at: now + service.dialect.collection.quoteLifetimeMs,
    created_at: now,
    updated_at: now,
  };
}

/** Stores a new collection order and adds the events of its creation. Called inside a transaction. */
export function makeOrder(service: Service, chosen: NewOrder): CollectionOrder {
  const order = newOrder(service, chosen);
  service.store.collectionOrders.set(order.id, order);
  const types = service.dialect.otherEvents.filter(type => !isPing(type));
  addEvents(service, order, types, undefined);
  return order;
}
