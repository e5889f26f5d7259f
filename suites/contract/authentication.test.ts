import { expect, test } from 'vitest';
import { keyVariants } from './authentication.ts';

const OVERLONG = `sk_test_${'0'.repeat(248)}`;

test('A key has variants that are empty, in the other case, shorter, longer, far too long, and between spaces', () => {
  expect(keyVariants('sk_test_aB3/cdEfg')).toEqual([
    { condition: 'empty-key', value: '' },
    { condition: 'overlong-key', value: OVERLONG },
    { condition: 'recased-key', value: 'sk_test_Ab3/CDeFG' },
    { condition: 'truncated-key', value: 'sk_test_aB3/cdEf' },
    { condition: 'lengthened-key', value: 'sk_test_aB3/cdEfg0' },
    { condition: 'prefixed-key', value: '0sk_test_aB3/cdEfg' },
    { condition: 'padded-key', value: '\u00a0sk_test_aB3/cdEfg\u00a0' },
  ]);
});

test('A key without letters has no variant in the other case, and a short one none that occurs everywhere', () => {
  const conditions = (key: string) => keyVariants(key).map(({ condition }) => condition);
  const all = conditions('sk_test_aB3/cdEfg');
  expect(conditions('sk_test_12345678')).toEqual(all.filter(condition => condition !== 'recased-key'));
  for (const key of ['sk_test_abcdefg', '']) expect(conditions(key)).toEqual(['empty-key', 'overlong-key']);
});
