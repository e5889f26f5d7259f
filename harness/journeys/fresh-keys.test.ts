import { expect, test } from 'vitest';
import { freshKeys } from './fresh-keys.ts';

test('Keys are UUIDs of version 4, different within a run and between runs', () => {
  const [one, other] = [freshKeys(Buffer.from('one run')), freshKeys(Buffer.from('another'))];
  const keys = Array.from({ length: 50 }, () => [one(), other()]).flat();
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
