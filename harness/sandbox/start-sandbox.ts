import { Outbox } from './delivery/outbox.ts';
import { resolveDialect } from './dialect/resolve-dialect.ts';
import { composeEvent } from './events/compose-event.ts';
import { selectFaults } from './faults/fault-list.ts';
import { newId } from './formats/new-id.ts';
import { listen, urlOf } from './http/server.ts';
import { newOrder } from './lifecycle/make-order.ts';
import { orderFields } from './lifecycle/order-fields.ts';
import { QuoteExpiry } from './lifecycle/quote-expiry.ts';
import { newSecret } from './new-secret.ts';
import { makeFixtureOrders } from './onramp/make-onramp-order.ts';
import { DEFAULT_API_KEY, type Sandbox, type SandboxOptions } from './sandbox-options.ts';
import type { Service } from './service.ts';
import { Store } from './store/store.ts';

/**
 * Starts the embedded sandbox.
 * @throws HarnessError `dialect-invalid`, `fault-unknown`, `db-unusable`, `db-too-new`, `sandbox-address` (usage)
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { world, host = '127.0.0.1', port = 0 } = options;
  const dialect = resolveDialect(options.dialect);
  const faults = selectFaults(options.faults ?? []);
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
      quoteExpiry.wake();
    },
    deliverNow: () => outbox.deliverNow(),
    idle: () => outbox.idle(),
  };
  const outbox = new Outbox(service);
  const quoteExpiry = new QuoteExpiry(service);
  let closing: Promise<void> | undefined;
  const stop = async () => {
    quoteExpiry.close();
    await outbox.close();
    store.close();
  };

  try {
    checkLayout(service);
    initialise(service, options);
    const server = await listen(service, host, port);
    outbox.deliverNow();
    quoteExpiry.wake();
    return {
      url: urlOf(server, host),
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

/** Lays out one event of every type. @throws HarnessError `dialect-invalid` if the pointers of the dialect collide */
function checkLayout(service: Service): void {
  const { dialect } = service;
  const order = newOrder(service);
  for (const type of [...Object.values(dialect.eventTypes).flat(), ...dialect.otherEvents]) {
    const draft = { id: 'evt', type, orderId: order.id, createdAt: 0, data: orderFields(order, dialect) };
    composeEvent(draft, dialect);
  }
}

function initialise(service: Service, { webhookUrl, signingSecrets }: SandboxOptions): void {
  const { store, world } = service;
  const { settings } = store;
  store.transaction(() => {
    store.outbox.releaseAll();
    makeFixtureOrders(service);
    if (webhookUrl !== undefined) settings.webhookUrl = webhookUrl;
    if (signingSecrets !== undefined) settings.signingSecrets = signingSecrets;
    else if (settings.signingSecrets.length === 0) settings.signingSecrets = [newSecret(world)];
  });
}
