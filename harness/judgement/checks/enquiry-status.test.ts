import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { aRun } from '../../testing/evidence.ts';
import { outcome } from '../../testing/outcome.ts';
import { enquiryStatus } from './enquiry-status.ts';

const DATA = { account_number: '0123456789', bank_code: '044', account_name: 'Ada', bank_name: 'Bank' };

/** Advice on answers in turn, of a target that is held to values of a dialect, if any. */
function adviceOn(answers: readonly (readonly [status: number, body: Json])[], values?: JsonObject) {
  const run = aRun();
  for (const [status, body] of answers) run.exchange('resolveBankAccount', { method: 'POST', status, answers: body });
  const { evidence } = run;
  const held = { ...evidence, run: { ...evidence.run, ...(values && { dialect: { values } }) } };
  return outcome(enquiryStatus, { evidence: held }).breaches;
}

test('enquiry-status passes true in a resolved enquiry, and false in an error', () => {
  expect(adviceOn([[200, { status: true, data: DATA }]])).toEqual([]);
  expect(adviceOn([[400, { status: false }]])).toEqual([]);
});

test('enquiry-status gives advice on false in a resolved enquiry', () => {
  expect(adviceOn([[200, { status: false, data: DATA }]])).toMatchObject([
    {
      requirement: 'enquiry.ok-body',
      severity: 'advice',
      cause: 'status false',
      message: 'the body of a resolved enquiry has the status false',
      expected: 'status true',
      differences: [{ at: '/status', expected: 'true', received: 'false' }],
      likely: 'a client that reads status takes the success for a failure',
      evidence: ['x1'],
    },
  ]);
});

test.each([400, 401, 500])('enquiry-status gives advice on true in an error answered %i', status => {
  expect(adviceOn([[status, { code: 'c', error: 'e', status: true }]])).toMatchObject([
    {
      requirement: 'enquiry.error-body',
      severity: 'advice',
      cause: 'status true',
      message: 'the body of an enquiry error has the status true',
      expected: 'status false',
      received: `${status} object {"code":"c","error":"e","status":true}`,
      likely: 'a client that reads status takes the failure for a success',
      evidence: ['x1'],
    },
  ]);
});

test('enquiry-status gives no advice on a value of the dialect that the target is held to', () => {
  const unusual = [
    [200, { status: false, data: DATA }],
    [400, { status: true }],
  ] as const;
  expect(adviceOn(unusual, { enquiryResolved: false, enquiryError: true })).toEqual([]);
  expect(adviceOn(unusual, { enquiryResolved: true, enquiryError: true })).toMatchObject([{ evidence: ['x1'] }]);
  expect(adviceOn(unusual, { enquiryResolved: false })).toMatchObject([{ evidence: ['x2'] }]);
});

test.each<[status: number, body: Json]>([
  [200, { status: false }],
  [200, { status: 'false', data: DATA }],
  [302, { status: true }],
  [400, [true]],
  [400, { status: 1 }],
  [400, null],
])('enquiry-status leaves a %i with %j to other checks', (...answer) => {
  expect(adviceOn([answer])).toEqual([]);
});
