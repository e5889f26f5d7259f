import { expect, test } from 'vitest';
import { freshKeys } from './fresh-keys.ts';

test('keys are UUIDs of version 4, each another, and others in every run', () => {
  const [one, other] = [freshKeys(Buffer.from('one run')), freshKeys(Buffer.from('another'))];
  const keys = Array.from({ length: 50 }, () => [one(), other()]).flat();
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
