import { expect, test } from 'vitest';
import { isPlainWord } from './redaction.ts';

test.each(['updated', 'OK', 'Done.', 'true', '204', 'order_created', 'webhook is set', 'collection.expired'])(
  '`%s` is a plain word',
  text => {
    expect(isPlainWord(text)).toBe(true);
  },
);

test.each([
  ...['', 'whsec_abc', 'sk_test_abc', 't0ken-of-orders', 'eyJhbGciOiJIUzI1NiJ9.e30', 'qzkwvjxhmbtrplys'],
  ...['aBcDefGh', '4f1c9b0e', '0123456789', 'correct-horse-battery-staple'],
])('`%s` may be a secret', text => {
  expect(isPlainWord(text)).toBe(false);
});
