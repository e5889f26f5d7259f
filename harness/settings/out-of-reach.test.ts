import { expect, test } from 'vitest';
import { outOfReach } from './settings.ts';

test.each([
  ['direct', '127.0.0.1', 'https://sandbox.test', true],
  ['direct', '::1', 'https://sandbox.test/base', true],
  ['direct', '0.0.0.0', 'https://sandbox.test', false],
  ['direct', '127.0.0.1', 'http://[::1]:4800', false],
  ['ssh', '127.0.0.1', 'https://sandbox.test', false],
] as const)('%s to a receiver on %s, from %s: out of reach is %s', (tunnel, host, target, out) => {
  expect(outOfReach(tunnel, host, target)).toBe(out);
});
