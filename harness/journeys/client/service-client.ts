import createClient, { type Client } from 'openapi-fetch';
import { pathSegment } from '../../base/path-segment.ts';
import type { components, paths } from '../../contract/generated/service.d.ts';
import type { Exchange, Headers } from '../../evidence/evidence.ts';
import type { CallContext, SentExchange, Transport } from './transport.ts';

/** The addresses of the service, and the key to send. */
export interface ServiceAddress {
  /** `{base_url}`, without a trailing slash. */
  readonly baseUrl: string;
  /** `{sandbox_url}`, without a trailing slash. */
  readonly sandboxUrl: string;
  readonly apiKey?: string;
}

/**
 * The outcome of a call. `undocumented`: an answer that is neither the documented success nor an error with a body.
 * `failed`: no complete answer.
 */
export type CallOutcome<Data, Problem> =
  | { readonly kind: 'data'; readonly status: number; readonly data: Data; readonly exchange: Exchange }
  | { readonly kind: 'error'; readonly status: number; readonly error: Problem; readonly exchange: Exchange }
  | { readonly kind: 'undocumented'; readonly status: number; readonly exchange: Exchange }
  | { readonly kind: 'failed'; readonly exchange: Exchange };

type Schemas = components['schemas'];

/** The body of a simulate call. Each optional field belongs to one event (4.3). */
export type SimulateBody = Schemas['SimulateRequest'];

/** A deliberately wrong call, which the types do not allow. */
interface RawRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS';
  /** `base` for `/v1`, `sandbox` for `/sandbox`. */
  readonly server: 'base' | 'sandbox';
  /** The encoded path. */
  readonly path: string;
  readonly body?: unknown;
  /** The text of a body that is not the JSON of a value. Replaces `body`. */
  readonly text?: string;
  /** The number of white space bytes to append to the body, which change only its size. */
  readonly padding?: number;
  /** Headers that replace the standard ones; `undefined` removes one. */
  readonly headers?: { readonly [name: string]: string | undefined };
}

/** The `operationId` of a preview route. */
export type PreviewRoute = keyof typeof PREVIEW;

type PreviewParams = { readonly header: { readonly 'Idempotency-Key': string } };

const PREVIEW = {
  getClientSession: (client: Client<paths>) => client.GET('/v1/client/session'),
  refreshClientSessionQuote: (client: Client<paths>, params: PreviewParams) =>
    client.POST('/v1/client/session/refresh_quote', { params, body: {} }),
  selectClientSession: (client: Client<paths>, params: PreviewParams) =>
    client.POST('/v1/client/session/select', { params, body: {} }),
  recordClientTelemetry: (client: Client<paths>, params: PreviewParams) =>
    client.POST('/v1/client/telemetry', { params, body: {} }),
};

/** The typed client of the service: a method for each operation, and a new Idempotency-Key for each POST. */
export class ServiceClient {
  readonly #transport: Transport;
  readonly #address: ServiceAddress;
  readonly #uuid: () => string;

  constructor(transport: Transport, address: ServiceAddress, uuid: () => string) {
    this.#transport = transport;
    this.#address = address;
    this.#uuid = uuid;
  }

  /** Name enquiry (4.1). */
  resolveBankAccount(
    body: Schemas['ResolveRequest'],
    context: CallContext = {},
  ): Promise<CallOutcome<Schemas['ResolveResult'], Schemas['EnquiryError']>> {
    const params = { header: { 'Idempotency-Key': this.#uuid() } };
    return this.#call(context, 'resolveBankAccount', this.#address.baseUrl, client =>
      client.POST('/v1/banks/resolve', { params, body }),
    );
  }

  /** Reads an onramp order (4.2). @throws HarnessError `id-unsendable` (usage) */
  async getOnrampOrder(id: string, context: CallContext = {}): Promise<CallOutcome<Schemas['OnrampOrder'], unknown>> {
    pathSegment(id);
    return this.#call(context, 'getOnrampOrder', this.#address.baseUrl, client =>
      client.GET('/v1/onramp/orders/{id}', { params: { path: { id } } }),
    );
  }

