import { type ProofKind, type Requirement, requirements } from '../contract/requirements.ts';
import { checksOf } from '../judgement/checks/index.ts';
import { MUTATIONS } from '../judgement/mutation/measure.ts';
import { listFaults } from '../sandbox/index.ts';

/** One requirement with everything that proves it is judged: ids and names, empty where there is none. */
export interface ManifestEntry {
  readonly requirement: Requirement;
  /** Checks that judge it. */
  readonly checks: readonly string[];
  /** Faults of the embedded sandbox that break it. */
  readonly faults: readonly string[];
  /** Evidence mutations that break it. */
  readonly mutations: readonly string[];
}

/** The manifest: every requirement in the order of the specification. Checks, faults and mutations name theirs. */
export function manifest(): readonly ManifestEntry[] {
  const faults = Map.groupBy(
    listFaults().filter(({ advises }) => !advises),
    ({ requirement }) => requirement,
  );
  const mutations = Map.groupBy(MUTATIONS, ({ requirement }) => requirement);
  return [...requirements().values()].map(requirement => ({
    requirement,
    checks: checksOf(requirement.id),
    faults: faults.get(requirement.id)?.map(({ name }) => name) ?? [],
    mutations: mutations.get(requirement.id)?.map(({ name }) => name) ?? [],
  }));
}

/**
 * The kinds of proof that a requirement needs: a check, a fault and a mutation where it binds the service; a case of
 * the gate where it binds the consumer, and a mutation where a check judges the harness's own requests by it. Nothing
 * where no interface can show it.
 */
export function neededProofs({ requirement, checks }: ManifestEntry): readonly ProofKind[] {
  if (requirement.untestable?.always !== undefined) return [];
  if (requirement.binds === 'service') return ['check', 'fault', 'mutation'];
  return checks.length > 0 ? ['gate', 'mutation'] : ['gate'];
}

/** Whether an entry has a kind of proof. */
export function hasProof({ requirement, checks, faults, mutations }: ManifestEntry, kind: ProofKind): boolean {
  return (
    { check: checks, fault: faults, mutation: mutations, gate: [...requirement.gate, ...requirement.endpoint] }[kind]
      .length > 0
  );
}
