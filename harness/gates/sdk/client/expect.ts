import { bodyOf, header, type Json, type JsonObject, objectIn } from '../../../base/json.ts';
import { isFromService, isOk } from '../../../evidence/answered.ts';
import { asAdvice } from '../gate-case.ts';
import { DIGITS, ENQUIRY_SAYS, isOfEarlier, ORDER_SAYS, PROXY_REQUEST_ID, REQUEST_ID, STEP_SAYS } from './answers.ts';
import type { ClientQuestion, SdkCall } from './call.ts';
import { valueProblems } from './expect-value.ts';
import {
  breachOf,
  breachOfMember,
  type CallResult,
  type Judge,
  member,
  memberProblems,
  type Problem,
} from './problem.ts';
import type { WireAnswer } from './wire.ts';

/**
 * Judges a result by the answer. A success that an SDK can read gives its value; anything else gives an error. An SDK
 * may give up on an answer that takes time.
 */
export const byAnswer =
  (row: ClientQuestion): Judge =>
  result => {
    const { manner } = row.answer;
    const mayGiveUp = manner === 'slow' || manner === 'trickle';
    if (mayGiveUp && result.kind === 'error' && (result.error.status ?? null) === null) return [];
    const body = successIn(row.call, row.answer);
    return body === undefined ? errorProblems(row, result) : valueProblems(row, body, result);
  };

/** Accepts any value or error. */
export const anything: Judge = ({ kind }) => {
  const does = 'fails instead of returning a value or an error';
  return kind === 'broke' ? [breachOf('wire.json', 'breaks', does, 'a value or an error')] : [];
};

/** The requirements that a result as `byAnswer` wants it shows. */
export function shownBy({ call, answer }: ClientQuestion): readonly string[] {
  const { value, error } = call.requirements;
  const body = successIn(call, answer);
  if (body === undefined) {
    const isStated =
      answer.status >= 400 && isFromService(answer.status) && objectIn(bodyOf(answer.body)) !== undefined;
    return isStated ? error(answer.status) : [];
  }
  if (call.method !== 'getOnrampOrder') return value;
  return [...value, body.account ? 'account.fields' : 'onramp.account-optional'];
}

/** The object of a success that an SDK can read; `undefined` for other answers. The body of simulate is unspecified. */
export function successIn(
  { says }: Pick<SdkCall, 'says'>,
  { status, manner, body }: WireAnswer,
): JsonObject | undefined {
  if (!isOk(status) || manner === 'cut' || manner === 'drop') return undefined;
  return objectIn(bodyOf(body)) ?? (says === undefined ? {} : undefined);
}

const KEPT_ERROR = 'it keeps an error of an earlier answer';
/** What errors say. */
const SAID: ReadonlySet<unknown> = new Set(
  [ENQUIRY_SAYS, ORDER_SAYS, STEP_SAYS, DIGITS].flatMap(said => Object.values(said)),
);

/** Why an error has the wrong request-id, by the id that it has. */
const REQUEST_ID_CAUSES: ReadonlyMap<unknown, string> = new Map([
  [REQUEST_ID, 'it keeps the request-id of an earlier answer'],
  [PROXY_REQUEST_ID, 'it takes x-request-id, which a proxy may add, for request-id'],
]);

const OWN_ERROR = 'an error of its own, such as of its JSON parser or its last attempt, takes the place of the answer';
const ESCAPED = 'an error escapes, such as that of its JSON parser, or one over a body that is no object';
const UNREAD = 'it does not read the body of an error, or looks for its members in another place';
const LOST_STATUS = 'its error has no place for the status, or some statuses are lost';
const HIDDEN_STATUS = 'the member status of the body hides the HTTP status';
const OTHER_STATUS = 'it makes a status of its own';
const LOST_REQUEST_ID = ['error-request-id', 'does not surface the request-id of an error'] as const;
const OTHER_HEADER = 'it looks for the header under another name, in one case only, or not for every status';
const OTHER_VALUE = 'it takes another value for request-id, such as its own Idempotency-Key or a member of the body';
const OWN_CODE = 'it gives a code of its own for one that it does not know; the values of code are not specified';
const OTHER_NAME = 'the enquiry calls it error, the order calls it message';
const FILLED = 'it uses the message as a format string, and fills in percent signs or braces';
const UNFOUND = 'a search for the message of the service finds nothing';
const NO_ERROR = 'it ignores the status, or swallows unreadable bodies';
const TAKEN_FOR_SUCCESS = 'it takes a call without an answer for a success';
const EARLIER = 'it returns the value of an earlier answer in place of an error';
const NOTHING_FOUND = 'it turns an error into an empty value, as where nothing is found';

/**
 * The problems of the result of a call that was answered with anything but a success. A redirect may be any error.
 * Gateways and limiters need not say a code and a message in the usual form.
 */
