import { expect, test } from 'vitest';
import { index } from './testing/fixture.ts';

test('The index numbers findings, breaches first, each with all its requirements', () => {
  expect(index.findings.map(({ number, requirements }) => [number, requirements])).toEqual([
    [1, ['event.completed-never-on-failure', 'collection.credit-signal']],
    [2, ['wire.json']],
    [3, ['wire.json']],
  ]);
});

test('A finding about a delivery points to the step before it', () => {
  const [completed, jsonBody] = index.findings;
  expect(completed && index.requestOf(completed)).toMatchObject({ id: 'x3' });
  expect(jsonBody && index.requestOf(jsonBody)).toMatchObject({ id: 'x1' });
});
