import { describe, expect, test } from 'vitest';
import { requirements } from '../contract/requirements.ts';
import { METHODS } from '../gates/sdk/protocol.ts';
import { CHECKS } from '../judgement/checks/index.ts';
import { MUTATIONS } from '../judgement/mutation/measure.ts';
import { listFaults } from '../sandbox/index.ts';
import { hasProof, manifest, neededProofs } from './manifest.ts';

describe('Every requirement', () => {
  test.each(manifest())('$requirement.id has the proofs that it needs, or says why not', entry => {
    const missing = neededProofs(entry).filter(kind => !hasProof(entry, kind));
    const exempt = entry.requirement.exempt ?? {};
    expect(missing.filter(kind => exempt[kind] === undefined)).toEqual([]);
  });

  test.each(manifest())('$requirement.id states no exemption that it does not need', entry => {
    const missing = neededProofs(entry).filter(kind => !hasProof(entry, kind));
    expect(missing).toEqual(expect.arrayContaining(Object.keys(entry.requirement.exempt ?? {})));
  });

  test.each(manifest())('$requirement.id names adapter methods that exist', ({ requirement }) => {
    expect(METHODS).toEqual(expect.arrayContaining([...requirement.gate]));
  });
});

describe('No proof is of a requirement that does not exist', () => {
  const named = [
    ...CHECKS.flatMap(({ id, requirements: judged }) => judged.map(requirement => [`check ${id}`, requirement])),
    ...listFaults().map(({ name, requirement }) => [`fault ${name}`, requirement]),
    ...MUTATIONS.map(({ name, requirement }) => [`mutation ${name}`, requirement]),
  ];
  test.each(named)('%s: %s', (_, requirement = '') => {
    expect(requirements().has(requirement)).toBe(true);
  });
});
