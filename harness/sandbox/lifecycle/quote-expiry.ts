import type { Service } from '../service.ts';
import type { CollectionOrder } from '../store/collection-orders.ts';
import { DueTimer } from '../timing/due-timer.ts';
import { INITIAL_STATE, QUOTE_EXPIRED } from './lifecycle.ts';
import { takeStep } from './take-step.ts';

/** Expires unpaid orders when their locked quote ends. */
export class QuoteExpiry {
  readonly #service: Service;
  readonly #timer: DueTimer;

  constructor(service: Service) {
    this.#service = service;
    this.#timer = new DueTimer(service.world, () => this.#expire());
  }

  /** Sets the timer for the next quote. Called when orders were created or the service's clock was moved. */
  wake(): void {
    const next = this.#unpaid().reduce(
      (least, order) => Math.min(least, order.quote_expires_at),
      Number.POSITIVE_INFINITY,
    );
    const offset = this.#service.now() - this.#service.world.now();
    this.#timer.set(Number.isFinite(next) ? next - offset : undefined);
  }

  close(): void {
    this.#timer.set(undefined);
  }

  #unpaid(): readonly CollectionOrder[] {
    return [...this.#service.store.collectionOrders.values()].filter(({ state }) => state === INITIAL_STATE);
  }

  #expire(): void {
    const { store } = this.#service;
    store.transaction(() => {
      for (const order of this.#unpaid())
        if (order.quote_expires_at <= this.#service.now())
          takeStep(this.#service, order, { event: QUOTE_EXPIRED, received: {} });
    });
    this.#service.wake();
  }
}
