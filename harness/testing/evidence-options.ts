import type { Json } from '../base/json.ts';
import type { Answer } from '../evidence/delivery.ts';
import type { Delivery, Exchange, Headers, Wait } from '../evidence/evidence.ts';

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

/** What a test may set on a delivery. A conforming service determines the rest. */
export interface DeliveryOptions extends Partial<Omit<Delivery, 'id' | 'body' | 'headers'>> {
  /** The event's id. Default: a new one. */
  readonly event?: string;
  /** The order that the delivery names. Default: the order of the journey. */
  readonly order?: string;
  readonly attempt?: number;
  /** Replaces what the deployment's dialect writes. */
  readonly json?: Json;
  /** The text of a body that is not JSON. */
  readonly text?: string;
  readonly headers?: Headers;
}

/** What a test may set on a step. */
export interface StepOptions {
  /** Default 202. Absent from the record if the call failed. */
  readonly status?: number;
  /** The body of the answer. Default: none. */
  readonly answers?: Json;
  readonly failure?: NonNullable<Exchange['failure']>['kind'];
  readonly amount?: string;
  readonly network?: string;
  /** Types of the events that it causes, in order. Default: those of the step if it is accepted. */
  readonly sends?: readonly string[];
  /** The outcome of the wait for them. Default: `came` if any are sent, otherwise `missed`; `none` if refused. */
  readonly wait?: Wait['outcome'] | 'none';
  /** The answer to the first delivery. It is redelivered at once, unless `again` is false. */
  readonly refuse?: Partial<Answer>;
  readonly again?: boolean;
}

/** What a test may set on an exchange. Default: a response of 200 without a body. */
export interface ExchangeOptions extends Partial<Omit<Exchange, 'request' | 'response'>> {
  readonly method?: string;
  readonly url?: string;
  readonly asks?: Json;
  readonly status?: number;
  readonly answers?: Json;
  /** The text of a response that is not JSON. */
  readonly text?: string;
  readonly requestHeaders?: Headers;
  readonly headers?: Headers;
}
