import { once, oncePerKey, oncePerObject } from '../../../base/once.ts';
import type { CaseProblem, CaseRecord } from '../../../evidence/evidence.ts';
import { questionOf, type SignatureCase } from '../cases/draft.ts';
import type { KnownMistake, WrongSteps } from '../mistakes/known-mistakes.ts';
import type { AdapterReply, Result } from '../protocol.ts';
import { judgeReceive } from '../receive/judge-receive.ts';
import { writeStream } from '../receive/stream.ts';
import { KNOWN_STREAMS, type KnownStream } from '../receive/streams.ts';
import { INJECTED_NOW, signatureCases, signatureCasesAt } from '../signature-cases.ts';
import { judgeVerify } from '../verify/judge-verify.ts';
import { type Answers, answersTo, answersToStream, type Clock } from './answer.ts';

/** A known webhook case. The answers of an SDK with known mistakes can be computed. */
export interface WebhookCase {
  readonly id: string;
  readonly method: 'verify' | 'receive';
  readonly answers: Answers;
  /** The problems of an answer; empty if it is right. */
  problems(answer: string): readonly CaseProblem[];
}

/** All known webhook cases by id, for an injected clock. */
export const webhookCases: () => ReadonlyMap<string, WebhookCase> = once(() => {
  const cases = [...signatureCases().map(each => signature(each)), ...KNOWN_STREAMS.map(each => stream(each))];
  return new Map(cases.map(each => [each.id, each]));
});

/** The known case of a record, as it was signed; `undefined` for generated cases and for calls of the service. */
export const webhookCaseOf: (seen: CaseRecord) => WebhookCase | undefined = oncePerObject(
  ({ id, clock }: CaseRecord) => {
    if (clock === undefined) return webhookCases().get(id);
    const known = KNOWN_STREAMS.find(each => each.id === id);
    if (known !== undefined) return stream(known, clock);
    const drafted = signatureCasesAt(clock.from).get(id.replace(/^verify\//, ''));
    return drafted && signature(drafted, clock);
  },
);

function signature(each: SignatureCase, clock?: Clock): WebhookCase {
  return {
    id: `verify/${each.id}`,
    method: 'verify',
    answers: answersTo(questionOf(each), clock),
    problems: oncePerKey(answer => judgeVerify(each, replyOf(answer, { accepted: answer === 'accepted' })).problems),
  };
}

function stream({ id, title, stream, open }: KnownStream, clock?: Clock): WebhookCase {
  return {
    id,
    method: 'receive',
    answers: answersToStream(writeStream(stream, clock?.from ?? INJECTED_NOW), clock),
    problems: oncePerKey(answer => {
      const processed: number[] = answer === 'error' ? [] : JSON.parse(answer);
      return judgeReceive(title, stream, replyOf(answer, { processed }), open).problems;
    }),
  };
}

function replyOf<R extends Result<'verify'> | Result<'receive'>>(answer: string, result: R): AdapterReply<R> {
  return answer === 'error' ? { kind: 'broke', failure: 'error', said: '' } : { kind: 'result', result };
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
export const predictWay: (way: WrongSteps) => Prediction = oncePerObject(way => {
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
