import { type Requirement, requirements } from '../contract/requirements.ts';
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
