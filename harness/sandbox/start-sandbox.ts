import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { codeOf, HarnessError, messageOf } from '../base/errors.ts';
import { httpUrl } from '../world/loopback.ts';
import { Outbox } from './delivery/outbox.ts';
import { addUnrelated } from './events/add-events.ts';
import { composeEvent } from './events/compose-event.ts';
import { createApp } from './http/app.ts';
import { makeFixtureOrders, newOrder } from './lifecycle/make-order.ts';
import { orderFields } from './lifecycle/order-fields.ts';
import type { Sandbox, SandboxOptions } from './sandbox-options.ts';
import { newSecret, newService, type Service } from './service.ts';

/**
 * Starts the embedded sandbox.
 * @throws HarnessError `dialect-invalid`, `fault-unknown`, `db-unusable`, `db-other-version`, `sandbox-address` (usage)
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', port = 0 } = options;
  const service = newService(options, {
    wake: () => outbox.wake(),
    deliverNow: () => outbox.deliverNow(),
  });
  const { store } = service;
  const outbox = new Outbox(service);
  const unrelated = unrelatedEvents(service);
  let closing: Promise<void> | undefined;
  const stop = async () => {
    unrelated.close();
    await outbox.close();
    store.close();
  };

  try {
    checkLayout(service);
    initialise(service, options);
    const server = await listen(service, host, port);
    outbox.deliverNow();
    return {
      url: httpUrl(host, (server.address() as AddressInfo).port),
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
  for (const type of [
    ...Object.values(dialect.eventTypes).flat(),
    ...dialect.otherEvents,
    ...dialect.unrelated.types,
  ]) {
    const draft = { id: 'evt', type, orderId: order.id, createdAt: 0, data: orderFields(order, dialect) };
    composeEvent(draft, dialect);
  }
}

function initialise(service: Service, { webhookUrl, signingSecrets }: SandboxOptions): void {
  const { store, world } = service;
  store.transaction(() => {
    makeFixtureOrders(service);
    if (webhookUrl !== undefined) store.set({ webhookUrl });
    if (signingSecrets !== undefined) store.set({ signingSecrets });
    else if (store.settings.signingSecrets.length === 0) store.set({ signingSecrets: [newSecret(world)] });
  });
}

/**
 * Sends the dialect's unrelated events, one type after the other, while a webhook URL is set: a service has more events
 * than those of one customer's orders.
 */
function unrelatedEvents(service: Service): { readonly close: () => void } {
  const { world, store, dialect } = service;
  const { types, everyMs } = dialect.unrelated;
  let sent = 0;
  const next = () =>
    world.after(everyMs, () => {
      if (store.settings.webhookUrl !== undefined) {
        store.transaction(() => addUnrelated(service, types.slice(sent, sent + 1)));
        sent = (sent + 1) % types.length;
        service.wake();
      }
      timer = next();
    });
  let timer = types.length > 0 ? next() : undefined;
  return { close: () => timer?.cancel() };
}

const MALFORMED = '{"code":"invalid_request","message":"The request is malformed."}';

/** A server for the service, bound to an address. @throws HarnessError `sandbox-address` (usage) if that fails */
export async function listen(service: Service, host: string, port: number): Promise<Server> {
  // Node would answer a missing Host header without a request-id. The adapter's errorHandler answers it instead.
  const server = service.world.createServer({ requireHostHeader: false });
  const listener = getRequestListener(createApp(service, host).fetch, {
    overrideGlobalObjects: false,
    errorHandler: () =>
      new Response(MALFORMED, {
        status: 400,
        headers: { 'Content-Type': 'application/json', 'request-id': service.newRequestId() },
      }),
  });
  server.on('request', listener);
  server.on('checkExpectation', listener);
  server.on('clientError', (error, socket) => refuseUnreadable(service, error, socket as Socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', cause => reject(cannotListen(cause, host, port)));
    server.listen(port, host, resolve);
  });
  return server;
}

/** Answers unparsable bytes, with a request-id. */
function refuseUnreadable(service: Service, error: Error, socket: Socket): void {
  if (!socket.writable || codeOf(error) === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = codeOf(error) === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nrequest-id: ${service.newRequestId()}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${MALFORMED.length}\r\nConnection: close\r\n\r\n${MALFORMED}`,
  );
}

function cannotListen(cause: Error, host: string, port: number): HarnessError {
  return new HarnessError('sandbox-address', 'usage', `the sandbox cannot listen: ${messageOf(cause)}`, {
    received: `${host}:${port}`,
    likely: 'another program listens on this port',
    next: 'use --port 0 for any free port',
    cause,
  });
}
