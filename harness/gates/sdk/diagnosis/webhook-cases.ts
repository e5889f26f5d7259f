import { attempted } from '../../../base/errors.ts';
import { once, oncePerKey, oncePerObject } from '../../../base/once.ts';
import type { CaseProblem, CaseRecord } from '../../../evidence/evidence.ts';
import { type HandlerParts, RIGHT_VERIFIER } from '../../mistakes/handler.ts';
import { decodeQuestion, type Steps, verifyBy } from '../../mistakes/verifier.ts';
import { judged, type KnownQuestion } from '../gate-case.ts';
import type { KnownMistake } from '../mistakes/known-mistakes.ts';
import { receiveBy } from '../mistakes/receiver.ts';
import type { AdapterReply, ReceiveParams, Result, StreamDelivery, VerifyParams } from '../protocol.ts';
import { KNOWN_STREAMS } from '../receive/streams.ts';
import { INJECTED_NOW } from '../signature-cases.ts';
import { knownSignatures } from '../verify/judge-verify.ts';

/** The answers that an SDK with wrong parts may give. */
type Answers = (parts: HandlerParts) => readonly string[];

/** The most seconds of a clock that are simulated. No answer takes longer. */
const MOST_SECONDS = 12;

/** How SDKs with wrong parts answer a question. @param clock default: the time in the question */
export function answersTo(params: VerifyParams | ReceiveParams, clock?: CaseRecord['clock']): Answers {
  const { from, to } = clock ?? { from: params.now, to: params.now };
  const count = Math.min(Math.max(to - from, 0) + 1, MOST_SECONDS);
  const seconds = Array.from({ length: count }, (_, second) => {
    const now = from + second;
    return 'deliveries' in params ? answersToStream({ ...params, now }) : answersToSignature({ ...params, now });
  });
  return parts => [...new Set(seconds.flatMap(answers => answers(parts)))];
}

/** If a step throws, an SDK may also refuse, because an adapter may take the error for a refusal. */
function answersToSignature(params: VerifyParams): Answers {
  const outcome = outcomesOf(params);
  return ({ verifier = RIGHT_VERIFIER }) => {
    const answer = outcome(verifier);
    return answer === 'error' ? [answer, 'refused'] : [answer];
  };
}

/** There are several answers if the verifier throws, or if an event or its id cannot be read. */
function answersToStream(params: ReceiveParams): Answers {
  const { secrets, toleranceSeconds, now } = params;
  const outcome = oncePerObject(({ header, body }: StreamDelivery) =>
    outcomesOf({ header, body, secrets, toleranceSeconds, now }),
  );
  const answersOf = (receiver: HandlerParts, verifies: Parameters<typeof receiveBy>[2]) =>
    (['unreadable', 'none', 'without-id', 'never'] as const).map(
      skips => attempted(() => JSON.stringify(receiveBy(receiver, params, verifies, skips))) ?? 'error',
    );
  // Most wrong verifiers accept the same deliveries, and most receivers are right.
  const known = new Map<string, readonly string[]>();
  return ({ verifier = RIGHT_VERIFIER, ...receiver }) => {
    let threw = false;
    const verifies = (delivery: StreamDelivery) => {
      const said = outcome(delivery)(verifier);
      threw ||= said === 'error';
      return said === 'accepted';
    };
    const isRight = Object.keys(receiver).length === 0;
    const accepted = isRight && params.deliveries.map(verifies).join();
    const answers = (accepted !== false && known.get(accepted)) || answersOf(receiver, verifies);
    if (accepted !== false) known.set(accepted, answers);
    return threw ? [...answers, 'error'] : answers;
  };
}

/** How verifiers answer a question. The answers are cached, because many SDKs differ only in their receiver. */
function outcomesOf(params: VerifyParams): (verifier: Partial<Steps>) => string {
  const question = decodeQuestion(params);
  return oncePerObject(verifier => {
    const outcome = verifyBy(verifier, question);
    return outcome === 'broke' ? 'error' : outcome;
  });
}

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

function webhookCase({ id, method, at }: KnownQuestion, clock?: CaseRecord['clock']): WebhookCase {
  const question = at(clock?.from ?? INJECTED_NOW);
  return {
    id,
    method,
    answers: answersTo(question.params, clock),
    problems: oncePerKey(answer => judged(question, replyOf(answer)).problems),
  };
}

/** The reply that an answer in short stands for. */
function replyOf(answer: string): AdapterReply<Result<'verify'> | Result<'receive'>> {
  if (answer === 'error') return { kind: 'broke', failure: 'error', said: '' };
  const result = answer.startsWith('[') ? { processed: JSON.parse(answer) } : { accepted: answer === 'accepted' };
  return { kind: 'result', result };
}

/** Whether an answer to a case is a breach. */
export function isBreach(each: WebhookCase, answer: string): boolean {
  return each.problems(answer).some(({ severity }) => severity === 'breach');
}

/** The prediction for these wrong parts. Each case is simulated once. */
const predictWay = oncePerObject((way: HandlerParts) => {
  const answers = oncePerObject((each: WebhookCase) => each.answers(way));
  return {
    answers,
    fails: oncePerObject((each: WebhookCase) => answers(each).every(answer => isBreach(each, answer))),
  };
});

/** The prediction for a mistake, over all its ways. */
export function predict({ ways }: Pick<KnownMistake, 'ways'>) {
  return {
    /** The possible answers to a case. They may depend on the SDK's clock and on the way the mistake is made. */
    answers: (each: WebhookCase): readonly string[] => [...new Set(ways.flatMap(way => predictWay(way).answers(each)))],
    /** Whether every possible answer is a breach. */
    fails: (each: WebhookCase): boolean => ways.every(way => predictWay(way).fails(each)),
  };
}
