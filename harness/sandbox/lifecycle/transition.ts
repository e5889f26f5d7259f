import type { SimulateEvent } from '../../contract/lifecycle.ts';
import type { CollectionOrder } from '../store/store.ts';
import { LIFECYCLE, type OrderState } from './lifecycle.ts';

/** What an event does to an order: it leads to a state, was taken before, is not allowed, or is refused by a fault. */
export type Transition =
  | { readonly kind: 'allowed'; readonly to: OrderState }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'illegal' }
  | { readonly kind: 'refused' };

/** An event and the order that it is simulated for. */
export interface TransitionContext {
  readonly order: CollectionOrder;
  readonly event: SimulateEvent;
}

/** Looks an event up in the lifecycle. */
export function transition({
  order,
  event,
}: Pick<TransitionContext, 'event'> & { readonly order: Pick<CollectionOrder, 'state' | 'steps'> }): Transition {
  const { from, to } = LIFECYCLE[event];
  if (from.includes(order.state)) return { kind: 'allowed', to };
  return { kind: order.steps.includes(event) ? 'repeated' : 'illegal' };
}
