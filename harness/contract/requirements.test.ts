import { expect, test } from 'vitest';
import { CONSEQUENCES, requirements } from './requirements.ts';
import { source } from './source.ts';

test('Every requirement has its own id', () => {
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
    'id',
    'section',
    'text',
    'quote',
    'consequence',
    'leadsTo',
    'binds',
    'untestable',
    'needs',
    'inferred',
    'suites',
    'gate',
    'endpoint',
    'exempt',
  ]).toEqual(expect.arrayContaining(Object.keys(requirement)));
});

test('A requirement binds the service by default', () => {
  expect(requirements().get('wire.json')?.binds).toBe('service');
  expect(requirements().get('request.accept')?.binds).toBe('consumer');
});
