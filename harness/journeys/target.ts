import type { BankAccount } from '../settings/settings.ts';
import type { ServiceAddress } from './client/service-client.ts';

/** The system under test. Journeys do not depend on its kind. */
export interface Target {
  readonly kind: 'embedded' | 'remote';
  readonly address: ServiceAddress;
  /** Whether the key is known to be right: set by the user, or that of the embedded sandbox. */
  readonly keyGiven: boolean;
  /** Accounts that may resolve. */
  readonly bankAccounts: readonly BankAccount[];
  /** Whether they are known to resolve, rather than guessed. */
  readonly bankAccountsKnown: boolean;
  /** Onramp orders that may be readable. */
  readonly onrampOrderIds: readonly string[];
  /** Whether they are known to be readable, rather than guessed. */
  readonly onrampOrdersKnown: boolean;
  /** Names of networks that it is known to support; empty if none is known. */
  readonly networks: readonly string[];
  /** Accounts and onramp orders that it deliberately answers with an error, beyond the specification. */
  readonly errorFixtures?: { readonly enquiryErrors: readonly BankAccount[]; readonly onrampErrors: readonly string[] };
  /** Signing secrets known from the start. */
  readonly signingSecrets: readonly string[];
  /** Names of the settings that the user gave. Default: none. */
  readonly settingsGiven?: readonly string[];
  /** The setting that supplies orders, for the report. */
  readonly orderSetting: 'ORDER_IDS' | 'ORDER_COMMAND';
  /** How long to wait for a webhook, in milliseconds. */
  readonly deliveryTimeoutMs: number;
  /** How long a redelivery may take after a refusal, in milliseconds. */
  readonly redeliveryTimeoutMs: number;
  /** The quiet time: how long nothing must come, in milliseconds, before a webhook counts as absent. */
  readonly quietMs: number;
  /** How long a delivery is held unanswered before its connection is closed, in milliseconds. */
  readonly holdMs: number;
  /** How many collection orders a plan may count on. Default: as many as it asks for. */
  readonly mostOrders?: number;
  /** Creates up to `count` collection orders, or takes ready ones; may return fewer. */
  makeOrders(count: number): Promise<readonly string[]>;
  /** Points the service's webhooks to `url`. @returns signing secrets that this revealed */
  pointWebhooksTo(url: string): Promise<readonly string[]>;
  /** After a run, points the service's webhooks to where the user wants them, if they were pointed to the receiver. */
  releaseWebhooks(isInterrupted: boolean): Promise<void>;
  close(): Promise<void>;
}
