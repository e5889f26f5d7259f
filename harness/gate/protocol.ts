/** What the gate can ask of an SDK (INTERFACE, The SDK adapter). */
export const METHODS = ['verify', 'receive', 'resolveBankAccount', 'getOnrampOrder', 'simulate'] as const;

/** One method of the adapter protocol. */
export type Method = (typeof METHODS)[number];

/** The parts of the gate: signatures one by one, streams of deliveries, calls to the service. */
export const AREAS = ['verify', 'receive', 'client'] as const;

/** A part of the gate. */
export type Area = (typeof AREAS)[number];

/** What an adapter says of itself. */
export interface Description {
  readonly name: string;
  readonly version: string;
  readonly language: string;
  /** `system` where the SDK reads the machine's clock whatever `now` says. */
  readonly clock: 'injected' | 'system';
  /** What it can be asked; names that the gate does not know are passed over. */
  readonly methods: readonly string[];
}

/** How an adapter failed to answer. */
export type Failure = 'error' | 'death' | 'hang' | 'noise' | 'flood';

/** What became of one call: a result, or the way in which the adapter broke, with what it said. */
export type Reply =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'broke'; readonly failure: Failure; readonly said: string };

/** Longest time in which an adapter answers, in milliseconds. */
export const CALL_LIMIT_MS = 10_000;
