import type { JourneyModel } from '../journey-model.ts';
import type { JourneyRig } from '../journey-rig.ts';
import { JourneyCommand } from './journey-command.ts';

/** Restarts the sandbox on the same database file. */
export class RestartSandbox extends JourneyCommand {
  protected async act(_model: JourneyModel, rig: JourneyRig): Promise<void> {
    await rig.restartSandbox();
  }

  toString(): string {
    return 'restart sandbox';
  }
}
