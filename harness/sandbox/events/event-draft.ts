import type { SimulateEvent } from '../../core/lifecycle.ts';
import type { JsonObject } from '../json/json.ts';

/** An event before it is laid out as a webhook. */
export interface EventDraft {
  readonly id: string;
  readonly type: string;
  /** Undefined for an event about no order. */
  readonly orderId: string | undefined;
  /** Milliseconds since the Unix epoch, on the service's clock. */
  readonly createdAt: number;
  /** The fields of the order, but its id. */
  readonly data: JsonObject;
}

/** What is known when events are drafted. */
export interface DraftContext {
  /** The step that causes them; undefined where none does. */
  readonly step: SimulateEvent | undefined;
  /** A further event of a type about the same order. */
  draft(type: string): EventDraft;
  /** Whether the order exists; a step can be asked of one that does not. */
  readonly exists: boolean;
  /** The id of another order than this, if there is one. */
  otherOrderId(): string | undefined;
}
