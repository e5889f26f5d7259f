import { expect, test } from 'vitest';
import { ENDS_OF_ONE_HASH, SHORT_HASHES } from './short-hashes.ts';

test.each(SHORT_HASHES.map((hash, nth) => [nth, hash] as const))('Hash %i confuses one pair of ids', (_, hash) => {
  const hashes = ENDS_OF_ONE_HASH.map(end => hash(`evt_7Qm2${end}`));
  expect(new Set(hashes).size).toBe(ENDS_OF_ONE_HASH.length - 1);
});
