import type { JourneyModel } from '../journey-model.ts';
import type { JourneyRig } from '../journey-rig.ts';
import { JourneyCommand } from './journey-command.ts';

const MOST_ORDERS = 4;

/** A collection order is made. */
export class NewOrder extends JourneyCommand {
  override check(model: Readonly<JourneyModel>): boolean {
    return model.orders.length < MOST_ORDERS;
  }

  protected async act(model: JourneyModel, rig: JourneyRig): Promise<void> {
    // What announces it may come before its id is known.
    model.add(await rig.newOrder());
  }

  toString(): string {
    return 'new order';
  }
}
