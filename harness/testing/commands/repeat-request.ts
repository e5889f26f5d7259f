import type { JourneyModel } from '../journey-model.ts';
import type { JourneyRig } from '../journey-rig.ts';
import { JourneyCommand } from './journey-command.ts';

/** Repeats the last request about an order with the same idempotency key, as after a lost response. */
export class RepeatRequest extends JourneyCommand {
  readonly #pick: number;

  constructor(pick: number) {
    super();
    this.#pick = pick;
  }

  override check(model: Readonly<JourneyModel>): boolean {
    return model.orders.length > 0 && model.order(this.#pick).last !== undefined;
  }

  protected async act(model: JourneyModel, rig: JourneyRig): Promise<void> {
    const order = model.order(this.#pick);
    if (order.last === undefined) return;
    const { body, key } = order.last;
    const { status } = await rig.simulate(order.id, body, key);
    if (status >= 200 && status < 300) model.take(order, body.event, body.received_amount);
  }

  toString(): string {
    return `repeat request(${this.#pick})`;
  }
}
