import type { Consequence } from '../../contract/requirements.ts';
import type { Difference } from '../../evidence/difference.ts';
import type { View } from '../../evidence/view.ts';

/** A breach is a broken requirement. Advice: the specification is silent, but most would object. */
export type Severity = 'breach' | 'advice';

/** Something that a check found wrong. */
export interface Breach {
  readonly requirement: string;
  /** Other requirements that the same cause breaks. */
  readonly also?: readonly string[];
  readonly severity?: Severity;
  /** What it leads to. Default: what a breach of the requirement usually leads to. */
  readonly consequence?: Consequence;
  /** The same as a sentence. Default: that of the requirement. */
  readonly leadsTo?: string;
  /** What makes two sightings one finding: one cause that breaks forty exchanges is one finding of count forty. */
  readonly cause: string;
  /** The requirement of the finding that this one follows from, where one explanation covers both. */
  readonly follows?: string;
  /** What happened, in one sentence, without what differs between sightings. */
  readonly message: string;
  readonly expected: string;
  readonly received: string;
  /** What led to it, by name, where the evidence alone does not say: of a case, what an SDK was given. */
  readonly context?: readonly { readonly name: string; readonly value: string }[];
  /** Where what was received differs from what was expected, where it has places: the fields of a body, say. */
  readonly differences?: readonly Difference[];
  /** The likely cause, and why it matters, where that is known. */
  readonly likely?: string;
  /** What to do, where it is more than to look at the evidence. */
  readonly next?: string;
  /** Where the contract says it: the line of openapi/service.yaml. */
  readonly line?: number;
  /** Ids of all exchanges, deliveries, journeys and cases that this sighting concerns, the most telling first. */
  readonly evidence: readonly string[];
}

/** One sighting of a requirement that holds. */
export interface Pass {
  readonly requirement: string;
  /** The exchange, delivery or journey that shows it. */
  readonly evidence: string;
}

/** A requirement that could not be judged where it was due. */
export interface Hidden {
  readonly hidden: true;
  readonly requirement: string;
  /** The requirements of which a breach there is why, or groups of them: `wire.`. */
  readonly by: readonly string[];
  /** The exchanges and deliveries in which that would be seen. */
  readonly evidence: readonly string[];
}

/** What a check says about one thing that it looked at. */
export type Judgement = Pass | Breach | Hidden;

/**
 * A pure judgement: evidence in, passes and breaches out. `safety` means that something bad happened (one sighting is
 * enough); `liveness` that something due did not come (it stands unless recorded trouble overlaps it).
 */
export interface Check {
  /** The name of its file. */
  readonly id: string;
  /** The behavior that the check expects, in one sentence. */
  readonly title: string;
  readonly kind: 'safety' | 'liveness';
  /** Every requirement that it can judge. */
  readonly requirements: readonly string[];
  judge(view: View): Iterable<Judgement>;
}

/** Fewer sightings than this may be alike, or fail, by chance. */
export const SEVERAL = 3;

/** A requirement holds. */
export function pass(requirement: string, evidence: string): Pass {
  return { requirement, evidence };
}

/** A requirement cannot be judged here, because one of those in `by` is broken in this evidence, if anything is. */
export function hidden(requirement: string, by: readonly string[], ...evidence: readonly string[]): Hidden {
  return { hidden: true, requirement, by, evidence };
}

/** A requirement is broken, or there is advice on it. */
export function breach(breach: Breach): Breach {
  return breach;
}

/** Whether a judgement is a breach (or advice). */
export function isBreach(judgement: Judgement): judgement is Breach {
  return 'cause' in judgement;
}

/** Whether a judgement is a pass. */
export function isPass(judgement: Judgement): judgement is Pass {
  return !isBreach(judgement) && !('hidden' in judgement);
}

/** A pass where a requirement holds, else a breach of it; `id` is what shows either. */
export function passIf(
  holds: boolean,
  requirement: string,
  id: string,
  found: () => Omit<Breach, 'requirement' | 'evidence'>,
): Judgement {
  return holds ? pass(requirement, id) : { requirement, ...found(), evidence: [id] };
}
