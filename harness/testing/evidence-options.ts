import type { Answer, Delivery, Exchange, Headers, RecordLine, Wait } from '../core/evidence.ts';
import type { Json } from '../core/json.ts';

/** An event as a deployment's dialect writes it. */
export interface EventWritten {
  readonly id: string;
  readonly type: string;
  readonly order: string;
  /** From 1. */
  readonly attempt: number;
  /** When this attempt is sent. */
  readonly at: number;
}

/** How a deployment writes its webhooks. */
export type Write = (event: EventWritten) => { readonly body?: Json; readonly headers?: Headers };

/** What a test may say about a delivery; the rest is as a sound service would have it. */
export interface DeliveryOptions extends Partial<Omit<Delivery, 'id' | 'body' | 'headers'>> {
  /** The event's id; a new one where it is not given. */
  readonly event?: string;
  /** The order that is named; the journey's own where it is not given. */
  readonly order?: string;
  readonly attempt?: number;
  /** Written instead of what the deployment's dialect would write. */
  readonly json?: Json;
  /** The text of a body that is no JSON. */
  readonly text?: string;
  readonly headers?: Headers;
}

/** What a test may say about a step. */
export interface StepOptions {
  /** Default 202; absent in the record where the call failed. */
  readonly status?: number;
  readonly failure?: NonNullable<Exchange['failure']>['kind'];
  readonly amount?: string;
  readonly network?: string;
  /** Types of the events that it causes, in order. Default: the step's own where the step is accepted. */
  readonly sends?: readonly string[];
  /** What became of waiting for them. Default: `came` where some are sent, else `missed`; `none` where refused. */
  readonly wait?: Wait['outcome'] | 'none';
  /** Answers the first delivery so; it comes again at once, unless `again` is false. */
  readonly refuse?: Partial<Answer>;
  readonly again?: boolean;
}

/** A step that was added, with what belongs to it. */
export interface StepMade {
  readonly exchange: Exchange;
  readonly deliveries: readonly Delivery[];
  readonly wait?: Wait;
  /** The wait for the redelivery of what was refused. */
  readonly redelivery?: Wait;
}

/** What a test may say about an exchange; the rest is an answer of 200 without a body. */
export interface ExchangeOptions extends Partial<Omit<Exchange, 'request' | 'response'>> {
  readonly method?: string;
  readonly url?: string;
  readonly asks?: Json;
  readonly status?: number;
  readonly answers?: Json;
  /** The text of an answer that is no JSON. */
  readonly text?: string;
  readonly requestHeaders?: Headers;
  readonly headers?: Headers;
}

/** What a journey under construction writes to. */
export interface EvidenceWriter {
  /** The present moment. */
  readonly now: number;
  /** Lets time pass. @returns the moment after it */
  tick(ms?: number): number;
  /** Adds a record line. */
  write(line: RecordLine): void;
  /** Calls the service. */
  exchange(operation: string | undefined, options?: ExchangeOptions): Exchange;
  /** Receives a webhook. */
  deliver(type: string, options?: DeliveryOptions): Delivery;
  /** Receives a delivery again: the same event, its next attempt. */
  redeliver(first: Delivery, options?: DeliveryOptions): Delivery;
  /** Waits for something, until now or, where it does not come, for as long as is allowed. */
  wait(journey: string, kind: Wait['kind'], since: string, from: number, outcome: Wait['outcome']): Wait;
}
