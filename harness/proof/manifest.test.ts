import { expect, test } from 'vitest';
import { type ProofKind, requirements } from '../contract/requirements.ts';
import { METHODS } from '../gates/sdk/protocol.ts';
import { CHECKS } from '../judgement/checks/index.ts';
import { MUTATIONS } from '../judgement/mutation/measure.ts';
import { listFaults } from '../sandbox/faults/fault-list.ts';
import { type ManifestEntry, manifest } from './manifest.ts';

test.each(manifest())('Every requirement $requirement.id has its proofs, or else a reason for their absence', entry => {
  const missing = neededProofs(entry).filter(kind => !hasProof(entry, kind));
  expect(Object.keys(entry.requirement.exempt ?? {}).toSorted()).toEqual(missing.toSorted());
});

test.each(manifest())('Every requirement $requirement.id names adapter methods that exist', ({ requirement }) => {
  expect(METHODS).toEqual(expect.arrayContaining([...requirement.gate]));
});

const named = [
  ...CHECKS.flatMap(({ id, requirements: judged }) => judged.map(requirement => [`check ${id}`, requirement])),
  ...listFaults().map(({ name, requirement }) => [`fault ${name}`, requirement]),
  ...MUTATIONS.map(({ name, requirement }) => [`mutation ${name}`, requirement]),
];
test.each(named)('The proof %s names an existing requirement: %s', (_, requirement = '') => {
  expect(requirements().has(requirement)).toBe(true);
});

/**
 * The kinds of proof that a requirement needs: a check, a fault and a mutation if it binds the service; a gate case if
 * it binds the consumer, and a mutation if a check applies it to the harness's requests; none if no interface can show
 * it.
 */
function neededProofs({ requirement, checks }: ManifestEntry): readonly ProofKind[] {
  if (requirement.untestable?.always !== undefined) return [];
  if (requirement.binds === 'service') return ['check', 'fault', 'mutation'];
  return checks.length > 0 ? ['gate', 'mutation'] : ['gate'];
}

function hasProof({ requirement, checks, faults, mutations }: ManifestEntry, kind: ProofKind): boolean {
  return (
    { check: checks, fault: faults, mutation: mutations, gate: [...requirement.gate, ...requirement.endpoint] }[kind]
      .length > 0
  );
}
