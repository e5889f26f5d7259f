import type { JTDDataType } from 'ajv/dist/core.js';
import { Ajv, type ValidateFunction } from 'ajv/dist/jtd.js';
import type { Dialect } from '../core/dialect.ts';

const TEXT = { type: 'string' } as const;
/** Further members are ignored everywhere: a later edition of the protocol may add some. */
const OPEN = { additionalProperties: true } as const;
const ERROR = { optionalProperties: { status: {}, code: {}, message: {} }, nullable: true, ...OPEN } as const;
/** A call of the service: its `value`, which may be null, or its `error`. */
const CALL = { optionalProperties: { value: {}, error: ERROR }, ...OPEN } as const;

/** The result of every method of the protocol, as JSON Type Definitions (INTERFACE, The SDK adapter). */
const RESULTS = {
  describe: {
    properties: {
      name: TEXT,
      version: TEXT,
      language: TEXT,
      /** `system` where the SDK reads the machine's clock whatever `now` says. */
      clock: { enum: ['injected', 'system'] },
      /** What it can be asked; names that the gate does not know are ignored. */
      methods: { elements: TEXT },
    },
    ...OPEN,
  },
  verify: { properties: { accepted: { type: 'boolean' } }, optionalProperties: { reason: {} }, ...OPEN },
  receive: { properties: { processed: { elements: { type: 'uint32' } } }, ...OPEN },
  resolveBankAccount: CALL,
  getOnrampOrder: CALL,
  simulate: CALL,
} as const;

/** What the gate can ask of an SDK. */
export const METHODS = ['verify', 'receive', 'resolveBankAccount', 'getOnrampOrder', 'simulate'] as const;

/** One method of the adapter protocol. */
export type Method = (typeof METHODS)[number];

/** The result of a method. */
export type Result<M extends keyof typeof RESULTS> = JTDDataType<(typeof RESULTS)[M]>;

/** What an adapter says of itself. */
export type Description = Result<'describe'>;

/** The question of `verify`. `body` is base64, `now` whole Unix seconds; header strings have one character a byte. */
export interface VerifyParams {
  /** The header's value, its lines as they arrived, or null where there is none. */
  readonly header: string | readonly string[] | null;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly toleranceSeconds: number;
  readonly now: number;
}

/** One delivery of a stream: the signature header's value, all headers, and the body in base64. */
export interface StreamDelivery {
  readonly header: string | null;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** The question of `receive`. */
export interface ReceiveParams extends Pick<VerifyParams, 'secrets' | 'toleranceSeconds' | 'now'> {
  readonly deliveries: readonly StreamDelivery[];
  readonly dialect: Dialect;
}

/** The question of a method; a call of the service takes its address, the key and what its operation needs. */
export type Params<M extends Method> = M extends 'verify' ? VerifyParams : M extends 'receive' ? ReceiveParams : object;

/** The parts of the gate: signatures one by one, streams of deliveries, calls to the service. */
export const AREAS = ['verify', 'receive', 'client'] as const;

/** A part of the gate. */
export type Area = (typeof AREAS)[number];

/** How an adapter failed to answer. */
export type Failure = 'error' | 'death' | 'hang' | 'noise' | 'flood' | 'malformed';

/** What became of one call: a result, or the way in which the adapter broke, with what it said. */
export type Reply<R = unknown> =
  | { readonly kind: 'result'; readonly result: R }
  | { readonly kind: 'broke'; readonly failure: Failure; readonly said: string };

let ajv: Ajv | undefined;
const validators = new Map<string, ValidateFunction>();

/** Holds a reply against the protocol: a result of another form is `malformed`. */
export function checkReply<M extends keyof typeof RESULTS>(method: M, reply: Reply): Reply<Result<M>> {
  if (reply.kind === 'broke') return reply;
  ajv ??= new Ajv();
  const validate = validators.get(method) ?? ajv.compile(RESULTS[method]);
  validators.set(method, validate);
  if (validate(reply.result)) return { kind: 'result', result: reply.result as Result<M> };
  const problem = ajv.errorsText(validate.errors, { dataVar: 'result' });
  const text = (JSON.stringify(reply.result) ?? 'nothing').slice(0, 200);
  return { kind: 'broke', failure: 'malformed', said: `${problem}: ${text}` };
}
