import type { RunContext } from './open-run.ts';
import { failRun } from './run-control.ts';
import { Semaphore } from './semaphore.ts';

/** If webhooks keep coming, a batch counts as settled after this many waits for silence. */
const MOST_WAITS = 5;

/**
 * The orders of a run. They are created shortly before journeys drive them, because an order may expire. One batch is
 * driven while the next one settles, so that the webhooks of its creation come before its first step.
 */
export class OrderSupply {
  readonly #context: RunContext;
  readonly #turn = new Semaphore(1);
  #ready: string[] = [];
  /** The next batch, once it has settled. */
  #coming: Promise<readonly string[]> | undefined;
  /** How many more journeys need an order. */
  #expected = 0;
  #batch = 1;
  /** Whether the target has created fewer orders than requested. */
  #isExhausted = false;
  #isClosed = false;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /**
   * Creates up to `count` orders for the journeys that begin now.
   * @returns how many there are
   * @throws HarnessError if they cannot be created
   */
  async make(count: number): Promise<number> {
    this.#ready.push(...(await this.#make(count)));
    return this.#ready.length;
  }

  /**
   * Creates the first of `count` orders for journeys. If the creation sends nameless webhooks, it creates all of them,
   * because these webhooks would be attributed to a journey that is alone.
   * @param batch how many are created at once
   * @returns the number of orders: fewer than `count` if the target creates no more
   * @throws HarnessError if they cannot be created
   */
  async expect(count: number, batch: number): Promise<number> {
    const { recorder, tracker } = this.#context;
    this.#expected = count - this.#ready.length;
    this.#batch = batch;
    const first = Math.min(this.#expected, batch);
    if (this.#isExhausted || first <= 0) return Math.min(count, this.#ready.length);
    const before = recorder.evidence.deliveries.length;
    await this.make(first);
    await this.#settle(this.#ready);
    const ofCreation = recorder.evidence.deliveries.slice(before).filter(({ complete }) => complete);
    if (ofCreation.some(delivery => !tracker.names(delivery)) && this.#expected > 0) {
      await this.make(this.#expected);
      await this.#settle(this.#ready);
    }
    return this.#isExhausted ? Math.min(count, this.#ready.length) : count;
  }

  /** The order of a journey that begins; `undefined` if the target creates no more. An error ends the run. */
  async next(): Promise<string | undefined> {
    return this.#turn.pass(async () => {
      try {
        if (this.#ready.length === 0) this.#ready.push(...(await (this.#coming ?? this.#make(1))));
      } catch (thrown) {
        await failRun(this.#context, thrown);
      }
      const order = this.#ready.shift();
      if (this.#ready.length === 0) this.#coming = this.#expected > 0 ? this.#prepare() : undefined;
      // A failed batch is an error only when a journey needs it.
      this.#coming?.catch(() => undefined);
      return order;
    });
  }

  /** Ends the supply. A batch in progress does not belong to the run. */
  close(): void {
    this.#isClosed = true;
  }

  /** Creates a batch and lets it settle. */
  async #prepare(): Promise<readonly string[]> {
    const orders = await this.#make(Math.min(this.#expected, this.#batch));
    await this.#settle(orders);
    return orders;
  }

  /** Waits as long as any webhook has taken, then until nothing more comes about these orders. */
  async #settle(orders: readonly string[]): Promise<void> {
    const { inbox, eventTimeout, tracker, target, stamp } = this.#context;
    await inbox.until(() => undefined, eventTimeout.longest);
    const lastAt = () => Math.max(0, ...orders.flatMap(order => tracker.of(order).map(({ delivery: { at } }) => at)));
    for (let waits = 0; waits < MOST_WAITS && stamp() - lastAt() < target.quietMs; waits++)
      await inbox.until(() => undefined, target.quietMs - (stamp() - lastAt()));
  }

  async #make(count: number): Promise<readonly string[]> {
    if (this.#isExhausted || count <= 0) return [];
    const { makeOrders, recorder, tracker, control } = this.#context;
    const orders = await makeOrders(count);
    if (this.#isClosed || control.signal.aborted) return [];
    this.#isExhausted = orders.length < count;
    this.#expected = this.#isExhausted ? 0 : this.#expected - orders.length;
    if (orders.length > 0) recorder.write({ type: 'orders', orders });
    tracker.follow(orders);
    return orders;
  }
}