  /**
   * Simulates a step of a collection order (4.3). The body of the answer is not specified.
   * @throws HarnessError `id-unsendable` (usage)
   */
  async simulate(order: string, body: SimulateBody, context: CallContext = {}): Promise<CallOutcome<unknown, unknown>> {
    pathSegment(order);
    const params = { path: { order_id: order }, header: { 'Idempotency-Key': this.#uuid() } };
    return this.#call(context, 'simulateCollectionOrder', this.#address.sandboxUrl, client =>
      client.POST('/sandbox/collection-orders/{order_id}/simulate', { params, body }),
    );
  }

  /** Calls a preview route (4.4). Its input and answer are not specified. */
  preview(route: PreviewRoute, context: CallContext = {}): Promise<CallOutcome<unknown, unknown>> {
    const params = { header: { 'Idempotency-Key': this.#uuid() } };
    return this.#call(context, route, this.#address.baseUrl, client => PREVIEW[route](client, params));
  }

  /** Sends a deliberately wrong call. */
  async sendRaw(raw: RawRequest, context: CallContext): Promise<Exchange> {
    const { method, server, path, body, padding = 0 } = raw;
    const text = raw.text ?? (body === undefined ? undefined : JSON.stringify(body) + ' '.repeat(padding));
    const standard = {
      Accept: 'application/json',
      ...this.#keyHeader(),
      ...(method === 'POST' && { 'Content-Type': 'application/json', 'Idempotency-Key': this.#uuid() }),
      ...raw.headers,
    };
    const headers: Headers = Object.entries(standard).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const url = (server === 'base' ? this.#address.baseUrl : this.#address.sandboxUrl) + path;
    const request = { method, url, headers, ...(text !== undefined && { body: Buffer.from(text) }) };
    return (await this.#transport.send(request, context)).exchange;
  }

  #keyHeader(): { readonly 'X-API-Key'?: string } {
    return this.#address.apiKey === undefined ? {} : { 'X-API-Key': this.#address.apiKey };
  }

  async #call<Data, Problem>(
    context: CallContext,
    operation: string,
    baseUrl: string,
    invoke: (client: Client<paths>) => Promise<{ data?: Data; error?: Problem }>,
  ): Promise<CallOutcome<Data, Problem>> {
    let sent: SentExchange | undefined;
    const client = createClient<paths>({
      baseUrl,
      headers: { Accept: 'application/json', ...this.#keyHeader() },
      fetch: async request => {
        sent = await this.#send(request, { ...context, operation });
        return responseOf(sent);
      },
    });
    // openapi-fetch throws the error of `JSON.parse`. The exchange is already recorded, and a check reports it.
    const answer = await invoke(client).catch((thrown: unknown) => {
      if (sent === undefined) throw thrown;
      return undefined;
    });
    if (sent === undefined) throw new Error(`${operation} was answered without being sent`);
    const { exchange, wire } = sent;
    if (wire.failure !== undefined || wire.response === undefined) return { kind: 'failed', exchange };
    const { status } = wire.response;
    if (answer?.data !== undefined) return { kind: 'data', status, data: answer.data, exchange };
    if (typeof answer?.error === 'object' && answer.error !== null)
      return { kind: 'error', status, error: answer.error, exchange };
    return { kind: 'undocumented', status, exchange };
  }

  async #send(request: Request, context: CallContext): Promise<SentExchange> {
    const headers: Headers = [...request.headers].map(([name, value]) => [WIRE_NAMES[name] ?? name, value]);
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    return this.#transport.send({ method: request.method, url: request.url, headers, ...(body && { body }) }, context);
  }
}

/** `Request` makes names lower case. They are sent as the specification writes them. */
const WIRE_NAMES: { readonly [name: string]: string } = {
  accept: 'Accept',
  'content-type': 'Content-Type',
  'idempotency-key': 'Idempotency-Key',
  'x-api-key': 'X-API-Key',
};

/** A `Response` for openapi-fetch, without a body if its status forbids one. No answer becomes a network error. */
function responseOf({ wire }: SentExchange): Response {
  if (wire.response === undefined) return Response.error();
  const { status, headers, body } = wire.response;
  const empty = status === 204 || status === 205 || status === 304 || body.length === 0;
  const usable = status >= 200 && status <= 599 ? status : 599;
  const kept = headers.filter(([name]) => !/^(content-length|content-encoding|transfer-encoding)$/i.test(name));
  return new Response(empty ? null : new Uint8Array(body), {
    status: usable,
    headers: kept.map(([name, value]) => [name, value]),
  });
}
