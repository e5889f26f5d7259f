import { randomUUID } from 'node:crypto';
import { type Dispatcher, request as sendRequest } from 'undici';
import { attempted } from '../../base/errors.ts';
import { type HandlerParts, RIGHT_VERIFIER } from '../../gates/mistakes/handler.ts';
import { decodeQuestion, verifyBy } from '../../gates/mistakes/verifier.ts';
import { answersTo } from '../../gates/sdk/diagnosis/webhook-cases.ts';
import type { ReceiveParams, VerifyParams } from '../../gates/sdk/protocol.ts';
import type { Sdk } from './in-process.ts';

type Json = { readonly [name: string]: unknown };
type Texts = { readonly [name: string]: string };

/** The parts of a request. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
}

interface Incoming {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The time until the response, in milliseconds. */
  readonly tookMs: number;
}

/** The steps of an SDK. A wrong SDK is a correct one with one step replaced. */
export interface SdkSteps {
  /** How it verifies and receives webhooks. */
  readonly parts: HandlerParts;
  segment(id: string): string;
  idempotencyKey(body: string): string;
  /** The members of a request body as sent. */
  members(body: Json): Json;
  /** The final change to a request. */
  request(request: Outgoing): Outgoing;
  /** Decodes the bytes of a response. */
  decode(parts: readonly Uint8Array[]): string;
  /** Whether it treats a status as a success. */
  succeeds(status: number): boolean;
  /** Handles the body of a success. */
  value(text: string, mayBeEmpty: boolean): unknown;
  /** Handles an error response. */
  error(incoming: Incoming, body: Json): Json;
  /** The details to send with a step. */
  details(event: string, amount: string | undefined, network: string | undefined): Json;
  /** Whether it sends the request again after this response. */
  again(incoming: Incoming): boolean;
  /** How long it waits for a response, in milliseconds, and how often it sends an unanswered request. */
  readonly patience: { readonly timeoutMs: number; readonly attempts: number };
  /** Handles a request that received no response. */
  failed(thrown: unknown): Json;
}

/** A wrong SDK: a correct one with one step replaced. */
export interface WrongSdk {
  readonly name: string;
  readonly steps: Partial<SdkSteps>;
  /** The likely bug that its finding must name. Default: any. */
  readonly likely?: string;
}

/** Every step as the specification requires. */
export const SOUND: SdkSteps = {
  parts: {},
  segment: encodeURIComponent,
  idempotencyKey: () => randomUUID(),
  members: body => body,
  request: request => request,
  decode: parts => Buffer.concat(parts).toString('utf8'),
  succeeds: status => status < 300,
  value: (text, mayBeEmpty) => {
    if (text === '' && mayBeEmpty) return null;
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) throw new Error('no object');
    return value;
  },
  error: ({ status, headers }, body) => ({
    status,
    code: body.code ?? null,
    message: body.error ?? body.message ?? null,
    requestId: headers.get('request-id'),
  }),
  details: (event, amount, network) => ({
    ...(event === 'deposit_detected' && amount !== undefined && { received_amount: amount }),
    ...(event === 'wrong_chain' && network !== undefined && { received_network: network }),
  }),
  again: () => false,
  patience: { timeoutMs: 9000, attempts: 1 },
  failed: thrown => ({ error: { status: null, code: null, message: String(thrown), requestId: null } }),
};

/** An SDK with these steps. */
export function sdkOf(changed: Partial<SdkSteps> = {}, describe: Json = {}): Sdk {
  const steps = { ...SOUND, ...changed };
  const call = (method: string, url: string, apiKey: string, body?: Json, mayBeEmpty = false) =>
    exchange(steps, method, url, apiKey, body, mayBeEmpty);
  return {
    describe: () => ({
      ...{ name: 'variant', version: '1', language: 'TypeScript', clock: 'injected' },
      methods: ['verify', 'receive', 'resolveBankAccount', 'getOnrampOrder', 'simulate'],
      ...describe,
    }),
    verify: (question: VerifyParams) => {
      const outcome = verifyBy(steps.parts.verifier ?? RIGHT_VERIFIER, decodeQuestion(question));
      if (outcome === 'broke') throw new Error('the verifier threw');
      return { accepted: outcome === 'accepted' };
    },
    receive: (params: ReceiveParams) => {
      const [answer = ''] = answersTo(params)(steps.parts);
      if (answer === 'error') throw new Error('the receiver threw');
      return { processed: JSON.parse(answer) };
    },
    resolveBankAccount: ({ baseUrl, apiKey, accountNumber, bankCode }: Texts) =>
      call('POST', `${baseUrl}/v1/banks/resolve`, apiKey ?? '', { account_number: accountNumber, bank_code: bankCode }),
    getOnrampOrder: ({ baseUrl, apiKey, id = '' }: Texts) =>
      call('GET', `${baseUrl}/v1/onramp/orders/${steps.segment(id)}`, apiKey ?? ''),
    simulate: ({ sandboxUrl, apiKey, orderId = '', event = '', receivedAmount, receivedNetwork }: Texts) => {
      const url = `${sandboxUrl}/sandbox/collection-orders/${steps.segment(orderId)}/simulate`;
      const body = { event, ...steps.details(event, receivedAmount, receivedNetwork) };
      return call('POST', url, apiKey ?? '', body, true);
    },
  };
}

async function exchange(
  steps: SdkSteps,
  method: string,
  url: string,
  apiKey: string,
  body: Json | undefined,
  mayBeEmpty: boolean,
): Promise<Json> {
  const text = body && JSON.stringify(steps.members(body));
  const headers = {
    Accept: 'application/json',
    'X-API-Key': apiKey,
    ...(text !== undefined && { 'Content-Type': 'application/json', 'Idempotency-Key': steps.idempotencyKey(text) }),
  };
  const request = steps.request({ method, url, headers, ...(text !== undefined && { body: text }) });
  const send = async (attempts = steps.patience.attempts): Promise<Incoming> =>
    attempts > 1 ? sendOnce().catch(() => send(attempts - 1)) : sendOnce();
  const sendOnce = async (): Promise<Incoming> => {
    const begun = performance.now();
    // Unlike `fetch`, this follows no redirect and decompresses nothing.
    const response = await sendRequest(request.url, {
      method: request.method as Dispatcher.HttpMethod,
      headers: request.headers,
      signal: AbortSignal.timeout(steps.patience.timeoutMs),
      ...(request.body !== undefined && { body: request.body }),
    }).catch(cause => Promise.reject(new Error('no answer', { cause })));
    const parts = await Array.fromAsync<Buffer>(response.body);
    const tookMs = performance.now() - begun;
    const headers = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
    return { status: response.statusCode, headers, text: steps.decode(parts), tookMs };
  };
  let incoming: Incoming;
  try {
    incoming = await send();
    if (steps.again(incoming)) incoming = await send();
  } catch (thrown) {
    return steps.failed(thrown);
  }
  if (steps.succeeds(incoming.status)) {
    try {
      return { value: steps.value(incoming.text, mayBeEmpty) };
    } catch {
      return { error: steps.error(incoming, {}) };
    }
  }
  return { error: steps.error(incoming, attempted(() => JSON.parse(incoming.text)) ?? {}) };
}
