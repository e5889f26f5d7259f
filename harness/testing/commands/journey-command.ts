import type { AsyncCommand } from 'fast-check';
import type { JourneyModel } from '../journey-model.ts';
import type { JourneyRig } from '../journey-rig.ts';

/**
 * One thing that a random journey does, to the model and to what is real. What came meanwhile is judged after each.
 */
export abstract class JourneyCommand implements AsyncCommand<JourneyModel, JourneyRig> {
  /** Whether it can be done now. */
  check(_model: Readonly<JourneyModel>): boolean {
    return true;
  }

  async run(model: JourneyModel, rig: JourneyRig): Promise<void> {
    await this.act(model, rig);
    await model.judge(rig);
  }

  /** Does it. */
  protected abstract act(model: JourneyModel, rig: JourneyRig): Promise<void>;

  /** As a counterexample shows it. */
  abstract toString(): string;
}
