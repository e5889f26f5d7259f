import { briefly, isObject, jsonOf, readingsOf } from '../../base/json.ts';
import { isDocumented, type OperationId } from '../../contract/operations.ts';
import { type Violation, validateBody } from '../../contract/validate.ts';
import { documentedErrors, isOk, OF_HTTP } from '../../evidence/answered.ts';
import type { Difference } from '../../evidence/difference.ts';
import { answered, OF_ANSWER } from './answers.ts';
import { type Breach, breach, type Check, hidden, pass } from './check.ts';

const OPERATIONS: readonly OperationId[] = ['resolveBankAccount', 'getOnrampOrder'];

/** The only documented success status of both operations (4.1, 4.2). Further errors are not specified. */
const SUCCESS = 200;

/** The number of defined error responses for an onramp order (4.2). */
const DEFINED_ERRORS = 4;

const ORDER = [
  'onramp.ok-body',
  'onramp.fields',
  'onramp.types',
  'onramp.amounts',
  'onramp.metadata',
  'onramp.converts',
  'onramp.account-optional',
];
const ACCOUNT = ['account.fields', 'account.types', 'account.amount'];

/** Resources and Endpoints: documented responses have the shape of the contract (openapi/service.yaml). */
export const schema: Check = {
  id: 'schema',
  title: 'Documented responses have their documented shape',
  kind: 'safety',
  requirements: [
    'enquiry.ok-body',
    'enquiry.data',
    'enquiry.error-body',
    'enquiry.400-body',
    'enquiry.401-body',
    'enquiry.500-body',
    ...ORDER,
    ...ACCOUNT,
    'onramp.error-body',
    'onramp.error-responses',
  ],
  *judge(view) {
    const errors = new Map(documentedErrors(view).map(({ id, response }) => [response.status, id]));
    if (errors.size > DEFINED_ERRORS)
      yield breach({
        requirement: 'onramp.error-responses',
        severity: 'advice',
        cause: 'many statuses',
        message: `getOnrampOrder has ${errors.size} different error statuses`,
        expected: `${DEFINED_ERRORS} error responses, as defined`,
        received: [...errors.keys()].sort().join(', '),
        likely: 'clients written for the defined errors do not know the others',
        evidence: [...errors.values()],
      });
    for (const operation of OPERATIONS) {
      for (const { id, condition, response } of answered(view, operation)) {
        const { status, body } = response;
        if (condition === 'known' && status !== SUCCESS)
          for (const requirement of stated(operation, SUCCESS, undefined)) yield hidden(requirement, OF_ANSWER, id);
        const json = jsonOf(body);
        if (isOk(status) && status !== SUCCESS) {
          yield breach({
            requirement: wholeOf(operation, status),
            cause: `${operation} ${status}`,
            message: `${operation} succeeds with ${status}`,
            expected: `${SUCCESS}, the only documented success`,
            received: `${status} ${briefly(json?.value)}`,
            evidence: [id],
          });
          continue;
        }
        if (!isDocumented(operation, status) || OF_HTTP.has(status) || status > 500) continue;
        if (json === undefined && body.size > 0) {
          for (const requirement of stated(operation, status, undefined)) yield hidden(requirement, OF_ANSWER, id);
          continue;
        }
        const broken = new Set<string>();
        for (const value of json === undefined ? [undefined] : readingsOf(body))
          for (const found of breachesOf(operation, status, value, id)) {
            for (const requirement of [found.requirement, ...(found.also ?? [])]) broken.add(requirement);
            // A success without an order has no order to show.
            const isOther = operation === 'getOnrampOrder' && isOk(status) && condition !== 'known';
            yield isOther ? { ...found, follows: 'onramp.error-responses' } : found;
          }
        for (const requirement of stated(operation, status, json?.value))
          if (!broken.has(requirement)) yield pass(requirement, id);
      }
    }
  },
};

