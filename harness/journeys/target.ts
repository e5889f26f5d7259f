import type { BankAccount } from '../settings/settings.ts';
import type { ServiceAddress } from './client/service-client.ts';

/** Requests that a target answers with an error on purpose, beyond the specification. */
export interface ErrorFixtures {
  /** Accounts for which a name enquiry is an error. */
  readonly enquiryErrors: readonly BankAccount[];
  /** Onramp order ids that it answers with an error. */
  readonly onrampErrors: readonly string[];
}

/** Where the service runs. Journeys do not know which kind it is. */
export interface Target {
  readonly kind: 'embedded' | 'remote';
  readonly address: ServiceAddress;
  /** Whether the key is known to be right: the user set it, or it is the embedded sandbox's own. */
  readonly keyGiven: boolean;
  /** Accounts that may resolve. */
  readonly bankAccounts: readonly BankAccount[];
  /** Whether they are known to resolve, and not just guesses. */
  readonly bankAccountsKnown: boolean;
  /** Onramp orders that may be readable. */
  readonly onrampOrderIds: readonly string[];
  /** Whether they are known to be readable, and not just guesses. */
  readonly onrampOrdersKnown: boolean;
  /** Names of networks that it is known to know; empty where none is. */
  readonly networks: readonly string[];
  readonly errorFixtures: ErrorFixtures;
  /** Signing secrets known from the start. */
  readonly signingSecrets: readonly string[];
  /** Names of the settings that the user gave. Default: none. */
  readonly settingsGiven?: readonly string[];
  /** The setting that orders come from, for the report. */
  readonly orderSetting: 'ORDER_IDS' | 'ORDER_COMMAND';
  /** How long to wait for a webhook, in milliseconds. */
  readonly deliveryTimeoutMs: number;
  /** How long a redelivery may take after a refusal, in milliseconds. */
  readonly redeliveryTimeoutMs: number;
  /** The quiet time: how long nothing must come, in milliseconds, before it counts as absent. */
  readonly quietMs: number;
  /** How long a delivery is held unanswered before its connection is closed, in milliseconds. */
  readonly holdMs: number;
  /** How many collection orders a plan may count on. Default: as many as it asks for. */
  readonly mostOrders?: number;
  /** Makes up to `count` collection orders, or takes ready ones; may return fewer. */
  makeOrders(count: number): Promise<readonly string[]>;
  /** Points the service's webhooks to `url`. @returns signing secrets that became known by it */
  pointWebhooksTo(url: string): Promise<readonly string[]>;
  /** Points the service's webhooks to where the user wants them after a run, if they were pointed to the receiver. */
  releaseWebhooks(isInterrupted: boolean): Promise<void>;
  close(): Promise<void>;
}
