import {
  base64,
  boolean,
  choice,
  list,
  number,
  type Of,
  object,
  optional,
  type Schema,
  text,
} from '../../base/schema.ts';
import type { Dialect } from '../../evidence/dialect.ts';

const anything: Schema<unknown> = { json: {} };
const wholeNumber: Schema<number> = { json: { type: 'integer', minimum: 0 } };
const texts: Schema<{ readonly [name: string]: string }> = {
  json: { type: 'object', additionalProperties: { type: 'string' } },
};
const nothing: Schema<null> = { json: { type: 'null' } };
const dialect: Schema<Dialect> = { json: { type: 'object' } };

function either<A, B>(one: Schema<A>, other: Schema<B>): Schema<A | B> {
  return { json: { anyOf: [one.json, other.json] } };
}

const secrets = { secrets: list(text), toleranceSeconds: number, now: wholeNumber };
const member = optional(anything);
const failed = object({ status: member, code: member, message: member, requestId: member });
/** The result of a service call: its `value`, which may be null, or its `error`. */
const outcome = object({ value: member, error: optional(either(failed, nothing)) });

const described = object({
  name: text,
  version: text,
  language: text,
  /** `system` if the SDK ignores `now` and reads the machine's clock. */
  clock: choice('injected', 'system'),
  /** The methods that it supports. Unknown names are ignored. */
  methods: list(text),
});
const signature = object({
  header: either(either(text, list(text)), nothing),
  body: base64,
  ...secrets,
});
const delivery = object({ header: either(text, nothing), headers: texts, body: base64 });
const stream = object({ deliveries: list(delivery), ...secrets, dialect });

/**
 * Every method of the protocol: the parameters that the gate sends, and the results that it accepts. Results may have
 * more members. `PROTOCOL.md` shows these schemas.
 */
export const PROTOCOL = {
  describe: { params: object({ protocol: choice(1) }), result: described },
  verify: { params: signature, result: object({ accepted: boolean, reason: optional(anything) }) },
  receive: { params: stream, result: object({ processed: list(wholeNumber) }) },
  resolveBankAccount: {
    params: object({ baseUrl: text, apiKey: text, accountNumber: text, bankCode: text }),
    result: outcome,
  },
  getOnrampOrder: { params: object({ baseUrl: text, apiKey: text, id: text }), result: outcome },
  simulate: {
    params: object({
      ...{ sandboxUrl: text, apiKey: text, orderId: text, event: text },
      ...{ receivedAmount: optional(text), receivedNetwork: optional(text) },
    }),
    result: outcome,
  },
} as const;

/** The methods that test an SDK. */
export const METHODS = ['verify', 'receive', 'resolveBankAccount', 'getOnrampOrder', 'simulate'] as const;

/** A method that tests an SDK. */
export type Method = (typeof METHODS)[number];

/** The result of a method. */
export type Result<M extends keyof typeof PROTOCOL> = Of<(typeof PROTOCOL)[M]['result']>;

/** How an adapter describes itself. */
export type Description = Result<'describe'>;

/** The parameters of `verify`. `body` is base64, `now` whole Unix seconds; a header has one character per byte. */
export interface VerifyParams extends Of<typeof signature> {}

/** A delivery of a stream: the signature header's value, all headers, and the body in base64. */
export interface StreamDelivery extends Of<typeof delivery> {}

/** The parameters of `receive`. */
export interface ReceiveParams extends Of<typeof stream> {}

/** The parameters of a method. A service call has the base URL, the API key and the inputs of its operation. */
export type Params<M extends Method> = M extends 'verify' ? VerifyParams : M extends 'receive' ? ReceiveParams : object;

/** The parts of the gate: single signatures, streams of deliveries, service calls. */
export const AREAS = ['verify', 'receive', 'client'] as const;

/** A part of the gate. */
export type Area = (typeof AREAS)[number];

/** How an adapter failed to answer. All but `error`, which it answered, are failures of the adapter itself. */
export type Failure = 'error' | 'death' | 'hang' | 'noise' | 'twice' | 'flood' | 'malformed';

/** The outcome of one call: a result, or a failure and its details. */
export type AdapterReply<R = unknown> =
  | { readonly kind: 'result'; readonly result: R }
  | { readonly kind: 'broke'; readonly failure: Failure; readonly said: string };
