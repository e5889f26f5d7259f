import type { RunContext } from './open-run.ts';
import { Semaphore } from './semaphore.ts';

/**
 * The orders of a run. They are made shortly before journeys drive them, since an order may expire before its turn: one
 * batch is driven while the next one settles, so that what the creation of orders sends comes before their first step.
 */
export class OrderPool {
  readonly #context: RunContext;
  readonly #turn = new Semaphore(1);
  #ready: string[] = [];
  /** The next batch, as soon as it has settled. */
  #coming: Promise<readonly string[]> | undefined;
  /** How many more journeys will need an order. */
  #expected = 0;
  #batch = 1;
  /** Whether the target has made fewer than it was asked for. */
  #isExhausted = false;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /**
   * Makes up to `count` orders for the journeys that begin now. @returns how many there are
   * @throws HarnessError where they cannot be made
   */
  async make(count: number): Promise<number> {
    this.#ready.push(...(await this.#make(count)));
    return this.#ready.length;
  }

  /**
   * Makes the first of `count` orders that journeys will need: all of them where their creation sends webhooks that
   * name no order, which would be taken for those of a journey that is alone.
   *
   * @param batch how many are made at once
   * @returns how many orders there will be: fewer than `count` where the target makes no more
   * @throws HarnessError where they cannot be made
   */
  async expect(count: number, batch: number): Promise<number> {
    const { recorder, tracker } = this.#context;
    this.#expected = count - this.#ready.length;
    this.#batch = batch;
    const first = Math.min(this.#expected, batch);
    if (this.#isExhausted || first <= 0) return Math.min(count, this.#ready.length);
    const before = recorder.evidence.deliveries.length;
    await this.make(first);
    await this.#settle();
    const ofCreation = recorder.evidence.deliveries.slice(before).filter(({ complete }) => complete);
    if (ofCreation.some(delivery => !tracker.names(delivery)) && this.#expected > 0) {
      await this.make(this.#expected);
      await this.#settle();
    }
    return this.#isExhausted ? Math.min(count, this.#ready.length) : count;
  }

  /** The order of a journey that begins; undefined where the target makes no more. An error ends the run. */
  async next(): Promise<string | undefined> {
    return this.#turn.pass(async () => {
      if (this.#ready.length === 0) this.#ready.push(...(await (this.#coming ?? this.#make(1).catch(this.#failed))));
      const order = this.#ready.shift();
      if (this.#ready.length === 0) this.#coming = this.#expected > 0 ? this.#prepare() : undefined;
      return order;
    });
  }

  /** Makes a batch, and lets it settle. */
  async #prepare(): Promise<readonly string[]> {
    const orders = await this.#make(Math.min(this.#expected, this.#batch)).catch(this.#failed);
    await this.#settle();
    return orders;
  }

  /** Waits as long as any webhook has taken. */
  async #settle(): Promise<void> {
    const { inbox, eventTimeout } = this.#context;
    await inbox.until(() => undefined, eventTimeout.longest);
  }

  async #make(count: number): Promise<readonly string[]> {
    if (this.#isExhausted || count <= 0) return [];
    const { makeOrders, recorder, tracker } = this.#context;
    const orders = await makeOrders(count);
    this.#expected -= orders.length;
    this.#isExhausted = orders.length < count;
    if (orders.length > 0) recorder.write({ type: 'orders', orders });
    tracker.follow(orders);
    return orders;
  }

  readonly #failed = (thrown: unknown): readonly string[] => {
    this.#context.control.stop('unreachable', thrown);
    return [];
  };
}
