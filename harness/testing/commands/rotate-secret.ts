import type { JourneyModel } from '../journey-model.ts';
import type { JourneyRig } from '../journey-rig.ts';
import { JourneyCommand } from './journey-command.ts';

/** Begins a rotation of the signing secret, or ends the current one. */
export class RotateSecret extends JourneyCommand {
  protected async act(model: JourneyModel, rig: JourneyRig): Promise<void> {
    await rig.rotate(model.rotating ? 'finish' : 'start');
    model.rotating = !model.rotating;
  }

  toString(): string {
    return 'rotate secret';
  }
}