function errorProblems({ call, answer, likely }: ClientQuestion, result: CallResult): readonly Problem[] {
  const { manner, body, headers } = answer;
  const isRedirect = answer.status >= 300 && answer.status < 400;
  const [ofBody] = isOk(answer.status) ? call.requirements.value : call.requirements.error(answer.status);
  const requirement = isRedirect ? call.route : ofBody;
  // Some libraries report the status of an answer that breaks off; some report only the failure.
  const statuses = manner === 'drop' ? [null] : manner === 'cut' ? [answer.status, null] : [answer.status];
  const status = `status ${statuses.map(one => one ?? 'null, as there is no answer').join(' or ')}`;
  const due = `an error with ${status}`;
  const said = objectIn(bodyOf(body)) ?? {};
  const isStated = call.says !== undefined && answer.status >= 400 && isFromService(answer.status);
  const wanted = isStated ? { code: textOf(said.code), message: textOf(said[call.says]) } : {};
  if (result.kind === 'broke')
    return [breachOf(requirement, 'breaks-on-error', 'fails instead of returning an error', due, ESCAPED)];
  if (result.kind === 'value') {
    const isEmpty = Object.keys(result.value ?? {}).length === 0 && wanted.code !== undefined;
    const isEarlier = !statuses.includes(200) && isOfEarlier(result.value);
    const swallowed = manner === 'drop' ? TAKEN_FOR_SUCCESS : NO_ERROR;
    const why = isEarlier ? EARLIER : isEmpty ? NOTHING_FOUND : (likely ?? swallowed);
    return [breachOf(requirement, 'value-for-error', 'returns a value instead of an error', due, why)];
  }
  if (isRedirect) return [];
  const { error } = result;
  const given = error.status ?? null;
  const id = member(error, 'request_id');
  const requestId = statuses.includes(null) ? undefined : header(Object.entries(headers), 'request-id');
  const hasStatus = statuses.some(one => one === given);
  const isOther = !hasStatus && given === null && (error.code ?? id ?? null) === null;
  if (isOther && requestId !== undefined && error.message !== wanted.message) {
    const does = 'reports an error of its own instead of that of the answer';
    const problem = breachOf(requirement, 'error-replaced', does, `${due} and request-id`, OWN_ERROR);
    return [{ ...problem, also: ['response.request-id'] }];
  }
  const ofStatus = given === null ? LOST_STATUS : typeof given === 'boolean' ? HIDDEN_STATUS : OTHER_STATUS;
  const ofId = REQUEST_ID_CAUSES.get(id) ?? (id ? OTHER_VALUE : OTHER_HEADER);
  return [
    ...(hasStatus
      ? []
      : [breachOf(requirement, 'error-status', 'does not surface the status of an error', status, ofStatus)]),
    ...sayingProblems(requirement, wanted, Object.values(said), error),
    ...(requestId === undefined
      ? []
      : memberProblems('response.request-id', LOST_REQUEST_ID, ['requestId', requestId, id], undefined, ofId)),
  ];
}

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : undefined);

/** The problems of the code and the message of an error. @param said every value in the body of the answer */
function sayingProblems(
  requirement: string,
  wanted: { readonly code?: string | undefined; readonly message?: string | undefined },
  said: readonly Json[],
  error: JsonObject,
): readonly Problem[] {
  const { code, message = '' } = wanted;
  const isOfOwn = !SAID.has(error.message) && !String(error.message).includes(message);
  if (code !== undefined && (error.code ?? null) === null && isOfOwn) {
    const does = 'surfaces neither the code nor the message of an error';
    return [breachOf(requirement, 'error-unread', does, JSON.stringify({ code, message }), UNREAD)];
  }
  return (['code', 'message'] as const).flatMap(name => {
    const [want, have] = [wanted[name], error[name]];
    if (want === undefined) {
      if (!SAID.has(have) || said.some(one => one === have)) return [];
      const none = `no ${name} of another answer`;
      return [breachOf(requirement, `error-${name}`, `gives the ${name} of an earlier error`, none, KEPT_ERROR)];
    }
    const about = [name, want, have] as const;
    if (have !== want && have === wanted[name === 'code' ? 'message' : 'code']) {
      const mixes = 'mixes up code and message of an error';
      return [breachOfMember(requirement, 'error-mixed', mixes, about, `it ${mixes}`)];
    }
    if (name === 'message' && typeof have === 'string' && have !== want && have.includes(want)) {
      const problem = breachOfMember(requirement, 'longer-message', 'adds text to the message of an error', about);
      return [asAdvice(problem, UNFOUND)];
    }
    const [plain = '', ...marks] = want.split('%');
    const isFilled = marks.length > 0 && String(have).startsWith(plain);
    const kept = SAID.has(have) ? KEPT_ERROR : name === 'code' && textOf(have) ? OWN_CODE : undefined;
    const likely = name === 'message' && typeof have !== 'string' ? OTHER_NAME : isFilled ? FILLED : kept;
    const does = `does not surface the ${name} of an error`;
    return memberProblems(requirement, [`error-${name}`, does], about, undefined, likely);
  });
}