/** A body without this many of its fields, or without all of them, is something else, which counts as one cause. */
const MANY = 3;

function* breachesOf(operation: OperationId, status: number, value: unknown, id: string): Generator<Breach> {
  // The check of field names reports a misspelled field once for all places.
  const violations = validateBody(operation, status, value).filter(
    ({ requirement }) => requirement !== 'wire.snake-case',
  );
  const isMissing = ({ keyword, pointer }: Violation) => keyword === 'required' && !pointer.slice(1).includes('/');
  const missing = violations.filter(isMissing);
  const whole = wholeOf(operation, status);
  const answer = `${isOk(status) ? `a ${status}` : 'an error'} response to ${operation}`;
  const [first] = violations;
  const required = validateBody(operation, status, {}).filter(isMissing).length;
  const lacksMany = missing.length >= Math.min(MANY, Math.max(2, required));
  const otherThing = lacksMany || violations.some(({ pointer }) => pointer === '');
  if (first && otherThing)
    yield breach({
      requirement: whole,
      also: [...new Set(violations.map(({ requirement }) => requirement))].filter(other => other !== whole),
      cause: `${operation} ${isOk(status) ? status : 'error'} whole`,
      message: `the body of ${answer} has another shape`,
      expected: lacksMany ? `the fields ${missing.map(({ pointer }) => pointer.slice(1)).join(', ')}` : first.expected,
      received: briefly(value),
      ...(lacksMany && { differences: missing.map(placeOf) }),
      ...(validateBody(operation, status, { status: true, data: value ?? null }).length === 0
        ? { likely: 'the body is not wrapped in data' }
        : wrapping(value)),
      line: first.line,
      evidence: [id],
    });
  for (const violation of violations) {
    const { requirement, pointer, keyword, expected, received, line } = violation;
    if (otherThing && (pointer === '' || missing.includes(violation))) continue;
    const general =
      !isOk(status) && requirement !== whole
        ? [requirement]
        : pointer === '/account'
          ? ['onramp.account-optional']
          : [];
    yield breach({
      requirement: isOk(status) ? requirement : whole,
      ...(general.length > 0 && { also: general }),
      cause: `${operation} ${isOk(status) ? status : 'error'} ${pointer} ${keyword}`,
      message:
        keyword === 'required' ? `${answer} lacks the field ${pointer}` : `${pointer} in ${answer} is not ${expected}`,
      expected,
      received: `${received}${isOk(status) ? '' : ` in a ${status}`}`,
      differences: [placeOf(violation)],
      line,
      evidence: [id],
    });
  }
}

function placeOf({ pointer, keyword, expected, received }: Violation): Difference {
  return { at: pointer, expected, ...(keyword !== 'required' && { received }) };
}

/** The member that wraps the body, if there is one. */
function wrapping(value: unknown): { readonly likely?: string } {
  if (Array.isArray(value)) return { likely: 'the body is wrapped in an array' };
  const [[name, inner] = [], ...others] = isObject(value) ? Object.entries(value) : [];
  return isObject(inner) && others.length === 0 ? { likely: `the body is wrapped in ${name}` } : {};
}

/** The requirement on a body as a whole. */
function wholeOf(operation: OperationId, status: number): string {
  const kind = operation === 'getOnrampOrder' ? 'onramp' : 'enquiry';
  return `${kind}.${isOk(status) ? 'ok-body' : 'error-body'}`;
}

/** The requirements that a response can show. */
function stated(operation: OperationId, status: number, value: unknown): readonly string[] {
  if (operation === 'getOnrampOrder') {
    if (!isOk(status)) return ['onramp.error-body', 'onramp.error-responses'];
    return isObject(value) && isObject(value.account) ? [...ORDER, ...ACCOUNT] : ORDER;
  }
  return isOk(status) ? ['enquiry.ok-body', 'enquiry.data'] : ['enquiry.error-body', `enquiry.${status}-body`];
}
