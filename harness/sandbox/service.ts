import type { World } from '../world/world.ts';
import type { SandboxDialect } from './dialect/resolve-dialect.ts';
import type { FaultSet } from './faults/fault.ts';
import type { IdKind } from './formats/new-id.ts';
import type { Store } from './store/store.ts';

/** What the parts of the service share. */
export interface Service {
  readonly world: World;
  readonly dialect: SandboxDialect;
  readonly faults: FaultSet;
  readonly store: Store;
  /** The accepted API key. */
  readonly apiKey: string;
  /** A new id in the form of the dialect. */
  newId(kind: IdKind): string;
  /** A new id, if the dialect has a form for this kind; otherwise `undefined`. */
  ownId(kind: IdKind): string | undefined;
  /** A new value of the `request-id` header. */
  newRequestId(): string;
  /** Starts due deliveries. Called after a transaction that may have added an event. */
  wake(): void;
  /** Makes every pending delivery due at once. */
  deliverNow(): void;
}
