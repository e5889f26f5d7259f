import { announce } from '../events/announce.ts';
import type { Service } from '../service.ts';
import type { CollectionOrder } from '../store/collection-orders.ts';
import { INITIAL_STATE } from './lifecycle.ts';

/** What may be said of a new collection order; the rest has defaults. */
export interface OrderWishes {
  readonly id?: string | undefined;
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
  readonly network?: string | undefined;
  readonly rate?: string | undefined;
  readonly payoutCurrency?: string | undefined;
}

/** Whether a type of the dialect's `otherEvents` is sent when the webhook target is set, and not when an order is made. */
export function isPing(type: string): boolean {
  return type.startsWith('ping');
}

/** A new collection order, not yet stored: 100 USDC on Polygon, paid out in NGN, where nothing else is wished. */
export function newOrder(service: Service, wishes: OrderWishes = {}): CollectionOrder {
  const now = service.now();
  return {
    id: wishes.id ?? service.newId('co'),
    state: INITIAL_STATE,
    amount: wishes.amount ?? '100.00',
    currency: wishes.currency ?? 'USDC',
    network: wishes.network ?? 'polygon',
    rate: wishes.rate ?? '1535.25',
    payout_currency: wishes.payoutCurrency ?? 'NGN',
    received_amount: null,
    received_network: null,
    quote_expires_at: now + service.dialect.collection.quoteLifetimeMs,
    created_at: now,
    updated_at: now,
  };
}

/** Makes and stores a collection order, and announces it where the dialect does. To be called inside a transaction. */
export function makeOrder(service: Service, wishes: OrderWishes): CollectionOrder {
  const order = newOrder(service, wishes);
  service.store.collectionOrders.insert(order);
  announce(
    service,
    order,
    service.dialect.otherEvents.filter(type => !isPing(type)),
    undefined,
  );
  return order;
}
