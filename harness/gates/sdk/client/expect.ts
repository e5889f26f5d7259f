import { bodyOf, type JsonObject, objectIn } from '../../../base/json.ts';
import { isFromService, isOk } from '../../../evidence/answered.ts';
import type { ClientQuestion, SdkCall } from './call.ts';
import { errorProblems } from './expect-error.ts';
import { valueProblems } from './expect-value.ts';
import { breachOf, type Judge } from './problem.ts';
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
