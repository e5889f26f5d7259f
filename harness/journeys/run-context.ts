import type { Recorder } from '../evidence/record/recorder.ts';
import type { Inbox } from '../webhooks/inbox.ts';
import type { AdaptiveTimeout } from './adaptive-timeout.ts';
import type { Outage } from './client/outage.ts';
import type { ServiceClient } from './client/service-client.ts';
import type { DeliveryTracker } from './delivery-tracker.ts';
import type { Reachability } from './reachability.ts';
import type { RunControl } from './run-control.ts';
import type { RunOptions } from './run-options.ts';
import type { Target } from './target.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** Everything that one run works with, opened and wired. It drives nothing and decides nothing. */
export interface RunContext {
  readonly options: RunOptions;
  readonly target: Target;
  readonly control: RunControl;
  readonly recorder: Recorder;
  readonly client: ServiceClient;
  /** A fresh idempotency key, which no other run has, whatever its seed. */
  readonly newKey: () => string;
  readonly endpoint: WebhookEndpoint;
  readonly inbox: Inbox;
  readonly tracker: DeliveryTracker;
  readonly reachability: Reachability;
  readonly outage: Outage;
  /** Points webhooks to the receiver, again where another program has changed the address. */
  readonly pointWebhooks: () => Promise<void>;
  /** Makes up to `count` collection orders, or takes ready ones, once no outage lasts; may return fewer. */
  readonly makeOrders: Target['makeOrders'];
  /** How long the event of a step is waited for, and a redelivery. */
  readonly eventTimeout: AdaptiveTimeout;
  readonly redeliveryTimeout: AdaptiveTimeout;
  /** The record's clock, in milliseconds since the epoch. It never goes back. */
  readonly stamp: () => number;
  /** Whether a signing secret is known. */
  readonly canVerify: () => boolean;
  /** Writes the footer and closes everything. Points webhooks elsewhere where the user asked for that. */
  readonly close: () => Promise<void>;
}
