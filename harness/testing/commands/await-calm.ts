import type { JourneyModel } from '../journey-model.ts';
import type { JourneyRig } from '../journey-rig.ts';
import { JourneyCommand } from './journey-command.ts';

/** Waits until nothing is outstanding. Then every webhook that is due must have arrived. */
export class AwaitCalm extends JourneyCommand {
  override check(model: Readonly<JourneyModel>): boolean {
    return model.receiver === 'accept';
  }

  protected async act(model: JourneyModel, rig: JourneyRig): Promise<void> {
    await rig.calm();
    await model.judge(rig);
    model.judgeWhole(rig);
  }

  toString(): string {
    return 'await calm';
  }
}
