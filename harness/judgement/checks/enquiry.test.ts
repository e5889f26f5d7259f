import { describe, expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import type { Condition } from '../../evidence/condition.ts';
import { differenceAt } from '../../evidence/difference.ts';
import { aRun } from '../../testing/evidence.ts';
import { hiddenIn, outcome, outcomeOfCalls } from '../../testing/outcome.ts';
import { OF_ANSWER } from './answers.ts';
import { hidden } from './check.ts';
import { enquiry } from './enquiry.ts';

const ASKED = { account_number: '0123456789', bank_code: '044' };
const DATA = { ...ASKED, account_name: 'Ada', bank_name: 'Bank' };

/** What cannot be said of an account that is not in the answer. */
const UNRESOLVED = ['enquiry.resolves', 'enquiry.same-account'].map(id => hidden(id, OF_ANSWER, 'x1'));

function enquiring(status: number, data?: Json, condition: Condition | undefined = 'known', asks: Json = ASKED) {
  const run = aRun();
  run.exchange('resolveBankAccount', {
    method: 'POST',
    asks,
    status,
    ...(condition !== undefined && { condition }),
    ...(data !== undefined && { answers: { status: true, data } }),
  });
  return run;
}

const judged = (...call: Parameters<typeof enquiring>) => outcome(enquiry, enquiring(...call));
const notShown = (...call: Parameters<typeof enquiring>) => hiddenIn(enquiry, enquiring(...call));

/** An enquiry beside one that is answered with another status. */
const unlisted = (status: number, condition: Condition = 'guessed', other = 400, beside?: Condition) => {
  const calls = [
    { method: 'POST', status, condition, answers: {} },
    { method: 'POST', status: other, condition: beside ?? 'unknown-account' },
  ];
  return outcomeOfCalls(enquiry, 'resolveBankAccount', ...calls).breaches;
};

test.each([302, 402, 403, 404, 409, 422, 501])('enquiry finds a %i, which is not documented', status => {
  expect(unlisted(status)).toMatchObject([
    {
      requirement: 'enquiry.route',
      cause: `unlisted ${status}`,
      message: `a name enquiry is answered with ${status}, which is not a listed response`,
      expected: '200, 400, 401, 500',
      evidence: ['x1'],
    },
  ]);
  expect(unlisted(status)[0]).not.toHaveProperty('severity');
  expect(unlisted(status, 'invalid-bank-code: null')).toHaveLength(1);
});

test.each([200, 201, 202, 400, 401, 500, 405, 413, 415, 429, 431, 502, 503, 504])(
  'enquiry does not judge a %i',
  status => {
    expect(unlisted(status)).toEqual([]);
  },
);

test.each<[string, ...Parameters<typeof unlisted>]>([
  ['of a call without an accepted key', 403, 'wrong-key'],
  ['that every call is answered with', 404, 'guessed', 404],
  ['that every call is answered with', 403, 'guessed', 403],
  ['beside which only a wrong key is answered with another', 404, 'guessed', 401, 'wrong-key'],
])('enquiry does not judge a status %s: %i', (_, ...call) => {
  expect(unlisted(...call)).toEqual([]);
});

test('enquiry passes an account that resolves to itself', () => {
  const passes = { 'enquiry.route': ['x1'], 'enquiry.resolves': ['x1'], 'enquiry.same-account': ['x1', 'x1'] };
  expect(judged(200, DATA)).toEqual({ breaches: [], passes });
  expect(judged(200, DATA, undefined)).toEqual({ breaches: [], passes });
});

test.each([
  [500, 'advice'],
  [400, undefined],
])('enquiry finds a known account answered %i at one time and resolved at another: %s', (status, severity) => {
  const call = { method: 'POST', condition: 'known', asks: ASKED } as const;
  const resolved = { ...call, answers: { status: true, data: DATA } };
  const { breaches } = outcomeOfCalls(enquiry, 'resolveBankAccount', resolved, { ...call, status });
  const message = 'an account resolves in some calls and not in others';
  expect(breaches.map(breach => [breach.severity, breach.message])).toEqual([[severity, message]]);
  expect(breaches[0]).not.toHaveProperty('next');
});

test.each([400, 422, 500])('enquiry finds a known account answered %i', status => {
  expect(judged(status).breaches).toMatchObject([
    {
      requirement: 'enquiry.resolves',
      cause: `known ${status}`,
      message: 'a configured account does not resolve',
      expected: '200 with the account holder',
      received: `${status} nothing`,
      next: 'if the sandbox no longer knows the account, change BANK_ACCOUNTS',
      evidence: ['x1'],
    },
  ]);
  expect(judged(status).breaches[0]).not.toHaveProperty('also');
  expect(notShown(status)).toEqual(UNRESOLVED);
  expect(notShown(status, undefined, 'guessed')).toEqual([]);
  expect(judged(status, undefined, 'guessed').breaches).toEqual([]);
});

test.each([404, 405])('enquiry finds the route missing if it is answered %i', status => {
  expect(judged(status)).toMatchObject({
    breaches: [{ requirement: 'enquiry.resolves', also: ['enquiry.route'] }],
    passes: {},
  });
});

test.each([401, 403, 429, 502, 503, 504])('enquiry does not judge an account that is answered %i', status => {
  expect(judged(status)).toEqual({ breaches: [], passes: status === 401 ? { 'enquiry.route': ['x1'] } : {} });
});

test.each<[string, ...string[]]>([
  ['account_name', 'account_name'],
  ['bank_name', 'bank_name'],
  ['account_name and bank_name', 'account_name', 'bank_name'],
])('enquiry finds an empty %s', (named, ...fields) => {
  const { breaches, passes } = judged(200, { ...DATA, ...Object.fromEntries(fields.map(field => [field, ''])) });
  expect(breaches).toMatchObject([
    {
      requirement: 'enquiry.resolves',
      cause: 'nameless',
      message: `a resolved account has an empty ${named}`,
      expected: "the account holder's name and the bank's",
      evidence: ['x1'],
    },
  ]);
  const differences = fields.map(field => ({ at: `/data/${field}`, expected: 'a name', received: '""' }));
  expect(breaches[0]?.differences).toEqual(differences);
  expect(passes['enquiry.resolves']).toBeUndefined();
});

test.each(['account_number', 'bank_code'])('enquiry finds an answer about another %s', field => {
  const { breaches, passes } = judged(200, { ...DATA, [field]: '999' });
  expect(breaches).toMatchObject([
    {
      requirement: 'enquiry.same-account',
      cause: field,
      message: `the response is about another ${field} than the request`,
      received: 'string "999"',
      expected: `string "${ASKED[field as keyof typeof ASKED]}"`,
      differences: [differenceAt(`/data/${field}`, ASKED[field as keyof typeof ASKED], '999')],
      evidence: ['x1'],
    },
  ]);
  expect(breaches[0]).not.toHaveProperty('likely');
  expect(passes['enquiry.same-account']).toEqual(['x1']);
});

test('An answer with the bank code in place of the account number is said to exchange them', () => {
  const { breaches } = judged(200, { ...DATA, account_number: ASKED.bank_code, bank_code: ASKED.account_number });
  expect(breaches.map(({ likely }) => likely)).toEqual([
    'the service writes bank_code in place of account_number',
    'the service writes account_number in place of bank_code',
  ]);
});

test('enquiry leaves a field that is missing or not a string to the schema check', () => {
  expect(judged(200, { ...DATA, account_number: 123456789, bank_code: null })).toMatchObject({ breaches: [] });
  expect(judged(200, [DATA])).toMatchObject({ breaches: [], passes: { 'enquiry.route': ['x1'] } });
  expect(judged(200)).toEqual({ breaches: [], passes: { 'enquiry.route': ['x1'] } });
  expect(judged(200, DATA, 'known', ['no object']).passes).toEqual({ 'enquiry.route': ['x1'] });
  const anotherField = hidden('enquiry.same-account', OF_ANSWER, 'x1');
  expect(notShown(200, { ...DATA, account_number: 123456789 })).toEqual([anotherField]);
  expect(notShown(200, [DATA])).toEqual(UNRESOLVED);
});

test.each<[string, Condition | undefined, Condition | undefined, string | undefined]>([
  ['of another enquiry', 'known', 'known', 'another enquiry of this run requested this account_number'],
  ['of an account that is almost the same', 'almost-account', 'known', 'the lookup ignores a part of the request'],
  ['that was only asked for in part', 'known', 'almost-account: without its end', undefined],
])('enquiry says why the answer is about the account %s', (_, condition, other, likely) => {
  const another = { method: 'POST', answers: { status: true, data: { ...DATA, account_number: '999' } } };
  const [found] = outcomeOfCalls(
    enquiry,
    'resolveBankAccount',
    { ...another, asks: ASKED, ...(condition && { condition }) },
    { ...another, asks: { ...ASKED, account_number: '999' }, ...(other && { condition: other }) },
    { status: 400, condition: 'unreadable-body: empty' },
  ).breaches;
  expect(found).toMatchObject({ cause: 'account_number', received: 'string "999"' });
  expect(found?.likely?.startsWith(likely ?? '')).toBe(likely && true);
});

test('enquiry does not count an account that resolves without a key', () => {
  for (const condition of ['without-key', 'wrong-key'] as const)
    expect(judged(200, DATA, condition)).toEqual({ breaches: [], passes: { 'enquiry.route': ['x1'] } });
});

describe.each([
  ['without-account-number', 'enquiry.account-number-required', 'without account_number'],
  ['without-bank-code', 'enquiry.bank-code-required', 'without bank_code'],
  ['invalid-account-number: null', 'enquiry.account-number-required', 'whose account_number is null'],
  ['invalid-bank-code: an object', 'enquiry.bank-code-required', 'whose bank_code is an object'],
  ['unreadable-body: cut short', 'enquiry.bank-code-required', 'whose body is cut short'],
] as const)('enquiry, %s', (condition, requirement, words) => {
  test.each([400, 422, 500])('passes a %i', status => {
    expect(judged(status, undefined, condition)).toMatchObject({ breaches: [], passes: { [requirement]: ['x1'] } });
  });

  test.each([200, 400])('finds that it resolves, answered %i, and reports no other breach', status => {
    const { breaches, passes } = judged(status, DATA, condition);
    expect(breaches.at(-1)).toMatchObject({
      requirement,
      cause: words.startsWith('whose') ? words.replace(/^whose (\w+) is/, 'resolved: $1') : 'resolved',
      message: `an enquiry ${words} is resolved`,
      expected: 'an error: both fields are required strings',
      evidence: ['x1'],
    });
    expect(new Set(breaches.map(({ cause }) => cause)).size).toBe(1);
    expect(passes['enquiry.resolves']).toBeUndefined();
  });

  test.each([401, 403, 429])('shows nothing with a %i', status => {
    expect(judged(status, undefined, condition).passes[requirement]).toBeUndefined();
    expect(judged(status, undefined, condition).breaches).toEqual([]);
  });
});

test.each(['invalid-account-number: a number', 'invalid-bank-code: an array'] as const)(
  'enquiry only advises against a conversion to a string: %s',
  condition => {
    const { breaches, passes } = judged(200, DATA, condition);
    expect(breaches.map(({ severity }) => severity)).toEqual(['advice']);
    expect(passes['enquiry.account-number-required']).toBeUndefined();
    expect(judged(400, undefined, condition).breaches).toEqual([]);
  },
);

test.each<[Condition, number]>([
  ['odd-value: account_number with blanks around it', 0],
  ['other-media-type: text/plain', 1],
])('enquiry allows that a call is resolved: %s', (condition, breaches) => {
  expect(judged(200, DATA, condition, { ...ASKED, account_number: ' 0123456789 ' }).breaches).toHaveLength(breaches);
  expect(judged(200, DATA, condition).breaches).toEqual([]);
});
