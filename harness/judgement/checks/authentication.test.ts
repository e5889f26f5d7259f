import { expect, test } from 'vitest';
import { aRun } from '../../testing/evidence.ts';
import { outcome } from '../../testing/outcome.ts';
import { authentication } from './authentication.ts';

// testing/findings/authentication.txt shows what is found of a remote target.

test('authentication finds that the embedded target refuses its configured key', () => {
  const run = aRun(undefined, { target: { kind: 'embedded', url: 'http://127.0.0.1:1' } });
  run.exchange('resolveBankAccount', { condition: 'known', status: 401 });
  run.exchange('getOnrampOrder', { condition: 'known', status: 403 });
  expect(outcome(authentication, run).breaches.map(({ cause }) => cause)).toEqual([
    'resolveBankAccount',
    'getOnrampOrder',
  ]);
});

test.each([
  [true, { breaches: [], passes: { 'auth.test-key-form': ['x1'] } }],
  [false, { breaches: [{ requirement: 'auth.test-key-form', severity: 'advice', evidence: ['x1'] }] }],
  [undefined, { breaches: [] }],
] as const)(
  'authentication judges an accepted key by whether it begins as sandbox keys do: %j',
  (isTestKey, expected) => {
    const run = aRun(undefined, { settings: { ...(isTestKey !== undefined && { isTestKey }) } });
    run.exchange('resolveBankAccount', { condition: 'known', status: 200 });
    expect(outcome(authentication, run)).toMatchObject(expected);
  },
);
