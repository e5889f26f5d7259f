import { oncePerKey, oncePerObject } from '../../../base/once.ts';
import type { WrongSteps } from '../mistakes/known-mistakes.ts';
import { receiveBy } from '../mistakes/receiver.ts';
import { decodeQuestion, rightOnce, verifyBy } from '../mistakes/verifier.ts';
import type { AdapterReply, ReceiveParams, Result, StreamDelivery, VerifyParams } from '../protocol.ts';

/** A webhook answer in short: `accepted`, `refused`, the processed indexes or the failure. */
export function answerOf(reply: AdapterReply<Result<'verify'> | Result<'receive'>>): string {
  if (reply.kind === 'broke') return reply.failure;
  const { result } = reply;
  if ('processed' in result) return JSON.stringify(result.processed);
  return result.accepted ? 'accepted' : 'refused';
}

/** The answers that an SDK with wrong steps may give. */
export type Answers = (steps: WrongSteps) => readonly string[];

/** The clock of an SDK while it answered, in Unix seconds: any second from `from` to `to`. */
export interface Clock {
  readonly from: number;
  readonly to: number;
}

/** The most seconds of a clock that are simulated. No answer takes longer. */
const MOST_SECONDS = 12;

/** How SDKs with wrong steps answer a question. @param clock default: the time in the question */
export function answersTo(params: VerifyParams | ReceiveParams, clock?: Clock): Answers {
  const { from, to } = clock ?? { from: params.now, to: params.now };
  const count = Math.min(Math.max(to - from, 0) + 1, MOST_SECONDS);
  const seconds = Array.from({ length: count }, (_, second) => {
    const now = from + second;
    return 'deliveries' in params ? answersToStream({ ...params, now }) : answersToSignature({ ...params, now });
  });
  return steps => [...new Set(seconds.flatMap(answers => answers(steps)))];
}

/** If a step throws, an SDK may also refuse, because an adapter may take the error for a refusal. */
function answersToSignature(params: VerifyParams): Answers {
  const outcome = outcomesOf(params);
  return ({ verifier }) => {
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
  const answersOf = (receiver: WrongSteps['receiver'], verifies: (delivery: StreamDelivery) => boolean) =>
    [false, true].map(isCareful => attempt(() => JSON.stringify(receiveBy(receiver, params, verifies, isCareful))));
  // Most wrong verifiers accept the same deliveries, and most receivers are right.
  const known = new Map<string, readonly string[]>();
  return ({ verifier, receiver }) => {
    let threw = false;
    const verifies = oncePerKey((delivery: StreamDelivery) => {
      const said = outcome(delivery)(verifier);
      threw ||= said === 'error';
      return said === 'accepted';
    });
    const isRight = Object.keys(receiver).length === 0;
    const accepted = isRight && params.deliveries.map(verifies).join();
    const answers = (accepted !== false && known.get(accepted)) || answersOf(receiver, verifies);
    if (accepted !== false) known.set(accepted, answers);
    return threw ? [...answers, 'error'] : answers;
  };
}

/** How verifiers answer a question. The answers are cached, because many SDKs differ only in their receiver. */
function outcomesOf(params: VerifyParams): (verifier: WrongSteps['verifier']) => string {
  const question = decodeQuestion(params);
  const right = rightOnce(question.body);
  return oncePerObject(verifier => {
    const outcome = verifyBy({ ...right, ...verifier }, question);
    return outcome === 'broke' ? 'error' : outcome;
  });
}

function attempt(answer: () => string): string {
  try {
    return answer();
  } catch {
    return 'error';
  }
}
