import { objectIn } from '../../base/json.ts';
import { type Answered, answersOfService } from '../../evidence/answered.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { majority, type Reading, shown } from '../../facts/observed-dialect.ts';
import type { ErrorAnswer } from '../../sandbox/dialect/keys/step-keys.ts';
import { CAUSES, isAcceptable, ROUTES } from '../../sandbox/http/call.ts';
import type { Original } from './observed.ts';

/**
 * Errors of a sandbox that accepts nothing odd. Their codes are their own keys, so that a run shows why it refuses each
 * call.
 */
export const NAMED_ERRORS: { readonly [key: string]: ErrorAnswer } = Object.fromEntries(
  ROUTES.flatMap(route => CAUSES.map(cause => `${route}.${cause}`)).map(key => [key, { code: key, accepted: false }]),
);

/**
 * How the service answers the calls that a strict twin refuses: whether it accepts them, its codes, and its statuses
 * unless they are those of the twin.
 *
 * @param asked the evidence of the twin so far, but with {@link NAMED_ERRORS}
 */
export function errorAnswers(
  { view }: Original,
  asked: Evidence,
): Reading<{ readonly [key: string]: ErrorAnswer }> | undefined {
  const refusals = Map.groupBy(answersOfService({ evidence: asked }).filter(isRefused), callOf);
  const answers = answersOfService(view).flatMap(answer => {
    const twins = refusals.get(callOf(answer)) ?? [];
    const [key, status] = [String(mostOften(twins, codeIn)), mostOften(twins, statusIn)];
    const isCompared = key in NAMED_ERRORS && (isRefused(answer) || isAcceptable(key));
    return isCompared ? [{ ...answer, key, other: statusIn(answer) === status ? 'none' : statusIn(answer) }] : [];
  });
  const errors = [...Map.groupBy(answers, ({ key }) => key)].map(([key, own]) => {
    const refused = own.filter(isRefused);
    if (refused.length < own.length / 2) return [key, { accepted: true }];
    const [code, status] = [mostOften(refused, codeIn), mostOften(refused, ({ other }) => other)];
    const told = { ...(code !== undefined && { code }), ...(typeof status === 'number' && { status }) };
    return [key, { ...told, ...(isAcceptable(key) && { accepted: false }) }];
  });
  return shown(Object.fromEntries(errors), answers);
}

function isRefused({ response: { status } }: Answered): boolean {
  return status >= 400;
}

/** What a call asks for. Two calls with magic values are told apart by whose fault the error is. */
function callOf({ operation, condition, response: { status } }: Answered): string {
  return `${operation} ${condition} ${status >= 500}`;
}

function mostOften<A extends Answered, T>(answers: readonly A[], read: (answer: A) => T | undefined): T | undefined {
  return majority(answers.map(answer => ({ value: read(answer), id: answer.id })))?.value;
}

function statusIn({ response }: Answered): number {
  return response.status;
}

function codeIn({ response }: Answered): string | number | undefined {
  const code = objectIn(response.body)?.code;
  return (typeof code === 'string' && code !== '') || Number.isSafeInteger(code)
    ? (code as string | number)
    : undefined;
}
