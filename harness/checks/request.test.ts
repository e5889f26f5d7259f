import { describe, expect, test } from 'vitest';
import type { OperationId } from '../contract/operations.ts';
import { bodyOf, type Json } from '../core/json.ts';
import { isBreach } from './check.ts';
import { judgeRequest } from './request.ts';

const SENDER = { name: 'the SDK', evidence: 'x1' };

function judged(operation: OperationId, body: Json | string, accept = 'application/json') {
  const headers = Object.entries({
    Accept: accept,
    'Content-Type': 'application/json',
    'Idempotency-Key': '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  });
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const request = { method: 'POST', url: 'http://127.0.0.1/', headers, body: bodyOf(bytes) };
  const judgements = [...judgeRequest(SENDER, request, operation)];
  return {
    breaches: judgements.filter(isBreach).map(({ requirement, message }) => `${requirement}: ${message}`),
    passes: judgements.filter(one => !isBreach(one)).map(({ requirement }) => requirement),
    severities: judgements.filter(isBreach).map(({ severity }) => severity),
  };
}

describe('The body of a request', () => {
  test.each([
    [{ account_number: '1', bank_code: '2' }, []],
    [
      { account_number: 1, bank_code: '2' },
      ['enquiry.string-inputs: the SDK sends account_number as something other than a string'],
    ],
    [{ account_number: '1' }, ['enquiry.string-inputs: the SDK leaves out bank_code']],
    [{ account_number: '1', bank_code: null }, ['enquiry.string-inputs: the SDK leaves out bank_code']],
    [
      { account_number: '1', bankCode: '2' },
      ['wire.snake-case: the SDK sends bankCode instead of the field bank_code'],
    ],
    ['[1]', ['wire.json: the SDK sends a body of JSON that is not an object']],
    ['{', ['wire.json: the SDK sends a body that is not JSON']],
  ])('of a name enquiry: %j', (body, breaches) => {
    expect(judged('resolveBankAccount', body).breaches).toEqual(breaches);
    expect(judged('resolveBankAccount', body).passes.includes('enquiry.string-inputs')).toBe(breaches.length === 0);
  });

  test.each([
    [{ event: 'fail' }, []],
    [{ event: 'deposit_detected', received_amount: '5.00' }, []],
    [{ event: 'fail', received_amount: null }, ['simulate.optional-fields: the SDK sends an absent field as null']],
    [
      { event: 'deposit_detected', received_amount: 5 },
      ['simulate.received-amount: the SDK sends received_amount as something other than a decimal string'],
    ],
    [
      { event: 'fail', received_network: 'tron' },
      ['simulate.only-own-event: the SDK sends received_network with an event that it does not belong to'],
    ],
  ])('of a simulated step: %j', (body, breaches) => {
    expect(judged('simulateCollectionOrder', body).breaches).toEqual(breaches);
    expect(judged('simulateCollectionOrder', body).passes.includes('simulate.only-own-event')).toBe(!breaches.length);
  });
});

test('Accept may name more than JSON, which is advice', () => {
  const { passes, severities } = judged(
    'simulateCollectionOrder',
    { event: 'fail' },
    'application/json, text/plain;q=0.5',
  );
  expect(passes).toContain('request.accept');
  expect(severities).toEqual(['advice']);
});
