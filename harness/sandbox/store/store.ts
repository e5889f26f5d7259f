import type { CollectionOrder } from './collection-orders.ts';
import { Database, type Entries } from './database.ts';
import type { OnrampOrder } from './onramp-orders.ts';
import { OutboxEvents } from './outbox-events.ts';

/** What the operator of the sandbox has set; it survives a restart. */
export interface Settings {
  /** The URL that receives webhooks; absent until it is set. */
  readonly webhookUrl?: string;
  /** Signing secrets, oldest first; several during rotation. */
  readonly signingSecrets: readonly string[];
  /** How far the service's clock is ahead of the world's, in milliseconds. */
  readonly clockOffsetMs: number;
}

/** The reply to a POST that carried an idempotency key. */
export interface StoredReply {
  /** The idempotency key. */
  readonly key: string;
  /** Digest of the method, path and body. */
  readonly fingerprint: string;
  /** The reply as JSON. */
  readonly reply: string;
  /** In milliseconds since the Unix epoch. */
  readonly keptAt: number;
}

/** The state of the service. */
export class Store extends Database {
  readonly collectionOrders: Entries<CollectionOrder> = this.entries('collection_order');
  readonly onrampOrders: Entries<OnrampOrder> = this.entries('onramp_order');
  /** Those that were kept first come first. */
  readonly replies: Entries<StoredReply> = this.entries('reply');
  readonly outbox = new OutboxEvents(this);
  readonly #settings: Entries<Settings> = this.entries('settings');

  get settings(): Settings {
    return this.#settings.get('') ?? { signingSecrets: [], clockOffsetMs: 0 };
  }

  /** Changes some settings. */
  set(changes: Partial<Settings>): void {
    this.#settings.set('', { ...this.settings, ...changes });
  }
}
