import { asAdvice } from '../gate-case.ts';
import { DIGITS, ENQUIRY_SAYS, ORDER_SAYS, PROXY_REQUEST_ID, REQUEST_ID, STEP_SAYS } from './answers.ts';
import { type Expect, isOfEarlier } from './expect.ts';
import { breachOf, breachOfMember, member, memberProblems, type Problem } from './problem.ts';

const KEPT_ERROR = 'it keeps an error of an earlier answer';
/** What errors say. */
const SAID: ReadonlySet<unknown> = new Set(
  [ENQUIRY_SAYS, ORDER_SAYS, STEP_SAYS, DIGITS].flatMap(said => Object.values(said)),
);

/** What an error has to contain. Absent members may have any value. */
interface WantedError {
  /** The right statuses; `null` means no answer. */
  readonly status: readonly (number | null)[];
  /** The code; `null` means none that another answer carried. */
  readonly code?: string | null;
  readonly message?: string;
  /** The request-id; `undefined` if none is known. Default: the id of every scripted answer. */
  readonly requestId?: string | undefined;
}

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
const UNFOUND = 'a search for the message of the service finds nothing';
/** The default reason for a value instead of an error. */
const NO_ERROR = 'it ignores the status, or swallows unreadable bodies';
const EARLIER = 'it returns the value of an earlier answer in place of an error';
const NOTHING_FOUND = 'it turns an error into an empty value, as where nothing is found';

/** Expects an error with the answer's status, body and headers. @param whyValue why there may be a value instead */
export function errorOf(requirement: string, wanted: WantedError, whyValue = NO_ERROR): Expect {
  const { requestId } = { requestId: REQUEST_ID, ...wanted };
  return result => {
    const status = `status ${wanted.status.map(one => one ?? 'null, as there is no answer').join(' or ')}`;
    const due = `an error with ${status}`;
    if (result.kind === 'broke')
      return [breachOf(requirement, 'breaks-on-error', 'fails instead of returning an error', due, ESCAPED)];
    if (result.kind === 'value') {
      const isEmpty = Object.keys(result.value ?? {}).length === 0 && typeof wanted.code === 'string';
      const isEarlier = !wanted.status.includes(200) && isOfEarlier(result.value);
      const why = isEarlier ? EARLIER : isEmpty ? NOTHING_FOUND : whyValue;
      return [breachOf(requirement, 'value-for-error', 'returns a value instead of an error', due, why)];
    }
    const { error } = result;
    const found: Problem[] = [];
    const given = error.status ?? null;
    const id = member(error, 'request_id');
    const hasStatus = wanted.status.some(one => one === given);
    const isOther = !hasStatus && given === null && (error.code ?? null) === null && (id ?? null) === null;
    if (isOther && requestId !== undefined && error.message !== wanted.message) {
      const does = 'reports an error of its own instead of that of the answer';
      return [
        {
          ...breachOf(requirement, 'error-replaced', does, `${due} and request-id`, OWN_ERROR),
          also: ['response.request-id'],
        },
      ];
    }
    if (!hasStatus) {
      const likely = given === null ? LOST_STATUS : typeof given === 'boolean' ? HIDDEN_STATUS : OTHER_STATUS;
      found.push(breachOf(requirement, 'error-status', 'does not surface the status of an error', status, likely));
    }
    const { code, message = '' } = wanted;
    const isOfOwn = !SAID.has(error.message) && !String(error.message).includes(message);
    const isUnread = typeof code === 'string' && (error.code ?? null) === null && isOfOwn;
    if (isUnread) {
      const does = 'surfaces neither the code nor the message of an error';
      found.push(breachOf(requirement, 'error-unread', does, JSON.stringify({ code, message }), UNREAD));
    }
    for (const name of isUnread ? [] : (['code', 'message'] as const)) {
      const want = wanted[name];
      const other = name === 'code' ? 'message' : 'code';
      const have = error[name];
      if (want === undefined || (want === null && !SAID.has(have))) continue;
      if (want === null) {
        const other = `no ${name} of another answer`;
        found.push(breachOf(requirement, `error-${name}`, `gives the ${name} of an earlier error`, other, KEPT_ERROR));
        continue;
      }
      if (have !== want && have === wanted[other]) {
        const mixes = 'mixes up code and message of an error';
        found.push(breachOfMember(requirement, 'error-mixed', mixes, [name, want, have], `it ${mixes}`));
        continue;
      }
      const wrapped = name === 'message' && typeof have === 'string' && have !== want && have.includes(want);
      const does = wrapped ? 'adds text to the message of an error' : `does not surface the ${name} of an error`;
      const isLost = name === 'message' && typeof have !== 'string';
      const isOwn = name === 'code' && typeof have === 'string' && !want.startsWith(have);
      const kept = SAID.has(have) ? KEPT_ERROR : isOwn ? OWN_CODE : undefined;
      const [plain = '', ...marks] = wrapped ? [] : want.split('%');
      const isFilled = marks.length > 0 && String(have).startsWith(plain) && !want.startsWith(String(have));
      const filled = isFilled ? 'it uses the message as a format string, and fills in percent signs or braces' : kept;
      const likely = isLost ? 'the enquiry calls it error, the order calls it message' : filled;
      const cause = wrapped ? 'longer-message' : `error-${name}`;
      const problems = memberProblems(requirement, [cause, does], [name, want, have], likely);
      found.push(...(wrapped ? problems.map(problem => asAdvice(problem, UNFOUND)) : problems));
    }
    if (requestId !== undefined && id !== requestId) {
      const isCut = id && requestId.startsWith(String(id));
      const likely = REQUEST_ID_CAUSES.get(id) ?? (isCut ? undefined : id ? OTHER_VALUE : OTHER_HEADER);
      const about = ['requestId', requestId, id] as const;
      found.push(...memberProblems('response.request-id', LOST_REQUEST_ID, about, likely));
    }
    return found;
  };
}
