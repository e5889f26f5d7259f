import { requirements } from '../contract/requirements.ts';
import type { Dialect } from '../evidence/dialect.ts';
import { drawDialect } from '../sandbox/dialect/resolve-dialect.ts';
import { breaksIn, listFaults } from '../sandbox/faults/fault-list.ts';
import { seededRandom } from '../world/real-world.ts';
import { CALM, type Disturbances } from '../world/simulated/disturbances.ts';

/** One case of the proof: the sandbox with a fault, in a dialect, or in a simulated night. */
export interface ProofCase {
  readonly kind: 'fault' | 'dialect' | 'night';
  /** The fault's name, `FAULT in dialect N`, `dialect N`, `night N`, or `night N with FAULT`. */
  readonly name: string;
  readonly faults: readonly string[];
  /** The requirement that the fault breaks. */
  readonly requirement?: string;
  /** Other requirements under which a check may correctly report the fault. */
  readonly alsoBreaks?: readonly string[];
  /** Whether the fault leads only to advice. Default: no. */
  readonly advises?: boolean;
  /** Whether the fault breaks nothing in this dialect, so that nothing is driven. */
  readonly breaksNothing?: boolean;
  readonly dialect?: Dialect;
  readonly seed: number;
  /** The disturbances of a simulated world. Absent: real time over loopback. */
  readonly disturbances?: Disturbances;
  /** Whether the learned lifecycle has to equal the sandbox's, as far as it was explored. Default: no. */
  readonly comparesLifecycle?: true;
  /** The most orders. Default: depends on the kind of case. */
  readonly orders?: number;
  /** The suites to drive. Default: all; for a sound, whole night only `collection`. */
  readonly suites?: readonly string[];
  /** Ids of scenarios to drive, with their prerequisites. Default: all of the suites. */
  readonly only?: readonly string[];
  /** How many runs share the scenarios. Their records are read and merged. Default: 1. */
  readonly shards?: number;
}

/** The result of a case. */
export interface ProofRow extends Pick<ProofCase, 'kind' | 'name' | 'requirement'> {
  /**
   * `caught`: by a check of the requirement, or by advice if the fault deserves only that · `unrelated`: only by other
   * checks · `missed` · `hidden`: missed, but caught without the disturbances of the service and the receiver ·
   * `nothing`: the fault breaks nothing in this dialect · `green` · `troubled`: no breach, but disturbances hid
   * something · `red`: a breach, or an inconsistent record
   */
  readonly outcome: 'caught' | 'unrelated' | 'missed' | 'hidden' | 'nothing' | 'green' | 'troubled' | 'red';
  /** The checks that found a breach: of the requirement for a fault, any check for a dialect. */
  readonly by: readonly string[];
  /** The first finding of a caught fault, if it is not about its requirement. */
  readonly headline?: string;
  /** The findings, if the outcome is not the expected one. */
  readonly found: readonly string[];
  /** The duration of the run in the time of its world. The machine's speed does not affect a simulated world. */
  readonly milliseconds: number;
}

/** Whether a row has the expected outcome. */
export function isProved({ outcome }: ProofRow): boolean {
  return outcome !== 'unrelated' && outcome !== 'missed' && outcome !== 'red';
}

/**
 * Every fault, in the default dialect and in the first `each` drawn dialects, and `dialects` drawn dialects without a
 * fault.
 */
export function proofCases(seed: number, dialects: number, each = 0): readonly ProofCase[] {
  const drawn = Array.from({ length: Math.max(dialects, each) }, (_, index) => dialectCase(seed, index));
  const faults = listFaults().flatMap(fault => {
    const { name, requirement, alsoBreaks, advises } = fault;
    const inDefault = { kind: 'fault' as const, name, faults: [name], requirement, alsoBreaks, advises, seed };
    const inDrawn = drawn.slice(0, each).map(own => ({
      ...{ ...own, ...inDefault, name: `${name} in ${own.name}` },
      breaksNothing: !breaksIn(fault, own.dialect),
    }));
    return [inDefault, ...inDrawn];
  });
  return [...faults, ...drawn.slice(0, dialects)];
}

/** A case in a simulated world without disturbances. */
export function inSimulatedTime(proof: ProofCase): ProofCase {
  return { ...proof, disturbances: CALM };
}

/** A case with only the suites that exercise what its fault breaks: a fraction of a run, and most faults show there. */
export function inOwnSuites(proof: ProofCase): ProofCase {
  const { suites = [] } = requirements().get(proof.requirement ?? '') ?? {};
  return { ...proof, suites };
}

/** The dialect with an index, drawn from the seed. */
export function dialectCase(seed: number, index: number): ProofCase {
  const dialect = drawDialect(pickFrom(seed * 100_003 + index));
  return { kind: 'dialect', name: `dialect ${index}`, faults: [], dialect, seed };
}

/** Picks a choice determined by a seed. */
export function pickFrom(seed: number | string): <T>(choices: readonly T[]) => T {
  const { randomBytes } = seededRandom(seed);
  return <T>(choices: readonly T[]) => choices[randomBytes(4).readUInt32BE() % choices.length] as T;
}
