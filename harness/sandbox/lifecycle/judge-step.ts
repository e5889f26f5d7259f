import type { SimulateEvent } from '../../core/dialect.ts';
import type { CollectionOrder } from '../store/collection-orders.ts';
import { type OrderState, TRANSITIONS } from './transitions.ts';

/** What the state machine makes of a step: it leads somewhere, was taken before, or is not allowed. */
export type StepVerdict =
  | { readonly kind: 'taken'; readonly to: OrderState }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'illegal' };

/** The step that is judged. */
export interface StepContext {
  readonly order: CollectionOrder;
  readonly event: SimulateEvent;
}

/** Judges a step by the table of transitions and the steps that the order has taken. */
export function judgeStep({ order, event }: StepContext, taken: readonly SimulateEvent[]): StepVerdict {
  const to = TRANSITIONS[order.state][event];
  if (to !== undefined) return { kind: 'taken', to };
  return { kind: taken.includes(event) ? 'repeated' : 'illegal' };
}
