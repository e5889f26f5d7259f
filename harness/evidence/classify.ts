import { isOk } from './answered.ts';
import { LIMITED, NO_ANSWER } from './from-service.ts';

/**
 * What an answer says about its call: `taken` · `refused` by the service · `limited`: nothing was done · `broken`: the
 * service failed in the middle · `unknown`: no answer of the service, so that the call may have been taken.
 */
export type AnswerClass = 'taken' | 'refused' | 'limited' | 'broken' | 'unknown';

/** What the status of an answer says about its call; undefined where no answer arrived. */
export function classify(status: number | undefined): AnswerClass {
  if (status === undefined || NO_ANSWER.has(status)) return 'unknown';
  if (isOk(status)) return 'taken';
  if (status === LIMITED) return 'limited';
  return status >= 500 ? 'broken' : 'refused';
}

/** Statuses by which a step is refused for the state of its order. */
export const OF_THE_STATE: ReadonlySet<number> = new Set([400, 403, 409, 422]);

/** Statuses about the key or the order, and not about the step, unless the order took another one. */
export const OF_THE_ORDER: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Whether a call may have moved its order. */
export function mayAct(answer: AnswerClass): boolean {
  return answer === 'taken' || answer === 'unknown';
}
