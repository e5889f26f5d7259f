import { isObject, objectIn } from '../../base/json.ts';
import { isOk } from '../../evidence/answered.ts';
import { answered, namesHolder, quoted } from './answers.ts';
import { breach, type Check } from './check.ts';

/**
 * Values of `status` that most clients take for success. Only its type is specified, so another value is advice, unless
 * the expected dialect has it.
 */
const USUAL = [
  { succeeds: true, key: 'enquiryResolved', requirement: 'enquiry.ok-body', answer: 'a resolved enquiry' },
  { succeeds: false, key: 'enquiryError', requirement: 'enquiry.error-body', answer: 'an enquiry error' },
] as const;

/** 4.1: `status` tells a resolved enquiry from an error. */
export const enquiryStatus: Check = {
  id: 'enquiry-status',
  title: 'The status in the body of a name enquiry is true if it is resolved, and false if not',
  kind: 'safety',
  requirements: USUAL.map(({ requirement }) => requirement),
  *judge(view) {
    const values = view.evidence.run.dialect?.values;
    for (const { id, response } of answered(view, 'resolveBankAccount')) {
      const body = objectIn(response.body);
      const usual = USUAL.find(({ succeeds }) =>
        succeeds ? isOk(response.status) && namesHolder(response) : response.status >= 400,
      );
      if (!usual || body === undefined || body.status !== !usual.succeeds) continue;
      if (isObject(values) && values[usual.key] === body.status) continue;
      yield breach({
        requirement: usual.requirement,
        severity: 'advice',
        cause: `status ${body.status}`,
        message: `the body of ${usual.answer} has the status ${body.status}`,
        expected: `status ${usual.succeeds}`,
        received: quoted(response),
        differences: [{ at: '/status', expected: `${usual.succeeds}`, received: `${body.status}` }],
        likely: usual.succeeds
          ? 'a client that reads status takes the success for a failure'
          : 'a client that reads status takes the failure for a success',
        evidence: [id],
      });
    }
  },
};
