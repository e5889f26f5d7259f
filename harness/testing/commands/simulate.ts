import type { SimulateBody } from '../../journeys/client/service-client.ts';
import type { JourneyModel } from '../journey-model.ts';
import type { JourneyRig } from '../journey-rig.ts';
import { JourneyCommand } from './journey-command.ts';

/** Simulates any step of any order: the next one, an illegal one, or one accepted before. */
export class Simulate extends JourneyCommand {
  readonly #pick: number;
  readonly #body: SimulateBody;

  constructor(pick: number, body: SimulateBody) {
    super();
    this.#pick = pick;
    this.#body = body;
  }

  override check(model: Readonly<JourneyModel>): boolean {
    return model.orders.length > 0;
  }

  protected async act(model: JourneyModel, rig: JourneyRig): Promise<void> {
    const order = model.order(this.#pick);
    const { event, received_amount } = this.#body;
    const must = model.mustTake(order, event);
    order.asked.add(event);
    const { status, key } = await rig.simulate(order.id, this.#body);
    order.last = { body: this.#body, key };
    if (status >= 200 && status < 300) {
      model.take(order, event, received_amount);
    } else if (must) {
      throw new Error(`${event} was refused (${status}), though ${order.taken.join(', ') || 'nothing'} had been taken`);
    }
  }

  toString(): string {
    return `simulate(${this.#pick}, ${JSON.stringify(this.#body)})`;
  }
}
