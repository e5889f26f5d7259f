import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import type { Condition } from '../../evidence/condition.ts';
import { differenceAt } from '../../evidence/difference.ts';
import { aRun } from '../../testing/evidence.ts';
import { outcome } from '../../testing/outcome.ts';
import { enquiryConstancy } from './enquiry-constancy.ts';

const ASKED = { account_number: '0123456789', bank_code: '044' };
const DATA: JsonObject = { ...ASKED, account_name: 'Ada', bank_name: 'Bank' };
const OTHER = { ...DATA, account_name: 'Zoë' };

interface Call {
  readonly data: Json;
  readonly asks?: Json;
  readonly status?: number;
  readonly condition?: Condition;
  readonly id?: string;
}

function breachesOf(...calls: readonly (JsonObject | Call)[]) {
  const run = aRun();
  for (const call of calls) {
    const { data, asks = ASKED, ...more } = 'data' in call ? (call as Call) : { data: call };
    run.exchange('resolveBankAccount', { method: 'POST', asks, answers: { status: true, data }, ...more });
  }
  return outcome(enquiryConstancy, run).breaches;
}

describe('enquiry-constancy', () => {
  test('passes an account with one holder, whatever else an answer holds', () => {
    expect(breachesOf(DATA, { ...DATA, checked_at: '1' }, { ...DATA, checked_at: '2' })).toEqual([]);
  });

  test('finds another holder, and reports the rarer name as wrong', () => {
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

  test('finds another name of the bank, which misleads', () => {
    const [found, ...others] = breachesOf(DATA, DATA, { ...DATA, bank_name: 'Bench' });
    expect(found).toMatchObject({ cause: 'bank_name differs', received: 'string "Bench"', evidence: ['x3', 'x1'] });
    expect(found).not.toHaveProperty('consequence');
    expect(others).toEqual([]);
  });

  test('compares only accounts with the same number at the same bank', () => {
    for (const other of [{ account_number: '0123456780' }, { bank_code: '058' }]) {
      const asks = { ...ASKED, ...other };
      expect(breachesOf(DATA, { data: { ...OTHER, ...other }, asks })).toEqual([]);
    }
  });

  test('compares only within a shard, because each has its own pseudonyms', () => {
    expect(breachesOf({ data: DATA, id: 's1.x1' }, { data: OTHER, id: 's2.x1' })).toEqual([]);
    expect(breachesOf({ data: DATA, id: 's1.x1' }, { data: OTHER, id: 's1.x2' })).toHaveLength(1);
  });

  test('leaves what is no answer about the account to other checks', () => {
    expect(breachesOf(DATA, { ...OTHER, account_number: '999' }, { ...OTHER, bank_code: '999' })).toEqual([]);
    expect(breachesOf(DATA, { ...DATA, account_name: '' }, { ...DATA, account_name: null })).toEqual([]);
    expect(breachesOf(DATA, { data: OTHER, status: 400 }, { data: OTHER, condition: 'without-key' })).toEqual([]);
    expect(breachesOf(DATA, { data: OTHER, asks: ['no object'] }, { data: [OTHER] })).toEqual([]);
    const numbers = { account_number: 5, bank_code: 7 };
    expect(
      breachesOf({ data: { ...DATA, ...numbers }, asks: numbers }, { data: { ...OTHER, ...numbers }, asks: numbers }),
    ).toEqual([]);
  });
});
