import type { Service } from '../service.ts';
import { DueTimer } from '../timing/due-timer.ts';
import { QUOTE_EXPIRED } from './lifecycle.ts';
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
    const next = this.#service.store.collectionOrders.nextExpiry();
    const offset = this.#service.now() - this.#service.world.now();
    this.#timer.set(next === undefined ? undefined : next - offset);
  }

  close(): void {
    this.#timer.set(undefined);
  }

  #expire(): void {
    const { store } = this.#service;
    store.transaction(() => {
      for (const order of store.collectionOrders.overdue(this.#service.now())) {
        takeStep(this.#service, order, { event: QUOTE_EXPIRED, received: {} });
      }
    });
    this.#service.wake();
  }
}
