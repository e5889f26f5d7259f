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
  /** SQLite file that outlives the sandbox. Default: memory. */
  readonly db?: string;
  /** What the service does where the specification is silent. Defaults: `DIALECT_KEYS`. */
  readonly dialect?: Dialect;
  /** The names of its faults. Default: none. */
  readonly faults?: readonly string[];
  /** The URL that receives webhooks. Default: that of the database, else none until `/_control/webhook` sets it. */
  readonly webhookUrl?: string;
  /** The signing secrets, oldest first. Default: those of the database, else a random one. */
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
  /** Stops it; a second call does nothing. Pending deliveries stay in the database file, if there is one. */
  close(): Promise<void>;
}
