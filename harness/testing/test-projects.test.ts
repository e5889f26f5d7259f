import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const projects = (config.test?.projects ?? []).flatMap(project =>
  typeof project === 'object' && 'test' in project && project.test ? [project.test] : [],
);

test('Every file that a test project names exists', () => {
  const named = projects.flatMap(({ include = [] }) => include).filter(path => !path.includes('*'));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(path => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('The script test:all runs every project, and CI runs it', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const run = [...`${scripts.test} ${scripts['test:all']}`.matchAll(/--project (\w+)/g)].map(([, name]) => name);
  expect(run.sort()).toEqual(projects.map(({ name }) => name).sort());
  expect(scripts['test:all']).toContain('npm test -- ');
  expect(read('.ci/run')).toContain('npm run test:all');
});
