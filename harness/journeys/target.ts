import type { ServiceAddress } from '../client/service-client.ts';
import type { BankAccount } from '../core/settings.ts';

/** What a target can be asked for that the specification does not offer. */
export interface ErrorFixtures {
  /** Accounts that a name enquiry answers with an error. */
  readonly enquiryErrors: readonly BankAccount[];
  /** Onramp order ids that are answered with an error. */
  readonly onrampErrors: readonly string[];
}

/** Where the service is met. Journeys do not know which kind it is. */
export interface Target {
  readonly kind: 'embedded' | 'remote';
  readonly address: ServiceAddress;
  /** True where the key is one that the user gave, or the embedded sandbox's own. */
  readonly keyGiven: boolean;
  /** Accounts that may resolve. */
  readonly bankAccounts: readonly BankAccount[];
  /** True where they are known to resolve; false where they are only tried. */
  readonly bankAccountsKnown: boolean;
  /** Onramp orders that may be readable. */
  readonly onrampOrderIds: readonly string[];
  /** True where they are known to be readable; false where they are only tried. */
  readonly onrampOrdersKnown: boolean;
  readonly errorFixtures: ErrorFixtures;
  /** Signing secrets known from the start. */
  readonly signingSecrets: readonly string[];
  /** The setting that says where orders come from, for the reader of a report. */
  readonly orderSetting: 'ORDER_IDS' | 'ORDER_COMMAND';
  /** How long to wait for a webhook, in milliseconds. */
  readonly deliveryTimeoutMs: number;
  /** How long a redelivery may take after a refusal, in milliseconds. */
  readonly redeliveryTimeoutMs: number;
  /** The least time, in milliseconds, that nothing must come before "nothing came" is said. */
  readonly quietMs: number;
  /** How long a delivery is held without an answer before it is dropped, in milliseconds. */
  readonly holdMs: number;
  /** Makes up to `count` collection orders, or hands out ready ones; may return fewer. */
  makeOrders(count: number): Promise<readonly string[]>;
  /** Points the service's webhooks to `url`. Returns signing secrets that this made known. */
  pointWebhooksTo(url: string): Promise<readonly string[]>;
  /** Points the service's webhooks elsewhere at the end, where the user said where to, and they had been pointed here. */
  releaseWebhooks(): Promise<void>;
  close(): Promise<void>;
}
