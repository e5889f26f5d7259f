/**
 * What the specification does not offer but a person needs. None of it is part of the service: no API key, no
 * dialect, no faults. Bodies are JSON; whatever a body may say, the query may say too.
 *
 * | request | does |
 * | --- | --- |
 * | `POST /_control/collection-orders` `{count?, amount?, currency?, network?, rate?, payout_currency?}` | makes orders; with `format=ids` one id a line |
 * | `GET /_control/collection-orders/{id}` | shows an order and the steps that it has taken |
 * | `POST /_control/onramp-orders` `{source_amount?, quoted_rate?, account?}` | makes an onramp order; `account: false` for one without |
 * | `GET /_control/webhook` | shows the webhook target and the signing secrets |
 * | `PUT /_control/webhook` `{url, secrets?}` | sets them; with `format=secret` the newest secret is all of the answer |
 * | `POST /_control/secrets` `{step, secret?}` | `start` adds a secret, and both sign; `finish` leaves the newest alone |
 * | `GET`, `PUT /_control/clock` `{offset_ms}` | moves the service's clock; quotes that end by it expire |
 * | `GET /_control/outbox` | counts events that are pending, delivered and given up; with `until=calm` once none is pending |
 */
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { announceAlone } from '../events/announce.ts';
import { isAmount } from '../formats/decimal.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { isPing, makeOrder } from '../lifecycle/make-order.ts';
import { orderFields } from '../lifecycle/order-fields.ts';
import { newSecret } from '../new-secret.ts';
import { makeOnrampOrder } from '../onramp/make-onramp-order.ts';
import { viewOnrampOrder } from '../onramp/view-onramp-order.ts';
import type { Service } from '../service.ts';
import type { SandboxEnv } from './app.ts';
import { optionalText, requiredText } from './fields.ts';
import { Refusal, refusalReply } from './refusal.ts';

const MOST_ORDERS = 10_000;

/** The routes under `/_control`. */
export function control(service: Service): Hono<SandboxEnv> {
  const { store, dialect } = service;
  const app = new Hono<SandboxEnv>();

  // Before `next()`: a header set after it would make hono copy the whole response.
  app.use(async (c, next) => {
    c.header('request-id', service.newRequestId());
    await next();
  });
  app.onError((thrown, c) => {
    const known = thrown instanceof Refusal ? thrown : new Refusal('internal_error', 'Something failed on our side.');
    const { body } = refusalReply(known, 'none', dialect);
    return c.json(body, known.status as ContentfulStatusCode);
  });

  app.post('/collection-orders', async c => {
    const wishes = await read(c);
    const count = wholeNumber(wishes, 'count', 1, MOST_ORDERS) ?? 1;
    const orders = store.transaction(() =>
      Array.from({ length: count }, () =>
        makeOrder(service, {
          amount: amount(wishes, 'amount'),
          currency: optionalText(wishes, 'currency'),
          network: optionalText(wishes, 'network'),
          rate: amount(wishes, 'rate'),
          payoutCurrency: optionalText(wishes, 'payout_currency'),
        }),
      ),
    );
    service.wake();
    if (wishes.format === 'ids') return c.text(orders.map(order => `${order.id}\n`).join(''), 201);
    return c.json({ orders: orders.map(order => ({ id: order.id, ...orderFields(order, dialect) })) }, 201);
  });

  app.get('/collection-orders/:id', c => {
    const order = store.collectionOrders.find(c.req.param('id'));
    if (order === undefined) throw new Refusal('not_found', 'No collection order has this id.');
    const steps = store.collectionOrders.steps(order.id);
    return c.json({ id: order.id, ...orderFields(order, dialect), steps });
  });

  app.post('/onramp-orders', async c => {
    const wishes = await read(c);
    const order = makeOnrampOrder(service, {
      sourceAmount: amount(wishes, 'source_amount'),
      quotedRate: amount(wishes, 'quoted_rate'),
      withAccount: String(wishes.account ?? true) === 'true',
    });
    return c.json(viewOnrampOrder(order, dialect), 201);
  });

  const showWebhook = () => ({ url: store.settings.webhookUrl ?? null, secrets: store.settings.signingSecrets });

  app.get('/webhook', c => c.json(showWebhook()));

  app.put('/webhook', async c => {
    const wishes = await read(c);
    const url = requiredText(wishes, 'url');
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      throw new Refusal('invalid_request', 'url must be an http or https address.');
    }
    const secrets = texts(wishes, 'secrets');
    store.transaction(() => {
      store.settings.webhookUrl = url;
      if (secrets !== undefined) store.settings.signingSecrets = secrets;
      announceAlone(service, dialect.otherEvents.filter(isPing));
    });
    service.resume();
    return wishes.format === 'secret' ? c.text(`${store.settings.signingSecrets.at(-1)}\n`) : c.json(showWebhook());
  });

  app.post('/secrets', async c => {
    const wishes = await read(c);
    const secrets = store.settings.signingSecrets;
    if (wishes.step === 'start') {
      store.settings.signingSecrets = [...secrets, optionalText(wishes, 'secret') ?? newSecret(service.world)];
    } else if (wishes.step === 'finish') {
      store.settings.signingSecrets = secrets.slice(-1);
    } else {
      throw new Refusal('invalid_request', 'step must be start or finish.');
    }
    return c.json({ secrets: store.settings.signingSecrets });
  });

  const showClock = () => ({ offset_ms: store.settings.clockOffsetMs, now: new Date(service.now()).toISOString() });

  app.get('/clock', c => c.json(showClock()));

  app.put('/clock', async c => {
    const offset = wholeNumber(await read(c), 'offset_ms', -1e13, 1e13);
    if (offset === undefined) throw new Refusal('invalid_request', 'offset_ms is required.');
    store.settings.clockOffsetMs = offset;
    service.wake();
    return c.json(showClock());
  });

  app.get('/outbox', async c => {
    if (c.req.query('until') === 'calm') await service.calm();
    return c.json(store.outbox.counts());
  });

  return app;
}

/** What a request says, in its query and, with precedence, in its body. */
async function read(c: Context): Promise<JsonObject> {
  const text = await c.req.text();
  const body = text.trim() === '' ? {} : parse(text);
  if (!isJsonObject(body)) throw new Refusal('invalid_request', 'The body must be a JSON object.');
  return { ...c.req.query(), ...body };
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new Refusal('invalid_request', 'The body is not well-formed JSON.');
  }
}

function wholeNumber(wishes: JsonObject, name: string, least: number, most: number): number | undefined {
  if (wishes[name] === undefined) return undefined;
  const value = Number(wishes[name]);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Refusal('invalid_request', `${name} must be a whole number from ${least} to ${most}.`);
}

function amount(wishes: JsonObject, name: string): string | undefined {
  const value = optionalText(wishes, name);
  if (value === undefined || isAmount(value)) return value;
  throw new Refusal('invalid_request', `${name} must be a positive decimal string.`);
}

function texts(wishes: JsonObject, name: string): readonly string[] | undefined {
  const value = wishes[name];
  if (value === undefined) return undefined;
  const list: readonly Json[] = Array.isArray(value) ? value : String(value).split(',');
  if (list.length > 0 && list.every(item => typeof item === 'string' && item !== '')) return list as readonly string[];
  throw new Refusal('invalid_request', `${name} must be texts, at least one.`);
}
