import type { SimulateEvent } from '../../contract/lifecycle.ts';
import type { JsonObject } from '../json/json.ts';
import type { OrderState } from '../lifecycle/lifecycle.ts';

/** An event before it is laid out as a webhook. */
export interface EventDraft {
  readonly id: string;
  readonly type: string;
  /** Undefined for an event about no order. */
  readonly orderId: string | undefined;
  /** Milliseconds since the Unix epoch, by the service's clock. */
  readonly createdAt: number;
  /** The fields of the order, without its id. */
  readonly data: JsonObject;
}

/** The cause of events. */
export interface DraftContext {
  /** The step that causes them; absent for the creation of the order. */
  readonly step?: SimulateEvent;
  /** The state of the order before the step. */
  readonly from?: OrderState;
  /** A further event about the same order. */
  draft(type: string): EventDraft;
  /** Whether the order exists; a call can name one that does not. */
  readonly exists: boolean;
  /** Whether an earlier event about the order is neither delivered nor given up. */
  hasPending(): boolean;
  /** The id of another order, if there is one. */
  otherOrderId(): string | undefined;
}
