import type { Service } from '../service.ts';
import { Alarm } from '../timing/alarm.ts';
import { QUOTE_EXPIRED } from './lifecycle.ts';
import { takeStep } from './take-step.ts';

/** Expires the orders whose locked quote ends unpaid, when it ends. */
export class QuoteWatch {
  readonly #service: Service;
  readonly #alarm: Alarm;

  constructor(service: Service) {
    this.#service = service;
    this.#alarm = new Alarm(service.world, () => this.#expire());
  }

  /** To be called when orders were made or the service's clock was moved. */
  wake(): void {
    const next = this.#service.store.collectionOrders.nextExpiry();
    const ahead = this.#service.now() - this.#service.world.now();
    this.#alarm.set(next === undefined ? undefined : next - ahead);
  }

  close(): void {
    this.#alarm.set(undefined);
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
