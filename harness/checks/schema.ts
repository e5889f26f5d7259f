import { isDocumented, type OperationId } from '../contract/operations.ts';
import { validateBody } from '../contract/validate.ts';
import { isObject, jsonOf } from '../core/json.ts';
import { answered, isOk, OF_HTTP } from './answers.ts';
import { breach, type Check, pass } from './check.ts';

const OPERATIONS: readonly OperationId[] = ['resolveBankAccount', 'getOnrampOrder'];

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

/** Resources and Endpoints: documented answers have the shape that the contract (openapi/service.yaml) gives them. */
export const schema: Check = {
  id: 'schema',
  title: 'documented answers have their documented shape',
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
    for (const operation of OPERATIONS) {
      for (const { id, response } of answered(view, operation)) {
        const { status, body } = response;
        const json = jsonOf(body);
        if (
          !isDocumented(operation, status) ||
          OF_HTTP.has(status) ||
          status > 500 ||
          (json === undefined && body.size > 0)
        )
          continue;
        const broken = new Set<string>();
        for (const violation of validateBody(operation, status, json?.value)) {
          broken.add(violation.requirement);
          // The check of names says it once for every place.
          if (violation.requirement === 'wire.snake-case') continue;
          yield breach({
            requirement: violation.requirement,
            cause: `${operation} ${isOk(status) ? status : 'error'} ${violation.pointer} ${violation.keyword}`,
            message: `${violation.pointer === '' ? 'the body' : violation.pointer} of a ${status} of ${operation} is not ${violation.expected}`,
            expected: violation.expected,
            received: violation.received,
            line: violation.line,
            evidence: [id],
          });
        }
        for (const requirement of stated(operation, status, json?.value))
          if (!broken.has(requirement)) yield pass(requirement, id);
      }
    }
  },
};

/** The requirements that an answer can show. */
function stated(operation: OperationId, status: number, value: unknown): readonly string[] {
  if (operation === 'getOnrampOrder') {
    if (!isOk(status)) return ['onramp.error-body', 'onramp.error-responses'];
    return isObject(value) && isObject(value.account) ? [...ORDER, ...ACCOUNT] : ORDER;
  }
  return isOk(status) ? ['enquiry.ok-body', 'enquiry.data'] : ['enquiry.error-body', `enquiry.${status}-body`];
}
