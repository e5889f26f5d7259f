import { expect, test } from 'vitest';
import { gaps } from './gaps.ts';
import { source } from './source.ts';

test('Every gap has its own id', () => {
  expect(gaps().size).toBe((source('gaps') as unknown[]).length);
  expect(gaps().size).toBeGreaterThanOrEqual(40);
});

test.each([...gaps().values()])('$id is complete', gap => {
  expect(gap.id).toMatch(/^[a-z]+(\.[a-z0-9-]+)+$/);
  expect(gap.section).toMatch(/\S/);
  expect(gap.text).toMatch(/\.$/);
  expect(['wire', 'none']).toContain(gap.probe);
  expect(gap.why === undefined).toBe(gap.probe === 'wire');
  expect(['id', 'section', 'text', 'probe', 'why']).toEqual(expect.arrayContaining(Object.keys(gap)));
});
