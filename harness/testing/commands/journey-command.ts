import type { AsyncCommand } from 'fast-check';
import type { JourneyModel } from '../journey-model.ts';
import type { JourneyRig } from '../journey-rig.ts';

/**
 * One action of a random journey, on the model and on the real system. The model judges new deliveries after each.
 */
export abstract class JourneyCommand implements AsyncCommand<JourneyModel, JourneyRig> {
  /** Whether the command can run now. */
  check(_model: Readonly<JourneyModel>): boolean {
    return true;
  }

  async run(model: JourneyModel, rig: JourneyRig): Promise<void> {
    await this.act(model, rig);
    await model.judge(rig);
  }

  /** Runs the command. */
  protected abstract act(model: JourneyModel, rig: JourneyRig): Promise<void>;

  /** The text that a counterexample shows. */
  abstract toString(): string;
}
