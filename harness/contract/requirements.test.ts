import { expect, test } from 'vitest';
import { CONSEQUENCES, gaps, requirements } from './requirements.ts';
import { source, sourceText, whereStated } from './service.ts';

test('Every requirement has a unique id', () => {
  expect(requirements().size).toBe((source('requirements') as unknown[]).length);
  expect(requirements().size).toBeGreaterThanOrEqual(60);
});

test.each([...requirements().values()])('$id is complete', requirement => {
  expect(requirement.id).toMatch(/^[a-z]+(\.[a-z0-9-]+)+$/);
  expect(requirement.section).toMatch(/\S/);
  expect(requirement.text).toMatch(/\.$/);
  expect(requirement.quote).toMatch(/^[^`|\n]{10,400}$/);
  expect(['service', 'consumer']).toContain(requirement.binds);
  expect(CONSEQUENCES).toContain(requirement.consequence);
  const neverTested = requirement.untestable?.always !== undefined;
  expect(requirement.leadsTo ?? '').toMatch(neverTested ? /^$/ : /^[A-Z][^.]{10,110}\.$/);
  expect(requirement.inferred ?? 'nothing').toMatch(/^\w.*\w$/);
  for (const [where, why] of Object.entries(requirement.untestable ?? {})) {
    expect(['always', 'embedded', 'remote', 'loopback', 'unseen']).toContain(where);
    expect(why).toMatch(/\S/);
  }
  expect([...requirement.suites, ...requirement.endpoint]).not.toEqual([]);
  expect(['contract', 'collection', 'gaps']).toEqual(expect.arrayContaining([...requirement.suites]));
  expect([
    ...['id', 'section', 'text', 'quote', 'consequence', 'leadsTo', 'binds', 'untestable', 'needs', 'inferred'],
    ...['suites', 'gate', 'endpoint', 'exempt'],
  ]).toEqual(expect.arrayContaining(Object.keys(requirement)));
});

test('Every requirement is named by the line of the contract that is said to state it', () => {
  const lines = sourceText('service').split('\n');
  for (const id of requirements().keys()) expect(lines[(whereStated().get(id) ?? 0) - 1], id).toContain(id);
});

test('Every gap has a unique id', () => {
  expect(gaps().size).toBe((source('gaps') as unknown[]).length);
  expect(gaps().size).toBeGreaterThanOrEqual(40);
});

test.each([...gaps().values()])('$id is complete', gap => {
  expect(gap.id).toMatch(/^[a-z]+(\.[a-z0-9-]+)+$/);
  expect(gap.section).toMatch(/\S/);
  expect(gap.text).toMatch(/\.$/);
  expect(['wire', 'none']).toContain(gap.probe);
  expect(gap.why === undefined).toBe(gap.probe === 'wire');
  expect([undefined, 'set', 'places', 'field', 'share', 'pace']).toContain(gap.answers);
  expect([undefined, true]).toContain(gap.quiet);
  expect(['id', 'section', 'text', 'probe', 'answers', 'quiet', 'needs', 'why']).toEqual(
    expect.arrayContaining(Object.keys(gap)),
  );
});
