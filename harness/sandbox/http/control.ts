/**
 * The control routes: what the operator of a sandbox needs beyond the specification (README.md). They are not part of
 * the service, so they have no API key, dialect or faults. They refuse requests to names of other machines. The query
 * may contain the fields of a body.
 */

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isLoopback } from '../../world/loopback.ts';
import { addUnrelated, isPing } from '../events/add-events.ts';
import { isAmount } from '../formats/decimal.ts';
import type { JsonObject } from '../json.ts';
import { makeOrder } from '../lifecycle/make-order.ts';
import { orderFields } from '../lifecycle/order-fields.ts';
import type { Service } from '../service.ts';
import { ApiError, asApiError, optionalText, parseObject, readBody, requiredText } from './api-error.ts';

const MAX_ORDERS = 10_000;
const MAX_BODY_BYTES = 256 * 1024;

/** The environment of every handler: Node's own request and response. */
export interface SandboxEnv {
  readonly Bindings: HttpBindings;
}

/** The routes under `/_control` of a sandbox that listens on this name or address. */
export function control(service: Service, listenHost: string): Hono<SandboxEnv> {
  const { store, dialect } = service;
  const app = new Hono<SandboxEnv>();

  // Before `next()`: hono copies the whole response to set a header after it.
  app.use(async (c, next) => {
    c.header('request-id', service.newRequestId());
    refuseForeign(c.env.incoming, listenHost);
    await next();
  });
  app.onError((thrown, c) => {
    const { code, message, status } = asApiError(thrown);
    return c.json({ code, message }, status as ContentfulStatusCode);
  });

  app.post('/collection-orders', async c => {
    const input = await read(c);
    const options = {
      amount: amount(input, 'amount'),
      currency: optionalText(input, 'currency'),
      network: optionalText(input, 'network'),
      rate: amount(input, 'rate'),
      payout_currency: optionalText(input, 'payout_currency'),
    };
    const length = wholeNumber(input, 'count', 1, MAX_ORDERS) ?? 1;
    const orders = store.transaction(() => Array.from({ length }, () => makeOrder(service, options)));
    service.wake();
    if (input.format === 'ids') return c.text(orders.map(order => `${order.id}\n`).join(''), 201);
    return c.json({ orders: orders.map(order => ({ id: order.id, ...orderFields(order, dialect) })) }, 201);
  });

  app.get('/collection-orders/:id', c => {
    const order = store.collectionOrders.get(c.req.param('id'));
    if (order === undefined) throw new ApiError('not_found', 'No collection order has this id.');
    return c.json({ id: order.id, ...orderFields(order, dialect), steps: order.steps });
  });

  const webhook = () => ({ url: store.settings.webhookUrl ?? null, secrets: store.settings.signingSecrets });

  app.get('/webhook', c => c.json(webhook()));

  app.put('/webhook', async c => {
    const input = await read(c);
    const url = requiredText(input, 'url');
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      throw new ApiError('invalid_request', 'url must be an http or https URL.');
    }
    const secrets = texts(input, 'secrets');
    store.transaction(() => {
      store.set({ webhookUrl: url, ...(secrets && { signingSecrets: secrets }) });
      addUnrelated(service, service.dialect.otherEvents.filter(isPing));
    });
    service.deliverNow();
    return input.format === 'secret' ? c.text(`${store.settings.signingSecrets.at(-1)}\n`) : c.json(webhook());
  });

  app.get('/outbox', c => c.json(store.outbox.counts()));

  return app;
}

/** The fields of the query and of the body. The body wins. */
async function read(c: Context<SandboxEnv>): Promise<JsonObject> {
  const bytes = await readBody(c.env.incoming, MAX_BODY_BYTES);
  return { ...c.req.query(), ...(bytes.toString().trim() !== '' && parseObject(bytes)) };
}

function wholeNumber(input: JsonObject, name: string, min: number, max: number): number | undefined {
  if (input[name] === undefined) return undefined;
  const value = Number(input[name]);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ApiError('invalid_request', `${name} must be a whole number from ${min} to ${max}.`);
}

function amount(input: JsonObject, name: string): string | undefined {
  const value = optionalText(input, name);
  if (value === undefined || isAmount(value)) return value;
  throw new ApiError('invalid_request', `${name} must be a positive decimal string.`);
}

function texts(input: JsonObject, name: string): readonly string[] | undefined {
  const value = input[name];
  if (value === undefined) return undefined;
  const list: readonly unknown[] = Array.isArray(value) ? value : String(value).split(',');
  const isText = (item: unknown) => typeof item === 'string' && item !== '';
  if (list.length > 0 && list.every(isText)) return list.map(String);
  throw new ApiError('invalid_request', `${name} must be one or more strings.`);
}

/** The addresses that stand for every address of a machine. */
const EVERY_ADDRESS: readonly string[] = ['0.0.0.0', '::'];

/**
 * Refuses a request to a name that is not this machine's, which a web page may have pointed here (DNS rebinding). A
 * page of another origin cannot read an answer. The port of `Host` is not compared, so that a local proxy works.
 *
 * @param listenHost the name or address that the sandbox listens on  @throws ApiError `forbidden`
 */
export function refuseForeign({ headers: { host = '' } }: Pick<IncomingMessage, 'headers'>, listenHost: string): void {
  const name = hostnameOf(host);
  if (name === undefined || !isOwnName(name, listenHost))
    throw new ApiError('forbidden', 'The Host must be a loopback name or the address that the sandbox listens on.');
}

/** The name or address in a `Host` header, without port and brackets; `undefined` if it is invalid. */
function hostnameOf(host: string): string | undefined {
  return /[/\\?#@]/.test(host) ? undefined : URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '');
}

/** Whether a name belongs to this machine. Pages cannot redirect addresses, so a wildcard host accepts any address. */
function isOwnName(name: string, listenHost: string): boolean {
  if (isLoopback(name) || name === listenHost.toLowerCase()) return true;
  return EVERY_ADDRESS.includes(listenHost) && isIP(name) !== 0;
}
