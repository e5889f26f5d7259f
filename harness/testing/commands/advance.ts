import type { JourneyModel } from '../journey-model.ts';
import type { JourneyRig } from '../journey-rig.ts';
import { JourneyCommand } from './journey-command.ts';
import { Simulate } from './simulate.ts';

/** Simulates the next step of the happy path of an order. */
export class Advance extends JourneyCommand {
  readonly #pick: number;

  constructor(pick: number) {
    super();
    this.#pick = pick;
  }

  override check(model: Readonly<JourneyModel>): boolean {
    return model.orders.length > 0 && model.next(model.order(this.#pick)) !== undefined;
  }

  protected async act(model: JourneyModel, rig: JourneyRig): Promise<void> {
    const event = model.next(model.order(this.#pick));
    if (event !== undefined) await new Simulate(this.#pick, { event }).run(model, rig);
  }

  toString(): string {
    return `advance(${this.#pick})`;
  }
}
