import { describe, expect, test } from 'vitest';
import type { Condition } from '../core/condition.ts';
import type { Json } from '../core/json.ts';
import { aRun } from '../testing/evidence.ts';
import { outcome } from '../testing/outcome.ts';
import { enquiry } from './enquiry.ts';

const ASKED = { account_number: '0123456789', bank_code: '044' };
const DATA = { ...ASKED, account_name: 'Ada', bank_name: 'Bank' };

function judged(status: number, data?: Json, condition: Condition | undefined = 'known', asks: Json = ASKED) {
  const run = aRun();
  run.exchange('resolveBankAccount', {
    method: 'POST',
    asks,
    status,
    ...(condition !== undefined && { condition }),
    ...(data !== undefined && { answers: { status: true, data } }),
  });
  return outcome(enquiry, run);
}

/** The findings without advice, which concerns only the status. */
function answered(...rest: Parameters<typeof judged>) {
  const { breaches, passes } = judged(...rest);
  return { breaches: breaches.filter(({ severity }) => severity !== 'advice'), passes };
}

describe('enquiry, by its status', () => {
  const advice = (status: number, condition: Condition = 'guessed') =>
    judged(status, DATA, condition).breaches.filter(({ severity }) => severity === 'advice');

  test.each([402, 404, 422])('gives advice on a %i, which is not documented', status => {
    expect(advice(status)).toMatchObject([
      { requirement: 'enquiry.route', cause: `unlisted ${status}`, expected: '200, 400, 401, 500', evidence: ['x1'] },
    ]);
  });

  test.each([200, 201, 202, 400, 401, 500, 405, 415, 429, 503])('does not judge a %i', status => {
    expect(advice(status)).toEqual([]);
  });

  test('ignores calls without an accepted key, and accounts that should resolve', () => {
    expect(advice(403, 'wrong-key')).toEqual([]);
    expect(advice(422, 'known')).toEqual([]);
  });
});

describe('enquiry', () => {
  test('passes an account that resolves to itself', () => {
    const passes = { 'enquiry.route': ['x1'], 'enquiry.resolves': ['x1'], 'enquiry.same-account': ['x1', 'x1'] };
    expect(answered(200, DATA)).toEqual({ breaches: [], passes });
    expect(answered(200, DATA, undefined)).toEqual({ breaches: [], passes });
  });

  test.each([400, 422, 500])('finds a known account answered %i', status => {
    expect(answered(status).breaches).toMatchObject([
      { requirement: 'enquiry.resolves', cause: `known ${status}`, received: `${status} nothing`, evidence: ['x1'] },
    ]);
    expect(answered(status).breaches[0]).not.toHaveProperty('also');
    expect(answered(status, undefined, 'guessed').breaches).toEqual([]);
  });

  test.each([404, 405])('finds the route missing if it is answered %i', status => {
    expect(answered(status)).toMatchObject({
      breaches: [{ requirement: 'enquiry.resolves', also: ['enquiry.route'] }],
      passes: {},
    });
  });

  test.each([401, 403, 429, 502, 503, 504])('does not judge an account that is answered %i', status => {
    expect(answered(status)).toEqual({ breaches: [], passes: status === 401 ? { 'enquiry.route': ['x1'] } : {} });
  });

  test.each([200, 400, 401, 500])('takes a %i as evidence of the route', status => {
    expect(answered(status, undefined, 'guessed').passes).toEqual({ 'enquiry.route': ['x1'] });
  });

  test.each([
    ['account_name', 'a resolved account has an empty account_name'],
    ['bank_name', 'a resolved account has an empty bank_name'],
  ])('finds an empty %s', (field, message) => {
    const { breaches, passes } = answered(200, { ...DATA, [field]: '' });
    expect(breaches).toMatchObject([{ requirement: 'enquiry.resolves', cause: 'nameless', message, evidence: ['x1'] }]);
    expect(passes['enquiry.resolves']).toBeUndefined();
  });

  test.each(['account_number', 'bank_code'])('finds an answer about another %s', field => {
    const { breaches, passes } = answered(200, { ...DATA, [field]: '999' });
    expect(breaches).toMatchObject([
      {
        requirement: 'enquiry.same-account',
        cause: field,
        received: 'string "999"',
        expected: `string "${ASKED[field as keyof typeof ASKED]}"`,
        evidence: ['x1'],
      },
    ]);
    expect(passes['enquiry.same-account']).toEqual(['x1']);
  });

  test('leaves a field that is missing or not a string to the schema check', () => {
    expect(answered(200, { ...DATA, account_number: 123456789, bank_code: null })).toMatchObject({ breaches: [] });
    expect(answered(200, [DATA])).toMatchObject({ breaches: [], passes: { 'enquiry.route': ['x1'] } });
    expect(answered(200)).toEqual({ breaches: [], passes: { 'enquiry.route': ['x1'] } });
    expect(answered(200, DATA, 'known', ['no object']).passes).toEqual({ 'enquiry.route': ['x1'] });
  });

  test('does not count an account that resolves without a key', () => {
    for (const condition of ['without-key', 'wrong-key'] as const)
      expect(answered(200, DATA, condition)).toEqual({ breaches: [], passes: { 'enquiry.route': ['x1'] } });
  });
});

describe.each([
  ['without-account-number', 'enquiry.account-number-required', 'account_number'],
  ['without-bank-code', 'enquiry.bank-code-required', 'bank_code'],
] as const)('enquiry, %s', (condition, requirement, field) => {
  test.each([400, 422, 500])('passes a %i', status => {
    expect(answered(status, undefined, condition)).toMatchObject({ breaches: [], passes: { [requirement]: ['x1'] } });
  });

  test('finds that it resolves, and reports no other breach', () => {
    expect(answered(200, DATA, condition)).toMatchObject({
      breaches: [
        { requirement, cause: 'resolved', message: `an enquiry without ${field} is resolved`, evidence: ['x1'] },
      ],
      passes: { 'enquiry.route': ['x1'] },
    });
    expect(answered(200, DATA, condition).passes['enquiry.resolves']).toBeUndefined();
  });

  test.each([401, 403, 429])('learns nothing from a %i', status => {
    expect(answered(status, undefined, condition).passes[requirement]).toBeUndefined();
    expect(answered(status, undefined, condition).breaches).toEqual([]);
  });
});
