import { isOk } from '../core/answered.ts';
import { isKeyless, readCondition } from '../core/condition.ts';
import { briefly, isObject, jsonOf } from '../core/json.ts';
import { answered, OF_HTTP } from './answers.ts';
import { breach, type Check, pass } from './check.ts';

/** The responses of 4.1. */
const LISTED: ReadonlySet<number> = new Set([200, 400, 401, 500]);

/** 4.1: accounts resolve, to the account that was asked for; both inputs are required. */
export const enquiry: Check = {
  id: 'enquiry',
  title: 'a name enquiry resolves the account that was asked for, and nothing else',
  kind: 'safety',
  requirements: [
    'enquiry.route',
    'enquiry.resolves',
    'enquiry.same-account',
    'enquiry.account-number-required',
    'enquiry.bank-code-required',
  ],
  *judge(view) {
    for (const { id, condition, request, response } of answered(view, 'resolveBankAccount')) {
      const { status } = response;
      if (LISTED.has(status)) yield pass('enquiry.route', id);
      const unresolved = condition === 'known' && !isOk(status) && status !== 401 && status !== 403;
      if (!LISTED.has(status) && !isOk(status) && !OF_HTTP.has(status) && !isKeyless(condition) && !unresolved) {
        yield breach({
          requirement: 'enquiry.route',
          severity: 'advice',
          cause: `unlisted ${status}`,
          message: `a name enquiry is answered ${status}, which is not one of the responses that are listed`,
          expected: [...LISTED].join(', '),
          received: `${status} ${briefly(jsonOf(response.body)?.value)}`,
          likely: 'callers that were written from the specification do not expect it',
          evidence: [id],
        });
      }
      if (unresolved) {
        yield breach({
          requirement: 'enquiry.resolves',
          ...((status === 404 || status === 405) && { also: ['enquiry.route'] }),
          cause: `known ${status}`,
          message: 'an account that resolves is not resolved',
          expected: '200 with the account holder',
          received: `${status} ${briefly(jsonOf(response.body)?.value)}`,
          next: 'where the account is no longer known to the sandbox, change BANK_ACCOUNTS',
          evidence: [id],
        });
      }
      const { omits: missing, requirement } = readCondition(condition) ?? {};
      if (requirement !== undefined) {
        // Where the key is not accepted, nothing is said about the field.
        if (status === 401 || status === 403) continue;
        if (!isOk(status)) yield pass(requirement, id);
        else {
          yield breach({
            requirement,
            cause: 'resolved',
            message: `an enquiry without ${missing} is resolved`,
            expected: 'an error: the field is required',
            received: `${status} ${briefly(jsonOf(response.body)?.value)}`,
            evidence: [id],
          });
        }
      }
      const asked = request.body && jsonOf(request.body)?.value;
      const answer = jsonOf(response.body)?.value;
      if (
        isKeyless(condition) ||
        requirement !== undefined ||
        !isOk(status) ||
        !isObject(asked) ||
        !isObject(answer) ||
        !isObject(answer.data)
      )
        continue;
      const { data } = answer;
      const nameless = (['account_name', 'bank_name'] as const).filter(field => data[field] === '');
      if (nameless.length === 0) yield pass('enquiry.resolves', id);
      else {
        yield breach({
          requirement: 'enquiry.resolves',
          cause: 'nameless',
          message: `a resolved account has an empty ${nameless.join(' and ')}`,
          expected: "the account holder's name and the bank's",
          received: briefly(answer.data),
          evidence: [id],
        });
      }
      for (const field of ['account_number', 'bank_code'] as const) {
        const found = answer.data[field];
        if (typeof found !== 'string') continue;
        if (found === asked[field]) yield pass('enquiry.same-account', id);
        else {
          yield breach({
            requirement: 'enquiry.same-account',
            cause: field,
            message: `the answer is about another ${field} than was asked for`,
            expected: briefly(asked[field]),
            received: briefly(found),
            likely: 'answers are cached or shared between requests under too short a key',
            evidence: [id],
          });
        }
      }
    }
  },
};
