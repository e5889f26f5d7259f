import { type Answered, answersOfService } from '../core/answered.ts';
import { type ConditionName, readCondition } from '../core/condition.ts';
import { isObject, jsonOf } from '../core/json.ts';
import { writeCode } from '../sandbox/http/api-error.ts';
import { type ErrorCode, STATUSES } from '../sandbox/http/error-codes.ts';
import type { Observed } from './observed.ts';
import { codeForm } from './read-formats.ts';
import { majority, type Reading, shown } from './reading.ts';

/** The routes by their operations. */
const ROUTES: { readonly [operation: string]: string | undefined } = {
  resolveBankAccount: 'enquiry',
  getOnrampOrder: 'onramp',
  simulateCollectionOrder: 'simulate',
};

/** Why the sandbox refuses a call under a condition. */
const CAUSES: { readonly [N in ConditionName]?: ErrorCode } = {
  unknown: 'not_found',
  'unknown-order': 'not_found',
  'order-id-cut': 'not_found',
  'unknown-account': 'account_not_found',
  'malformed-id': 'invalid_request',
  'without-key': 'unauthorized',
  'wrong-key': 'unauthorized',
  'without-account-number': 'invalid_request',
  'without-bank-code': 'invalid_request',
  'invalid-account-number': 'invalid_request',
  'invalid-bank-code': 'invalid_request',
  'unreadable-body': 'invalid_request',
  'without-event': 'invalid_request',
  'unknown-event': 'invalid_request',
  'invalid-event': 'invalid_request',
  'misplaced-field': 'invalid_request',
  'other-media-type': 'unsupported_media_type',
  'illegal-step': 'invalid_state',
  'repeated-step': 'invalid_state',
  'large-body': 'payload_too_large',
};

/** Causes whose status has no other key of the dialect. */
const OWN_STATUS: ReadonlySet<ErrorCode> = new Set([
  'unsupported_media_type',
  'payload_too_large',
  'method_not_allowed',
]);

/** Codes of errors, and statuses that no other key says, where the sandbox would answer otherwise. */
export function errorAnswers(observed: Observed): Reading<{ readonly [cause: string]: object }> | undefined {
  const form = observed.fact('error.enquiry-codes', /./, codeForm)?.value ?? 'snake';
  const refused = answersOfService(observed.view).flatMap(answer => {
    const [route, cause] = causeOf(answer) ?? [];
    const isRefused = route !== undefined && cause !== undefined && answer.response.status >= 400;
    return isRefused ? [{ key: `${route}.${cause}`, cause, answer }] : [];
  });
  const errors = [...Map.groupBy(refused, ({ key }) => key)].flatMap(([key, own]) => {
    const [{ cause } = { cause: undefined }] = own;
    if (cause === undefined) return [];
    const code = majority(own.map(({ answer }) => ({ value: codeIn(answer), id: answer.id })))?.value;
    const status = majority(own.map(({ answer }) => ({ value: answer.response.status, id: answer.id })))?.value;
    const isOther = { code: code !== undefined && code !== writeCode(cause, form), status: status !== STATUSES[cause] };
    const told = { ...(isOther.code && { code }), ...(hasStatus(key, cause) && isOther.status && { status }) };
    return Object.keys(told).length > 0 ? [[key, told]] : [];
  });
  return shown(
    Object.fromEntries(errors),
    refused.map(({ answer }) => answer.id),
  );
}

/** The route of a refused call, and why the sandbox would refuse it; undefined where that depends on the service. */
function causeOf({
  condition,
  operation = '',
  response: { status },
}: Answered): readonly [string, ErrorCode] | undefined {
  const { name, detail = '' } = readCondition(condition) ?? {};
  if (name === 'unknown-route') {
    const known = PATHS.find(([path]) => detail.includes(path));
    return known ? [known[1], 'method_not_allowed'] : ['none', 'not_found'];
  }
  const route = ROUTES[operation];
  const cause = name === 'magic' && route === 'enquiry' ? MAGIC[status] : name && CAUSES[name];
  if (route === undefined || (cause === 'payload_too_large' && status !== STATUSES[cause])) return undefined;
  if (route === 'simulate' && condition === undefined) return [route, 'invalid_state'];
  return cause && [route, cause];
}

/** The routes by a part of their paths. */
const PATHS = [
  ['/v1/banks/', 'enquiry'],
  ['/v1/onramp/', 'onramp'],
  ['/simulate', 'simulate'],
] as const;

const MAGIC: { readonly [status: number]: ErrorCode } = { 400: 'account_not_found', 500: 'internal_error' };

function hasStatus(key: string, cause: ErrorCode): boolean {
  return OWN_STATUS.has(cause) || key === 'none.not_found';
}

function codeIn({ response }: Answered): string | undefined {
  const body = jsonOf(response.body)?.value;
  return isObject(body) && typeof body.code === 'string' && body.code !== '' ? body.code : undefined;
}
