import { CollectionOrders } from './collection-orders.ts';
import { Database } from './database.ts';
import { IdempotencyKeys } from './idempotency-keys.ts';
import { OnrampOrders } from './onramp-orders.ts';
import { OutboxEvents } from './outbox-events.ts';
import { Settings } from './settings.ts';

/** The state of the service, in one SQLite database. */
export class Store extends Database {
  readonly collectionOrders = new CollectionOrders(this);
  readonly onrampOrders = new OnrampOrders(this);
  readonly outbox = new OutboxEvents(this);
  readonly idempotencyKeys = new IdempotencyKeys(this);
  readonly settings = new Settings(this);
}
