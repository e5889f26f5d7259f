import type { JourneyModel } from '../journey-model.ts';
import type { JourneyRig } from '../journey-rig.ts';
import { JourneyCommand } from './journey-command.ts';

/** The sandbox goes away and comes back on the same file. */
export class RestartSandbox extends JourneyCommand {
  protected async act(_model: JourneyModel, rig: JourneyRig): Promise<void> {
    await rig.restartSandbox();
  }

  toString(): string {
    return 'restart sandbox';
  }
}
