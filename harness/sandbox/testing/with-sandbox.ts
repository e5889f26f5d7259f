import type { Dispatcher } from 'undici';
import { isObject } from '../../base/json.ts';
import { realWorld } from '../../world/real-world.ts';
import type { World } from '../../world/world.ts';
import { DEFAULT_API_KEY, type Sandbox, type SandboxOptions } from '../sandbox-options.ts';
import { startSandbox } from '../start-sandbox.ts';
import { type Receiver, readObject, startReceiver } from './receiver.ts';

/** A sandbox, a receiver, and calls to them. */
export type Rig = ReturnType<typeof rigOf>;

/** The longest time-out. On a busy machine answers are late, and an unanswered delivery would be repeated. */
const PATIENT = { timeoutMs: 120_000 };

/** Runs a test against a sandbox and a receiver of its webhooks, then closes both. */
export async function withSandbox(
  options: Partial<SandboxOptions> & { readonly respond?: Parameters<typeof startReceiver>[1] },
  test: (rig: Rig) => Promise<void>,
): Promise<void> {
  const world = options.world ?? realWorld();
  const dispatcher = world.dial();
  const receiver = await startReceiver(world, options.respond);
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

function rigOf(sandbox: Sandbox, receiver: Receiver, dispatcher: Dispatcher) {
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
  const idle = async () => void (await control('GET', '/outbox?until=calm'));
  /** Fails a new order and waits until none of its webhooks is pending. @returns the id of the order */
  const failOne = async () => {
    const [id = ''] = await orders(1);
    await step(id, 'fail');
    await idle();
    return id;
  };
  return { sandbox, receiver, ask, control, step, orders, idle, failOne };
}

/** The real world, except that timers of `manualMs` milliseconds fire only by `fire`, which fires all of them. */
export function manualTimers(manualMs: number): World & { fire(): void } {
  const world = realWorld();
  const pending = new Set<() => void>();
  return {
    ...world,
    after(ms, fire) {
      if (ms !== manualMs) return world.after(ms, fire);
      pending.add(fire);
      return { cancel: () => void pending.delete(fire) };
    },
    fire() {
      for (const fire of [...pending]) fire();
    },
  };
}
