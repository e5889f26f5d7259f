import { once, oncePerKey, oncePerObject } from '../../../base/once.ts';
import type { CaseProblem, CaseRecord } from '../../../evidence/evidence.ts';
import type { KnownQuestion } from '../gate-case.ts';
import type { KnownMistake, WrongSteps } from '../mistakes/known-mistakes.ts';
import type { AdapterReply, Result } from '../protocol.ts';
import { KNOWN_STREAMS } from '../receive/streams.ts';
import { INJECTED_NOW } from '../signature-cases.ts';
import { knownSignatures } from '../verify/verify-cases.ts';
import { type Answers, answersTo, type Clock } from './answer.ts';

/** A known webhook case. The answers of an SDK with known mistakes can be computed. */
export interface WebhookCase extends Pick<KnownQuestion, 'id' | 'method'> {
  readonly answers: Answers;
  /** The problems of an answer; empty if it is right. */
  problems(answer: string): readonly CaseProblem[];
}

const knownQuestions = once(() => new Map([...knownSignatures(), ...KNOWN_STREAMS].map(known => [known.id, known])));

/** All known webhook cases by id, for an injected clock. */
export const webhookCases: () => ReadonlyMap<string, WebhookCase> = once(
  () => new Map([...knownQuestions()].map(([id, known]) => [id, webhookCase(known)])),
);

/** The known case of a record, as it was signed; `undefined` for generated cases and for calls of the service. */
export const webhookCaseOf: (seen: CaseRecord) => WebhookCase | undefined = oncePerObject(
  ({ id, clock }: CaseRecord) => {
    if (clock === undefined) return webhookCases().get(id);
    const known = knownQuestions().get(id);
    return known && webhookCase(known, clock);
  },
);

function webhookCase({ id, method, at }: KnownQuestion, clock?: Clock): WebhookCase {
  const question = at(clock?.from ?? INJECTED_NOW);
  return {
    id,
    method,
    answers: answersTo(question.params, clock),
    problems: oncePerKey(answer => question.judge(replyOf(answer)).problems),
  };
}

/** The reply that an answer in short stands for. */
function replyOf(answer: string): AdapterReply<Result<'verify'> | Result<'receive'>> {
  if (answer === 'error') return { kind: 'broke', failure: 'error', said: '' };
  const result = answer.startsWith('[') ? { processed: JSON.parse(answer) } : { accepted: answer === 'accepted' };
  return { kind: 'result', result };
}

/** The predicted answers of an SDK with wrong steps. */
interface Prediction {
  /** The possible answers to a case. They may depend on the SDK's clock and on the way a mistake is made. */
  answers(each: WebhookCase): readonly string[];
  /** Whether every possible answer is a breach. */
  fails(each: WebhookCase): boolean;
}

/** Whether an answer to a case is a breach. */
export function isBreach(each: WebhookCase, answer: string): boolean {
  return each.problems(answer).some(({ severity }) => severity === 'breach');
}

/** The prediction for these wrong steps. Each case is simulated once. */
const predictWay: (way: WrongSteps) => Prediction = oncePerObject(way => {
  const answers = oncePerObject((each: WebhookCase) => each.answers(way));
  return { answers, fails: oncePerObject(each => answers(each).every(answer => isBreach(each, answer))) };
});

/** The prediction for a mistake, over all its ways. */
export function predict({ ways }: Pick<KnownMistake, 'ways'>): Prediction {
  return {
    answers: each => [...new Set(ways.flatMap(way => predictWay(way).answers(each)))],
    fails: each => ways.every(way => predictWay(way).fails(each)),
  };
}
