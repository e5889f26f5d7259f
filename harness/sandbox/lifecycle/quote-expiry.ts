import type { Service } from '../service.ts';
import { dueTimer } from '../timing/due-timer.ts';
import { INITIAL_STATE, QUOTE_EXPIRED } from './lifecycle.ts';
import { takeStep } from './take-step.ts';

/**
 * Expires unpaid orders when their locked quote ends. `watch` sets the timer for the next quote: it is called when
 * orders were created or the service's clock was moved. An order that is paid meanwhile lets it fire in vain, once.
 */
export function quoteExpiry(service: Service): { readonly watch: () => void; readonly close: () => void } {
  const { store, world } = service;
  const unpaid = () => [...store.collectionOrders.values()].filter(({ state }) => state === INITIAL_STATE);
  const setTimer = dueTimer(world, () => {
    store.transaction(() => {
      for (const order of unpaid())
        if (order.quote_expires_at <= service.now()) takeStep(service, order, { event: QUOTE_EXPIRED, received: {} });
    });
    service.wake();
    watch();
  });
  const watch = () => {
    const next = unpaid().reduce((least, order) => Math.min(least, order.quote_expires_at), Number.POSITIVE_INFINITY);
    const offset = service.now() - world.now();
    setTimer(Number.isFinite(next) ? next - offset : undefined);
  };
  return { watch, close: () => setTimer(undefined) };
}
