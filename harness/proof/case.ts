import type { Dialect } from '../core/dialect.ts';
import { realWorld } from '../core/real-world.ts';
import { drawDialect, listFaults } from '../sandbox/index.ts';

/** One target of the proof: the sandbox with a fault, or in a dialect. */
export interface ProofCase {
  readonly kind: 'fault' | 'dialect';
  /** The fault's name, or `dialect N`. */
  readonly name: string;
  readonly faults: readonly string[];
  /** The requirement that the fault breaks. */
  readonly requirement?: string;
  readonly dialect?: Dialect;
  readonly seed: number;
}

/** The result of a case. */
export interface ProofRow extends Pick<ProofCase, 'kind' | 'name' | 'requirement'> {
  /** `caught` by a check of the requirement · `unrelated`: by other checks only · `missed` · `green` · `red` */
  readonly outcome: 'caught' | 'unrelated' | 'missed' | 'green' | 'red';
  /** The checks that found a breach: of the requirement for a fault, any for a dialect. */
  readonly by: readonly string[];
  /** The findings, if the outcome is not the expected one. */
  readonly found: readonly string[];
  readonly milliseconds: number;
}

/** Whether a row has the expected outcome. */
export function isProved({ outcome }: ProofRow): boolean {
  return outcome === 'caught' || outcome === 'green';
}

/** Every fault, and `dialects` dialects drawn from the seed. */
export function proofCases(seed: number, dialects: number): readonly ProofCase[] {
  return [
    ...listFaults().map(({ name, requirement }) => ({
      kind: 'fault' as const,
      name,
      faults: [name],
      requirement,
      seed,
    })),
    ...Array.from({ length: dialects }, (_, index) => dialectCase(seed, index)),
  ];
}

/** The dialect with an index, drawn from the seed. */
export function dialectCase(seed: number, index: number): ProofCase {
  const world = realWorld({ seed: seed * 100_003 + index });
  const pick = <T>(choices: readonly T[]): T => choices[world.randomBytes(4).readUInt32BE() % choices.length] as T;
  return { kind: 'dialect', name: `dialect ${index}`, faults: [], dialect: drawDialect(pick), seed };
}
