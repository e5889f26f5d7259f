import type { Consequence } from '../../contract/requirements.ts';
import type { Difference } from '../../evidence/difference.ts';
import type { View } from '../../evidence/view.ts';

/** A breach violates a requirement. Advice is about permitted behavior that most integrators would object to. */
export type Severity = 'breach' | 'advice';

/** Something that a check found wrong. */
export interface Breach {
  readonly requirement: string;
  /** Other requirements that the same cause breaks. */
  readonly also?: readonly string[];
  readonly severity?: Severity;
  /** The consequence. Default: the usual consequence of a breach of the requirement. */
  readonly consequence?: Consequence;
  /** The consequence as a sentence. Default: the sentence of the requirement. */
  readonly leadsTo?: string;
  /**
   * What is wrong, not where. Sightings with the same cause form one finding: one cause in forty exchanges has the
   * count 40, and `where-found.ts` names what these share.
   */
  readonly cause: string;
  /** The requirement of a finding that explains this one, too. */
  readonly follows?: string;
  /** What happened, in one sentence, without details that differ between sightings. */
  readonly message: string;
  readonly expected: string;
  readonly received: string;
  /** What led to it, if the evidence does not show it: for a case, for example, the input of the SDK. */
  readonly context?: readonly { readonly name: string; readonly value: string }[];
  /** Differences between expected and received values, by place, for example by field of a body. */
  readonly differences?: readonly Difference[];
  /** The likely cause and why it matters, if known. */
  readonly likely?: string;
  /** What to do, unless it is only to look at the evidence. */
  readonly next?: string;
  /** The line of openapi/service.yaml that states it. */
  readonly line?: number;
  /** Ids of the exchanges, deliveries, journeys and cases of this sighting, most telling first. */
  readonly evidence: readonly string[];
}

/** A sighting of a requirement that holds. */
export interface Pass {
  readonly requirement: string;
  /** The exchange, delivery or journey that shows it. */
  readonly evidence: string;
}

/** A requirement that was due but could not be judged. */
export interface Hidden {
  readonly hidden: true;
  readonly requirement: string;
  /** The requirements whose breach may be the reason, or groups of them: `wire.`. */
  readonly by: readonly string[];
  /** The exchanges and deliveries that would show such a breach. */
  readonly evidence: readonly string[];
}

/** The result of a check for one observation. */
export type Judgement = Pass | Breach | Hidden;

/**
 * A pure function from evidence to passes and breaches. `safety`: something bad must not happen, so one sighting is a
 * breach. `liveness`: something due must arrive; its absence is a breach unless recorded trouble overlaps it.
 */
export interface Check {
  /** The name of its file. */
  readonly id: string;
  /** The expected behavior, in one sentence. */
  readonly title: string;
  readonly kind: 'safety' | 'liveness';
  /** Every requirement that it can judge. */
  readonly requirements: readonly string[];
  judge(view: View): Iterable<Judgement>;
}

/** Fewer sightings than this may be equal, or fail, by chance. */
export const SEVERAL = 3;

/** A sighting of a requirement that holds. */
export function pass(requirement: string, evidence: string): Pass {
  return { requirement, evidence };
}

/** A requirement that cannot be judged, because the evidence may break one of those in `by`. */
export function hidden(requirement: string, by: readonly string[], ...evidence: readonly string[]): Hidden {
  return { hidden: true, requirement, by, evidence };
}

/** A sighting of a broken requirement, or advice on it. */
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

/** A pass if a requirement holds, otherwise a breach. `id` is the evidence of either. */
export function passIf(
  holds: boolean,
  requirement: string,
  id: string,
  found: () => Omit<Breach, 'requirement' | 'evidence'>,
): Judgement {
  return holds ? pass(requirement, id) : { requirement, ...found(), evidence: [id] };
}
