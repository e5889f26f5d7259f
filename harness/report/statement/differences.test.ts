import { expect, test } from 'vitest';
import { differencesOf, type Statement } from './statement.ts';

const BUILD = { name: 'onramp-harness', digest: { sha256: 'a' }, annotations: { version: '1.0.0', clean: true } };

const STATEMENT = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'run.ndjson', digest: { sha256: 'f' } }],
  predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
  predicate: {
    result: 'WARNED',
    configuration: [
      BUILD,
      { name: 'options', digest: { sha256: 'b' }, annotations: { seed: 1, known: [{ a: null }] } },
    ],
    passedTests: ['a', 'b'],
    warnedTests: [],
    failedTests: ['c'],
    onrampHarness: {
      verdict: 'nonconformant',
      requirements: [{ id: 'a', status: 'verified', basis: 'observed' }],
      findings: [],
    },
  },
} as unknown as Statement;

type Json = { [key: string]: unknown };

/** Every statement that differs in one place: a value changed or removed, or a member added. */
function* changes(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return yield `${value}x`;
  for (const [key, member] of Object.entries(value)) {
    const replaced = (by: unknown) => (Array.isArray(value) ? value.with(Number(key), by) : { ...value, [key]: by });
    for (const change of changes(member)) yield replaced(change);
    const { [key]: _, ...rest } = value as Json;
    yield Array.isArray(value) ? value.toSpliced(Number(key), 1) : rest;
  }
  yield Array.isArray(value) ? [...value, 'x'] : { ...value, x: 1 };
}

test('Every change of a statement is a difference, except in the resource of the build', () => {
  expect(differencesOf(STATEMENT, STATEMENT)).toEqual([]);
  const all = [...changes(STATEMENT)];
  expect(all.length).toBeGreaterThan(80);
  for (const changed of all) {
    const ofBuild = JSON.stringify(changed).includes(JSON.stringify(STATEMENT.predicate.configuration[1]));
    const rest = JSON.stringify({ ...(changed as Json), predicate: undefined });
    if (differencesOf(changed, STATEMENT).length > 0) continue;
    expect(ofBuild && rest === JSON.stringify({ ...STATEMENT, predicate: undefined }), JSON.stringify(changed)).toBe(
      true,
    );
  }
});

test('A difference has its place, the stated value and the recomputed one', () => {
  const changed = { ...STATEMENT, predicate: { ...STATEMENT.predicate, result: 'PASSED', failedTests: [] } };
  expect(differencesOf(changed, STATEMENT)).toEqual([
    { at: '/predicate/failedTests/0', received: 'c' },
    { at: '/predicate/result', expected: 'PASSED', received: 'WARNED' },
  ]);
});
