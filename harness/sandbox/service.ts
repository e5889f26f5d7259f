import type { World } from '../world/world.ts';
import { resolveDialect, type SandboxDialect } from './dialect/resolve-dialect.ts';
import type { FaultSet } from './faults/fault.ts';
import { selectFaults } from './faults/fault-list.ts';
import { ID_FORMS, ID_KINDS, type IdKind, writeId } from './formats/new-id.ts';
import { DEFAULT_API_KEY, type SandboxOptions } from './sandbox-options.ts';
import { Store } from './store/store.ts';

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

/** What a service needs. */
export type ServiceOptions = Pick<SandboxOptions, 'world' | 'db' | 'dialect' | 'faults' | 'apiKey'>;

/**
 * A service with its store and without a server.
 * @param delivery how it delivers webhooks
 * @throws HarnessError `dialect-invalid`, `fault-unknown`, `db-unusable`, `db-other-version` (usage)
 */
export function newService(
  { world, db, apiKey = DEFAULT_API_KEY, ...options }: ServiceOptions,
  delivery: Pick<Service, 'wake' | 'deliverNow'>,
): Service {
  const dialect = resolveDialect(options.dialect);
  const faults = selectFaults(options.faults ?? []);
  const store = new Store(db);
  const ownId = (kind: IdKind) => {
    const words = dialect.identifiers[kind];
    return words === '' ? undefined : writeId(world, words);
  };
  return {
    ...{ world, dialect, faults, store, apiKey, ownId },
    newId: kind => ownId(kind) ?? writeId(world, ID_FORMS[dialect.formats.ids](ID_KINDS[kind])),
    newRequestId: () => writeId(world, ID_FORMS[dialect.formats.requestIds]('req')),
    ...delivery,
  };
}

/** A random signing secret. Its whole text is the HMAC key. */
export function newSecret(world: World): string {
  return `whsec_${world.randomBytes(24).toString('base64url')}`;
}
