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
  /** Why it was skipped or failed; what it left out, if it was done. */
  reason: optional(text),
  /** The setting that would let it run. */
  setting: optional(text),
});
export interface ScenarioRecord extends Of<typeof ScenarioRecord> {}

/** What becomes of a scenario that several runs drove, the outcome that counts first. */
const OUTCOMES: readonly ScenarioRecord['outcome'][] = ['failed', 'done', 'skipped', undefined];

/** Each scenario of several runs once, with the outcome that counts most. */
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

/** One collection order, from its creation to its end. Its steps have record lines of their own. */
export const Journey = object({
  id: reference,
  scenario: word,
  order: word,
  /** When it took its order. */
  from: number,
  /** When it ended; absent while it lasts. */
  to: optional(number),
  /**
   * Since when, until its end, it was the only journey whose deliveries may name no order, so that a delivery that
   * names none belongs to it. Absent: never.
   */
  alone: optional(number),
  /** The journey that missed a webhook, whose steps this one repeats with nothing else under way. */
  diagnoses: optional(reference),
  /** Why it ended before its time: of its last step it is not known whether the service took it. */
  hidden: optional(text),
});
export interface Journey extends Of<typeof Journey> {
  readonly steps: readonly Step[];
}

/** A wait for something that was due. */
export const Wait = object({
  journey: reference,
  /** `event`: a new event after a step · `redelivery`: a delivery again · `quiet`: that nothing more comes. */
  kind: choice('event', 'redelivery', 'quiet'),
  /** The exchange (of the step) or the refused delivery that made it due. */
  since: reference,
  from: number,
  to: number,
  /** How long was allowed, in milliseconds. */
  allowed: number,
  outcome: choice('came', 'missed', 'abandoned'),
  /** Of a redelivery: the sender closed the connection of the refused delivery before that was answered. */
  hungUp: optional(boolean),
});
export interface Wait extends Of<typeof Wait> {}

/** A time during which the harness or the network may have caused what is missing. */
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
  /** In a merged record, the run that had it, as its ids begin: `s2`. */
  shard: optional(shard),
});
export interface Trouble extends Of<typeof Trouble> {}
