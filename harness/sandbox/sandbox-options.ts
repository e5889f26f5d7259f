import type { Dialect } from '../evidence/dialect.ts';
import type { World } from '../world/world.ts';

/** The default API key. It is public: it protects nothing. */
export const DEFAULT_API_KEY = 'sk_test_embedded_sandbox';

/** The options of a sandbox. Only `world` is required. */
export interface SandboxOptions {
  readonly world: World;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Port to listen on. Default 0: any. */
  readonly port?: number;
  /** SQLite file that persists the sandbox's state. Default: memory. */
  readonly db?: string;
  /** How the service behaves where the specification is silent. Defaults: `DIALECT_KEYS`. */
  readonly dialect?: Dialect;
  /** The names of its faults. Default: none. */
  readonly faults?: readonly string[];
  /** The URL that receives webhooks. Default: from the database, otherwise none until `/_control/webhook` sets it. */
  readonly webhookUrl?: string;
  /** The signing secrets, oldest first. Default: from the database, otherwise a random one. */
  readonly signingSecrets?: readonly string[];
  /** The accepted API key. Default `DEFAULT_API_KEY`. */
  readonly apiKey?: string;
}

/** A running sandbox. */
export interface Sandbox {
  /** {sandbox_url} and {base_url}, without a trailing slash. */
  readonly url: string;
  /** The current signing secrets, oldest first. */
  readonly signingSecrets: readonly string[];
  /** Stops it. A second call does nothing. Pending deliveries stay in the database file, if there is one. */
  close(): Promise<void>;
}

/**
 * The resources of every sandbox. They are public, so that a first run needs no settings. The ids of error fixtures end
 * in the status that they cause.
 */
export const FIXTURES = {
  /** Accounts that a name enquiry resolves (4.1). */
  accounts: [
    { accountNumber: '0123456789', bankCode: '044', accountName: 'ADA TESTER', bankName: 'First Sandbox Bank' },
    { accountNumber: '9876543210', bankCode: '058', accountName: 'Zoë Ọlá-Testér', bankName: 'Bank of Examples & Co' },
    { accountNumber: '5550001234', bankCode: '101', accountName: 'EXAMPLE TRADING LTD', bankName: 'Harbour/Test Bank' },
  ],
  /** An account that is answered 400, like every unknown account. */
  enquiry400: { accountNumber: '0000000400', bankCode: '044' },
  /** An account that is answered 401, although the key is accepted. */
  enquiry401: { accountNumber: '0000000401', bankCode: '044' },
  /** An account that is answered 500. */
  enquiry500: { accountNumber: '0000000500', bankCode: '044' },
  /** Onramp orders that can be read (4.2): the first has a nested account, the second has none. */
  onrampOrderIds: ['onr_fixture_with_account', 'onr_fixture_without_account'],
  /** Names of networks. The sandbox accepts any name. */
  networks: ['tron', 'ethereum', 'polygon'],
  /** A malformed onramp order id. */
  onrampMalformedId: 'onr!fixture~400',
  /** An onramp order id that causes an internal error. */
  onrampFailingId: 'onr_fixture_500',
} as const;

/** The fixtures whose calls are answered with an error, besides those for 401. */
export const ERROR_FIXTURES = {
  enquiryErrors: [FIXTURES.enquiry400, FIXTURES.enquiry500],
  onrampErrors: [FIXTURES.onrampMalformedId, FIXTURES.onrampFailingId],
};
