import type { View } from '../core/view.ts';

/** A breach is a requirement broken; advice is where the specification is silent but most would object. */
export type Severity = 'breach' | 'advice';

/** Something that a check found wrong. */
export interface Breach {
  readonly requirement: string;
  /** Other requirements that the same cause breaks. */
  readonly also?: readonly string[];
  readonly severity?: Severity;
  /** What makes two sightings the same finding: forty exchanges broken by one cause are one finding of count forty. */
  readonly cause: string;
  /** What is wrong, in one sentence without what varies between sightings. */
  readonly message: string;
  readonly expected: string;
  readonly received: string;
  /** The likeliest cause, where one is known. */
  readonly likely?: string;
  /** The next step, where there is one beyond looking at the evidence. */
  readonly next?: string;
  /** Where the contract says it: the line of openapi/service.yaml. */
  readonly line?: number;
  /** Ids of the exchanges, deliveries and journeys that show it, the most telling first. */
  readonly evidence: readonly string[];
}

/** A requirement seen to hold, once. */
export interface Pass {
  readonly requirement: string;
  /** The exchange, delivery or journey that shows it. */
  readonly evidence: string;
}

/** What a check says about one thing that it looked at. */
export type Judgement = Pass | Breach;

/**
 * A pure judgement: evidence in, passes and breaches out. `safety` means that something bad happened (one sighting is
 * enough); `liveness` that something due did not come (it stands unless recorded trouble overlaps it).
 */
export interface Check {
  /** The name of its file. */
  readonly id: string;
  /** What it looks at, as a present tense statement. */
  readonly title: string;
  readonly kind: 'safety' | 'liveness';
  /** Every requirement that it can judge. */
  readonly requirements: readonly string[];
  judge(view: View): Iterable<Judgement>;
}

/** Says that a requirement was seen to hold. */
export function pass(requirement: string, evidence: string): Pass {
  return { requirement, evidence };
}

/** Says that a requirement was broken. */
export function breach(breach: Breach): Breach {
  return breach;
}

/** Whether a judgement is a breach (or advice). */
export function isBreach(judgement: Judgement): judgement is Breach {
  return 'cause' in judgement;
}
