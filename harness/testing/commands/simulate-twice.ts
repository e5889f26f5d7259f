import type { SimulateEvent } from '../../contract/lifecycle.ts';
import type { JourneyModel } from '../journey-model.ts';
import type { JourneyRig } from '../journey-rig.ts';
import { JourneyCommand } from './journey-command.ts';

/** Simulates the same step with two concurrent calls, each with its own idempotency key. */
export class SimulateTwice extends JourneyCommand {
  readonly #pick: number;
  readonly #event: SimulateEvent;

  constructor(pick: number, event: SimulateEvent) {
    super();
    this.#pick = pick;
    this.#event = event;
  }

  override check(model: Readonly<JourneyModel>): boolean {
    return model.orders.length > 0;
  }

  protected async act(model: JourneyModel, rig: JourneyRig): Promise<void> {
    const order = model.order(this.#pick);
    const event = this.#event;
    const must = model.mustTake(order, event);
    order.asked.add(event);
    const answers = await Promise.all([rig.simulate(order.id, { event }), rig.simulate(order.id, { event })]);
    if (answers.some(({ status }) => status >= 200 && status < 300)) model.take(order, event);
    else if (must) throw new Error(`${event} was refused twice (${answers.map(({ status }) => status).join(', ')})`);
  }

  toString(): string {
    return `simulate twice at once(${this.#pick}, ${this.#event})`;
  }
}
