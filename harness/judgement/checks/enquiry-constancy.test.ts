import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { differenceAt } from '../../evidence/difference.ts';
import type { ExchangeOptions } from '../../testing/evidence-options.ts';
import { outcomeOfCalls } from '../../testing/outcome.ts';
import { enquiryConstancy } from './enquiry-constancy.ts';

const ASKED = { account_number: '0123456789', bank_code: '044' };
const DATA: JsonObject = { ...ASKED, account_name: 'Ada', bank_name: 'Bank' };
const OTHER = { ...DATA, account_name: 'Zoë' };

/** An enquiry that is answered with an account. */
const about = (data: Json, more: ExchangeOptions = {}): ExchangeOptions => {
  return { method: 'POST', asks: ASKED, answers: { status: true, data }, ...more };
};
const judged = (...calls: readonly ExchangeOptions[]) =>
  outcomeOfCalls(enquiryConstancy, 'resolveBankAccount', ...calls).breaches;
const breachesOf = (...accounts: readonly Json[]) => judged(...accounts.map(data => about(data)));

test('enquiry-constancy passes an account with one holder, whatever else an answer holds', () => {
  expect(breachesOf(DATA, { ...DATA, checked_at: '1' }, { ...DATA, checked_at: '2' })).toEqual([]);
});

test('enquiry-constancy finds another holder, and reports the rarer name as wrong', () => {
  expect(breachesOf(OTHER, DATA, DATA)).toEqual([
    {
      requirement: 'enquiry.resolves',
      consequence: 'money',
      cause: 'account_name differs',
      message: 'a repeated enquiry about an account returns a different account_name',
      expected: 'string "Ada", as in 2 other answers',
      received: 'string "Zoë"',
      differences: [differenceAt('/data/account_name', 'Ada', 'Zoë')],
      likely: 'the name belongs to another account, or is made up for each answer',
      evidence: ['x1', 'x2'],
    },
  ]);
});

test('enquiry-constancy finds another name of the bank, which misleads', () => {
  const [found, ...others] = breachesOf(DATA, DATA, { ...DATA, bank_name: 'Bench' });
  expect(found).toMatchObject({ cause: 'bank_name differs', received: 'string "Bench"', evidence: ['x3', 'x1'] });
  expect(found).not.toHaveProperty('consequence');
  expect(others).toEqual([]);
});

test('enquiry-constancy compares only within a shard, because each shard has different pseudonyms', () => {
  const judgedIn = (shard: string) => judged(about(DATA, { id: 's1.x1' }), about(OTHER, { id: `${shard}.x2` }));
  expect([judgedIn('s2'), judgedIn('s1').length]).toEqual([[], 1]);
});

const numbers = { account_number: 5, bank_code: 7 };
test.each<[string, ExchangeOptions, ExchangeOptions?]>([
  ...[{ account_number: '0123456780' }, { bank_code: '058' }].map((other): [string, ExchangeOptions] => {
    return ['of another account', about({ ...OTHER, ...other }, { asks: { ...ASKED, ...other } })];
  }),
  ['about another number than was asked for', about({ ...OTHER, account_number: '999' })],
  ['about another bank than was asked for', about({ ...OTHER, bank_code: '999' })],
  ['without a name', about({ ...DATA, account_name: '' })],
  ['with null for a name', about({ ...DATA, account_name: null })],
  ['that is an error', about(OTHER, { status: 400 })],
  ['to a call without a key', about(OTHER, { condition: 'without-key' })],
  ['to a call that asks for no account', about(OTHER, { asks: ['no object'] })],
  ['with no object', about([OTHER])],
  [
    'with numbers',
    about({ ...OTHER, ...numbers }, { asks: numbers }),
    about({ ...DATA, ...numbers }, { asks: numbers }),
  ],
])('enquiry-constancy leaves to other checks an answer %s', (_, call, other = about(DATA)) => {
  expect(judged(other, call)).toEqual([]);
});

/** An answer about an account of a bank, with the name of a bank. */
const bank = (account_number: string, bank_code: string, bank_name: string) =>
  about({ ...DATA, account_number, bank_code, bank_name }, { asks: { account_number, bank_code } });

test.each([
  ['of another code is a finding', 'One', ['bank of another code']],
  ['that no other code has may be another way to write it', 'The One', []],
])('A bank_name %s', (_, name, causes) => {
  const calls = [bank('1', '044', 'One'), bank('2', '058', 'Two'), bank('3', '058', 'Two'), bank('1', '058', name)];
  expect(judged(...calls).map(({ cause }) => cause)).toEqual(causes);
});
