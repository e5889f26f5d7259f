import type { JourneyModel } from '../journey-model.ts';
import type { Answer, JourneyRig } from '../journey-rig.ts';
import { JourneyCommand } from './journey-command.ts';

/** Changes how the receiver answers deliveries. */
export class AnswerDeliveries extends JourneyCommand {
  readonly #answer: Answer;

  constructor(answer: Answer) {
    super();
    this.#answer = answer;
  }

  override check(model: Readonly<JourneyModel>): boolean {
    return model.receiver !== undefined && model.receiver !== this.#answer;
  }

  protected async act(model: JourneyModel, rig: JourneyRig): Promise<void> {
    rig.answer(this.#answer);
    model.receiver = this.#answer;
  }

  toString(): string {
    return `answer deliveries(${this.#answer})`;
  }
}
