import type { Dispatcher } from 'undici';
import { realWorld } from '../../world/real-world.ts';
import type { JsonObject } from '../json/json.ts';
import { DEFAULT_API_KEY, type Sandbox, type SandboxOptions } from '../sandbox-options.ts';
import { startSandbox } from '../start-sandbox.ts';
import { type Receiver, readObject, startReceiver } from './receiver.ts';

/** A response. */
export interface SandboxAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly text: string;
  /** The body as a JSON object; empty if it is not one. */
  readonly json: JsonObject;
}

/** A sandbox, a receiver, and calls to them. */
export interface Rig {
  readonly sandbox: Sandbox;
  readonly receiver: Receiver;
  /** One request with the API key. With a body it is a POST. */
  ask(
    path: string,
    body?: unknown,
    headers?: { [name: string]: string | undefined },
    method?: 'GET' | 'HEAD' | 'POST' | 'OPTIONS',
  ): Promise<SandboxAnswer>;
  /** One request under `/_control`. */
  control(
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    body?: unknown,
    headers?: { [name: string]: string },
  ): Promise<SandboxAnswer>;
  /** One simulate call. */
  step(orderId: string, event: string, more?: object): Promise<SandboxAnswer>;
  /** The ids of new collection orders. */
  orders(count: number): Promise<string[]>;
  /** Resolves once no webhook is pending. */
  idle(): Promise<void>;
  /** Fails a new order. Resolves once none of its webhooks is pending. @returns the id of the order */
  failOne(): Promise<string>;
}

/** Runs a test against a sandbox and a receiver of its webhooks, then closes both. */
export async function withSandbox(
  options: Partial<SandboxOptions> & { readonly respond?: Parameters<typeof startReceiver>[1] },
  test: (rig: Rig) => Promise<void>,
): Promise<void> {
  const world = options.world ?? realWorld();
  const dispatcher = world.dial();
  const receiver = await startReceiver(world, options.respond);
  const sandbox = await startSandbox({ webhookUrl: receiver.url, ...options, world });
  try {
    await test(rigOf(sandbox, receiver, dispatcher));
  } finally {
    await dispatcher.destroy();
    await sandbox.close();
    await receiver.close();
  }
}

function rigOf(sandbox: Sandbox, receiver: Receiver, dispatcher: Dispatcher): Rig {
  const send = async (
    method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'OPTIONS',
    path: string,
    body: unknown,
    headers: object,
  ) => {
    // The path is given by itself: a URL would resolve its dot segments.
    const response = await dispatcher.request({
      origin: sandbox.url,
      path,
      method,
      headers: Object.entries({ accept: 'application/json', ...headers }).flatMap(([name, value]) =>
        value === undefined ? [] : [name, String(value)],
      ),
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.body.text();
    return { status: response.statusCode, headers: response.headers, text, json: readObject(text) };
  };
  const rig: Rig = {
    sandbox,
    receiver,
    ask: (path, body, headers = {}, method = body === undefined ? 'GET' : 'POST') =>
      send(method, path, body, {
        'x-api-key': DEFAULT_API_KEY,
        ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
        ...headers,
      }),
    control: (method, path, body, headers = {}) => send(method, `/_control${path}`, body, headers),
    step: (orderId, event, more = {}) => rig.ask(`/sandbox/collection-orders/${orderId}/simulate`, { event, ...more }),
    orders: async count => {
      const { text } = await rig.control('POST', `/collection-orders?format=ids&count=${count}`);
      return text.trim().split('\n');
    },
    idle: async () => void (await rig.control('GET', '/outbox?until=calm')),
    failOne: async () => {
      const [id = ''] = await rig.orders(1);
      await rig.step(id, 'fail');
      await rig.idle();
      return id;
    },
  };
  return rig;
}
