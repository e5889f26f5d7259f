import { isOk } from './answered.ts';
import { LIMITED, NO_ANSWER } from './from-service.ts';

/**
 * What an answer says about its call: `taken` · `refused` by the service · `limited`: nothing was done · `broken`: the
 * service failed while it processed the call · `unknown`: no answer of the service, so the call may have been taken.
 */
export type AnswerClass = 'taken' | 'refused' | 'limited' | 'broken' | 'unknown';

/** What the status of an answer says about its call. @param status `undefined` if no answer arrived */
export function classify(status: number | undefined): AnswerClass {
  if (status === undefined || NO_ANSWER.has(status)) return 'unknown';
  if (isOk(status)) return 'taken';
  if (status === LIMITED) return 'limited';
  return status >= 500 ? 'broken' : 'refused';
}

/** Statuses that refuse a step because of the state of its order. */
export const OF_THE_STATE: ReadonlySet<number> = new Set([400, 403, 409, 422]);

/** Statuses about the key or the order rather than the step, unless the order accepted another step. */
export const OF_THE_ORDER: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Whether a call may have moved its order. */
export function mayAct(answer: AnswerClass): boolean {
  return answer === 'taken' || answer === 'unknown';
}
