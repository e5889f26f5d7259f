import { EVENT_FIELDS, isSimulateEvent, type SimulateEvent } from '../../contract/lifecycle.ts';
import type { StepInput } from '../../evidence/write-step.ts';

/** How the service answered a step: it accepted it, or refused it with a status. */
export type StepAnswered = 'accepted' | number;

/** What came of a step: the output of a machine. */
export interface StepOutput {
  readonly answer: StepAnswered;
  /** The types of the events that the step caused, sorted, each once. */
  readonly webhooks: readonly string[];
}

/** The step that `writeStep` wrote; undefined for anything else. */
export function readInput(words: string): StepInput | undefined {
  const [event, wire, ...rest] = words.split(' ');
  if (!isSimulateEvent(event)) return undefined;
  const field = EVENT_FIELDS.find(own => own.wire === wire);
  return { event, ...(field && { [field.step]: rest.join(' ') }) };
}

/** Whether a step in words names nothing but its event. */
export function isPlain(words: string): words is SimulateEvent {
  return isSimulateEvent(words);
}

/** An output as the word of a machine. */
export function writeOutput({ answer, webhooks }: StepOutput): string {
  return JSON.stringify([answer, ...webhooks]);
}

/** The output that {@link writeOutput} wrote. */
export function readOutput(word: string): StepOutput {
  const [answer, ...webhooks] = JSON.parse(word) as [StepAnswered, ...string[]];
  return { answer, webhooks };
}
