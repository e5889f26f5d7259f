import type { Dispatcher } from 'undici';
import { isObject, type JsonObject } from '../../base/json.ts';
import type { Arrival } from '../../evidence/delivery.ts';
import { type OpenReceiver, openReceiver } from '../../testing/open-receiver.ts';
import { realWorld } from '../../world/real-world.ts';
import { DEFAULT_API_KEY, type Sandbox, type SandboxOptions } from '../sandbox-options.ts';
import { startSandbox } from '../start-sandbox.ts';

/** A sandbox, a receiver, and calls to them. */
export type Rig = ReturnType<typeof rigOf>;

/** The longest time-out. On a busy machine answers are late, and an unanswered delivery would be repeated. */
const PATIENT = { timeoutMs: 120_000 };

/** Runs a test against a sandbox and a receiver of its webhooks, then closes both. */
export async function withSandbox(
  options: Partial<SandboxOptions> & { readonly respond?: Parameters<typeof openReceiver>[0] },
  test: (rig: Rig) => Promise<void>,
): Promise<void> {
  const world = options.world ?? realWorld();
  const dispatcher = world.dial();
  const receiver = await openReceiver(options.respond, { world });
  const delivery = { ...PATIENT, ...(isObject(options.dialect?.delivery) && options.dialect.delivery) };
  const dialect = { ...options.dialect, delivery };
  const sandbox = await startSandbox({ webhookUrl: receiver.url, ...options, dialect, world });
  try {
    await test(rigOf(sandbox, receiver, dispatcher));
  } finally {
    await dispatcher.destroy();
    await sandbox.close();
    await receiver.close();
  }
}

function rigOf(sandbox: Sandbox, receiver: OpenReceiver, dispatcher: Dispatcher) {
  type Headers = { readonly [name: string]: string | undefined };
  const send = async (method: string, path: string, body: unknown, headers: Headers) => {
    // A URL would resolve the dot segments of the path.
    const response = await dispatcher.request({
      origin: sandbox.url,
      path,
      method: method as Dispatcher.HttpMethod,
      headers: Object.entries({ accept: 'application/json', ...headers }).flatMap(([name, value]) =>
        value === undefined ? [] : [name, String(value)],
      ),
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.body.text();
    return { status: response.statusCode, headers: response.headers, text, json: readObject(text) };
  };
  /** One request with the API key. With a body it is a POST. */
  const ask = (path: string, body?: unknown, headers: Headers = {}, method = body === undefined ? 'GET' : 'POST') =>
    send(method, path, body, {
      'x-api-key': DEFAULT_API_KEY,
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      ...headers,
    });
  /** One request under `/_control`. */
  const control = (method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown, headers: Headers = {}) =>
    send(method, `/_control${path}`, body, headers);
  /** One simulate call. */
  const step = (orderId: string, event: string, more: object = {}) =>
    ask(`/sandbox/collection-orders/${orderId}/simulate`, { event, ...more });
  /** The ids of new collection orders. */
  const orders = async (count: number) =>
    (await control('POST', `/collection-orders?format=ids&count=${count}`)).text.trim().split('\n');
  /** Resolves once no webhook is pending. */
  const idle = async () => {
    while ((await control('GET', '/outbox')).json.pending !== 0);
  };
  /** Fails a new order and waits until none of its webhooks is pending. @returns the id of the order */
  const failOne = async () => {
    const [id = ''] = await orders(1);
    await step(id, 'fail');
    await idle();
    return id;
  };
  return { sandbox, receiver, ask, control, step, orders, idle, failOne };
}

/** The type of a received event. */
export function typeIn({ body }: Arrival): unknown {
  return readObject(body.toString()).type;
}

/** Parses a JSON object; an empty object if the text is not one. */
function readObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}
