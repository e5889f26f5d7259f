import type { JourneyModel } from '../journey-model.ts';
import type { JourneyRig } from '../journey-rig.ts';
import { JourneyCommand } from './journey-command.ts';

/** Stops the receiver. */
export class CrashReceiver extends JourneyCommand {
  override check(model: Readonly<JourneyModel>): boolean {
    return model.receiver !== undefined;
  }

  protected async act(model: JourneyModel, rig: JourneyRig): Promise<void> {
    await rig.crashReceiver();
    model.receiver = undefined;
  }

  toString(): string {
    return 'crash receiver';
  }
}
