import type { SimulateEvent } from '../../contract/lifecycle.ts';
import type { JsonObject } from '../json.ts';
import type { OrderState } from '../lifecycle/lifecycle.ts';
import { Database, type Entries } from './database.ts';
import { OutboxEvents } from './outbox-events.ts';

/** What the operator of the sandbox has set; it survives a restart. */
interface Settings {
  /** The URL that receives webhooks; absent until it is set. */
  readonly webhookUrl?: string;
  /** Signing secrets, oldest first; several during rotation. */
  readonly signingSecrets: readonly string[];
  /** How far the service's clock is ahead of the world's, in milliseconds. */
  readonly clockOffsetMs: number;
}

/** The reply to a POST that carried an idempotency key. */
interface StoredReply {
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

/** A collection order as stored. Moments are milliseconds since the Unix epoch, on the service's clock. */
export interface CollectionOrder {
  readonly id: string;
  readonly state: OrderState;
  /** The events that it has taken, oldest first, each once. */
  readonly steps: readonly SimulateEvent[];
  /** The deposit that is due, a decimal string in `currency` on `network`. */
  readonly amount: string;
  readonly currency: string;
  readonly network: string;
  /** Units of `payout_currency` per unit of `currency`, a decimal string. */
  readonly rate: string;
  readonly payout_currency: string;
  readonly received_amount?: string;
  readonly received_network?: string;
  readonly quote_expires_at: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** An onramp order as stored: fields as on the wire, and what the dialect writes in its own form. */
export interface OnrampOrder extends JsonObject {
  readonly id: string;
  /** Decimal strings. */
  readonly source_amount: string;
  readonly quoted_rate: string;
  /** Moments are milliseconds since the Unix epoch. */
  readonly created_at: number;
  readonly account?: JsonObject & { readonly expires_at: number };
}
