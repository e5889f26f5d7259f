import { requirements } from '../contract/requirements.ts';
import type { Dialect } from '../evidence/dialect.ts';
import { breaksIn, drawDialect, listFaults } from '../sandbox/index.ts';
import { seededRandom } from '../world/real-world.ts';
import { CALM, type Disturbances } from '../world/simulated/disturbances.ts';

/** One target of the proof: the sandbox with a fault, in a dialect, or in a simulated night. */
export interface ProofCase {
  readonly kind: 'fault' | 'dialect' | 'night';
  /** The fault's name, `FAULT in dialect N`, `dialect N`, `night N`, or `night N with FAULT`. */
  readonly name: string;
  readonly faults: readonly string[];
  /** The requirement that the fault breaks. */
  readonly requirement?: string;
  /** Further requirements under which a check may rightly report the fault. */
  readonly alsoBreaks?: readonly string[];
  /** Whether the fault leads to advice alone. Default: no. */
  readonly advises?: boolean;
  /** Whether the fault breaks nothing in this dialect: then there is nothing to drive. */
  readonly breaksNothing?: boolean;
  readonly dialect?: Dialect;
  readonly seed: number;
  /** The disturbances of a simulated world. Absent: over loopback, in real time. */
  readonly disturbances?: Disturbances;
  /** Whether the lifecycle that is learned has to be the sandbox's own, as far as it is explored. Default: no. */
  readonly comparesLifecycle?: true;
  /** Most orders. Default: as many as the kind of case needs. */
  readonly orders?: number;
  /** The suites to drive. Default: all; of a sound night that is whole, `collection` alone. */
  readonly suites?: readonly string[];
  /** Ids of scenarios to drive, with what they need to be driven. Default: all of the suites. */
  readonly only?: readonly string[];
  /** How many runs share the scenarios; their records are read and merged. Default: 1, judged as it was observed. */
  readonly shards?: number;
}

/** The result of a case. */
export interface ProofRow extends Pick<ProofCase, 'kind' | 'name' | 'requirement'> {
  /**
   * `caught` by a check of the requirement, also by advice alone if it deserves no more · `unrelated`: by other checks
   * only · `missed` · `hidden`: missed, and caught without what disturbs the service and the receiver · `nothing`: the
   * fault breaks
   * nothing in this dialect · `green` · `troubled`: no breach, and less was shown, as disturbances allow · `red`: a
   * breach, or a record that contradicts itself
   */
  readonly outcome: 'caught' | 'unrelated' | 'missed' | 'hidden' | 'nothing' | 'green' | 'troubled' | 'red';
  /** The checks that found a breach: of the requirement for a fault, any for a dialect. */
  readonly by: readonly string[];
  /** Of a fault that is caught: what stands first instead, if the first finding is not of its requirement. */
  readonly headline?: string;
  /** The findings, if the outcome is not the expected one. */
  readonly found: readonly string[];
  /** How long the run took, in the time of its world: in a simulated one, the machine's speed does not matter. */
  readonly milliseconds: number;
}

/** Whether a row has the expected outcome. */
export function isProved({ outcome }: ProofRow): boolean {
  return outcome !== 'unrelated' && outcome !== 'missed' && outcome !== 'red';
}

/**
 * Every fault, in the default dialect and in the first `each` of those that are drawn from the seed; and `dialects` of
 * them without a fault.
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

/** A case with the suites alone that exercise what its fault breaks: a fraction of a whole run, and most show it. */
export function inOwnSuites(proof: ProofCase): ProofCase {
  const { suites = [] } = requirements().get(proof.requirement ?? '') ?? {};
  return { ...proof, suites };
}

/** The dialect with an index, drawn from the seed. */
export function dialectCase(seed: number, index: number): ProofCase {
  const dialect = drawDialect(pickFrom(seed * 100_003 + index));
  return { kind: 'dialect', name: `dialect ${index}`, faults: [], dialect, seed };
}

/** Picks one of several choices, as a seed determines. */
export function pickFrom(seed: number | string): <T>(choices: readonly T[]) => T {
  const { randomBytes } = seededRandom(seed);
  return <T>(choices: readonly T[]) => choices[randomBytes(4).readUInt32BE() % choices.length] as T;
}
