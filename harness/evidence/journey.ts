import { boolean, choice, number, type Of, object, optional, reference, shard, text, word } from '../base/schema.ts';
import { SIMULATE_EVENTS } from '../contract/lifecycle.ts';

/** The outcome of one scenario. */
export const ScenarioRecord = object({
  id: word,
  suite: word,
  title: text,
  from: number,
  to: optional(number),
  outcome: optional(choice('done', 'skipped', 'failed')),
  /** Why it was skipped or failed, or what it left out. */
  reason: optional(text),
  /** The setting that it lacks. */
  setting: optional(text),
});
export interface ScenarioRecord extends Of<typeof ScenarioRecord> {}

/** The outcomes of a scenario, in order of precedence for runs that are merged. */
const OUTCOMES: readonly ScenarioRecord['outcome'][] = ['failed', 'done', 'skipped', undefined];

/** Merges the scenarios of several runs. The outcome with the highest precedence counts. */
export function mergeScenarios(scenarios: readonly ScenarioRecord[]): readonly ScenarioRecord[] {
  const rank = ({ outcome }: ScenarioRecord) => OUTCOMES.indexOf(outcome);
  return [...Map.groupBy(scenarios, ({ id }) => id).values()].flatMap(same =>
    same.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1),
  );
}

/** One simulate call of a journey. */
export const Step = object({
  journey: reference,
  event: choice(...SIMULATE_EVENTS),
  exchange: reference,
  /** When it was sent. */
  at: number,
  receivedAmount: optional(word),
  receivedNetwork: optional(word),
});
export interface Step extends Of<typeof Step> {}

/** One collection order, from its creation to its end. Its steps have their own record lines. */
export const Journey = object({
  id: reference,
  scenario: word,
  order: word,
  /** When it took its order. */
  from: number,
  /** When it ended; absent while it lasts. */
  to: optional(number),
  /**
   * The time from which, until its end, it was the only journey with nameless deliveries, so that these belong to it;
   * absent if there is none.
   */
  alone: optional(number),
  /** The journey without a webhook whose steps this isolated retry repeats. */
  diagnoses: optional(reference),
  /** Why it ended early: whether the service took its last step is unknown. */
  hidden: optional(text),
});
export interface Journey extends Of<typeof Journey> {
  readonly steps: readonly Step[];
}

/** A wait for something that was due. */
export const Wait = object({
  journey: reference,
  /** `event`: a new event after a step · `redelivery`: a repeated delivery · `quiet`: no further delivery. */
  kind: choice('event', 'redelivery', 'quiet'),
  /** The exchange of the step, or the refused delivery, after which it was due. */
  since: reference,
  from: number,
  to: number,
  /** The time allowed, in milliseconds. */
  allowed: number,
  outcome: choice('came', 'missed', 'abandoned'),
  /** For a redelivery, whether the sender closed the connection of the refused delivery before the answer. */
  hungUp: optional(boolean),
});
export interface Wait extends Of<typeof Wait> {}

/** A period in which the harness or the network may have caused what is missing. */
export const Trouble = object({
  kind: choice(
    'target-unreachable',
    'stall',
    'clock',
    'tunnel-down',
    'address-changed',
    'receiver-limit',
    'service-paused',
  ),
  from: number,
  to: number,
  message: text,
  /** In a merged record, the id prefix of the run that had it: `s2`. */
  shard: optional(shard),
});
export interface Trouble extends Of<typeof Trouble> {}
