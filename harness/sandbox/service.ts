import type { World } from '../core/world.ts';
import type { SandboxDialect } from './dialect/resolve-dialect.ts';
import type { FaultSet } from './faults/fault-set.ts';
import type { Store } from './store/store.ts';

/** What every part of the service is given. */
export interface Service {
  readonly world: World;
  readonly dialect: SandboxDialect;
  readonly faults: FaultSet;
  readonly store: Store;
  /** The one API key that is accepted. */
  readonly apiKey: string;
  /**
   * The service's clock: the world's, moved by what was set under `/_control/clock`. Orders and quotes live by it;
   * signatures and retries do not, so that moving it makes no delivery stale.
   */
  now(): number;
  /** A new identifier in the dialect's form; the prefix says of what. */
  newId(prefix: string): string;
  /** A new value of the `request-id` header. */
  newRequestId(): string;
  /** To be called when a transaction has left something due: an event in the outbox, a quote that expires. */
  wake(): void;
  /** Makes every outstanding delivery due at once. */
  resume(): void;
  /** Resolves once no delivery is outstanding. */
  calm(): Promise<void>;
}
