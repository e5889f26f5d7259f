import type { JourneyModel } from '../journey-model.ts';
import type { JourneyRig } from '../journey-rig.ts';
import { JourneyCommand } from './journey-command.ts';

/** Restarts the receiver, which then accepts deliveries. */
export class RecoverReceiver extends JourneyCommand {
  override check(model: Readonly<JourneyModel>): boolean {
    return model.receiver === undefined;
  }

  protected async act(model: JourneyModel, rig: JourneyRig): Promise<void> {
    rig.answer('accept');
    await rig.recoverReceiver();
    model.receiver = 'accept';
  }

  toString(): string {
    return 'recover receiver';
  }
}
