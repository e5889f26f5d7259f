import type { JourneyModel } from '../journey-model.ts';
import type { JourneyRig } from '../journey-rig.ts';
import { JourneyCommand } from './journey-command.ts';

const MOST_ORDERS = 4;

/** Creates a collection order. */
export class NewOrder extends JourneyCommand {
  override check(model: Readonly<JourneyModel>): boolean {
    return model.orders.length < MOST_ORDERS;
  }

  protected async act(model: JourneyModel, rig: JourneyRig): Promise<void> {
    // Its first webhook may arrive before its id is known.
    model.add(await rig.newOrder());
  }

  toString(): string {
    return 'new order';
  }
}
