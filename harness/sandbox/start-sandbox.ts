import type { Dialect } from '../core/dialect.ts';
import type { World } from '../core/world.ts';
import { Outbox } from './delivery/outbox.ts';
import { resolveDialect } from './dialect/resolve-dialect.ts';
import { composeEvent } from './events/compose-event.ts';
import { findFaults } from './faults/find-faults.ts';
import { newId } from './formats/new-id.ts';
import { addressOf, listen } from './http/server.ts';
import { newOrder } from './lifecycle/make-order.ts';
import { orderFields } from './lifecycle/order-fields.ts';
import { QuoteWatch } from './lifecycle/quote-watch.ts';
import { newSecret } from './new-secret.ts';
import { seedOnrampOrders } from './onramp/make-onramp-order.ts';
import type { Service } from './service.ts';
import { Store } from './store/store.ts';

/** The API key of a sandbox that was given none. Published: it guards nothing. */
export const DEFAULT_API_KEY = 'sk_test_embedded_sandbox';

/** How a sandbox is started; all but `world` is optional. */
export interface SandboxOptions {
  readonly world: World;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Port to listen on. Default 0: any. */
  readonly port?: number;
  /** SQLite file that outlives the sandbox. Default: memory. */
  readonly db?: string;
  /** What the service does where the specification is silent. Default: see `dialect.ts`. */
  readonly dialect?: Dialect;
  /** Names of the faults that it commits. Default: none. */
  readonly faults?: readonly string[];
  /** Where webhooks go. Default: where the database says, else nowhere until `/_control/webhook` says. */
  readonly webhookUrl?: string;
  /** Secrets that each sign, oldest first. Default: those of the database, else a random one. */
  readonly signingSecrets?: readonly string[];
  /** The accepted API key. Default `DEFAULT_API_KEY`. */
  readonly apiKey?: string;
}

/** A running sandbox. */
export interface Sandbox {
  /** {sandbox_url} and {base_url} at once, without a trailing slash. */
  readonly url: string;
  /** The secrets that sign now, oldest first. */
  readonly signingSecrets: readonly string[];
  /** Stops it. What is outstanding stays in the database file, if there is one. May be called again. */
  close(): Promise<void>;
}

/**
 * Starts the embedded sandbox.
 * @throws HarnessError `dialect-invalid`, `fault-unknown`, `db-unusable`, `db-too-new`, `sandbox-address` (usage)
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { world } = options;
  const dialect = resolveDialect(options.dialect);
  const faults = findFaults(options.faults ?? []);
  const store = new Store(options.db);
  const service: Service = {
    world,
    dialect,
    faults,
    store,
    apiKey: options.apiKey ?? DEFAULT_API_KEY,
    now: () => world.now() + store.settings.clockOffsetMs,
    newId: prefix => newId(world, dialect.formats.ids, prefix),
    newRequestId: () => newId(world, dialect.formats.requestIds, 'req'),
    wake() {
      outbox.wake();
      quotes.wake();
    },
    resume: () => outbox.resume(),
    calm: () => outbox.calm(),
  };
  const outbox = new Outbox(service);
  const quotes = new QuoteWatch(service);
  let closing: Promise<void> | undefined;
  const stop = async () => {
    quotes.close();
    await outbox.close();
    store.close();
  };

  try {
    rehearse(service);
    prepare(service, options);
    const server = await listen(service, options.host ?? '127.0.0.1', options.port ?? 0);
    outbox.resume();
    quotes.wake();
    return {
      url: addressOf(server, options.host ?? '127.0.0.1'),
      get signingSecrets() {
        return store.settings.signingSecrets;
      },
      close() {
        closing ??= new Promise<void>(resolve => {
          server.close(() => resolve());
          server.closeAllConnections();
        }).then(stop);
        return closing;
      },
    };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** Lays out one event of every type, so that a dialect whose pointers collide is refused before it is spoken. */
function rehearse(service: Service): void {
  const { dialect } = service;
  const order = newOrder(service);
  for (const type of [...Object.values(dialect.eventTypes).flat(), ...dialect.otherEvents]) {
    const draft = { id: 'evt', type, orderId: order.id, createdAt: 0, data: orderFields(order, dialect) };
    composeEvent(draft, dialect);
  }
}

function prepare(service: Service, { webhookUrl, signingSecrets }: SandboxOptions): void {
  const { store, world } = service;
  store.transaction(() => {
    store.outbox.releaseAll();
    seedOnrampOrders(service);
    if (webhookUrl !== undefined) store.settings.webhookUrl = webhookUrl;
    if (signingSecrets !== undefined) store.settings.signingSecrets = signingSecrets;
    else if (store.settings.signingSecrets.length === 0) store.settings.signingSecrets = [newSecret(world)];
  });
}
