import { expect, test } from 'vitest';
import { callRun } from '#testing';

test('A conformant run verifies every requirement for which it has evidence', async () => {
  using run = await callRun(['run', '--orders', '72', '--seed', '7']);
  const held = run.summary().requirements.filter(({ passed = 0 }) => passed > 0);
  expect(held.length).toBeGreaterThan(70);
  expect(held.filter(({ status }) => status !== 'verified')).toEqual([]);
  expect(run.code).toBe(0);
});
