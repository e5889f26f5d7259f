import { type Requirement, requirements } from '../contract/requirements.ts';
import { checksOf } from '../judgement/checks/index.ts';
import { MUTATIONS } from '../judgement/mutation/measure.ts';
import { listFaults } from '../sandbox/faults/fault-list.ts';

/** A requirement with its proofs, as ids and names; empty if there are none. */
export interface ManifestEntry {
  readonly requirement: Requirement;
  /** The checks that judge it. */
  readonly checks: readonly string[];
  /** The sandbox's faults that break it. */
  readonly faults: readonly string[];
  /** The evidence mutations that break it. */
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
