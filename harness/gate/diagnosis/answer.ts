import { oncePerObject } from '../../core/once.ts';
import type { WrongSteps } from '../mistakes/known-mistakes.ts';
import { receiveBy } from '../mistakes/receiver.ts';
import { verifyBy } from '../mistakes/verifier.ts';
import type { ReceiveParams, Reply, Result, StreamDelivery, VerifyParams } from '../protocol.ts';

/** An answer about a webhook in short: `accepted`, `refused`, the indexes that were processed, or how it failed. */
export function answerOf(reply: Reply<Result<'verify'> | Result<'receive'>>): string {
  if (reply.kind === 'broke') return reply.failure;
  const { result } = reply;
  if ('processed' in result) return JSON.stringify(result.processed);
  return result.accepted ? 'accepted' : 'refused';
}

/** The ways in which an SDK with wrong steps answers. */
export type Answers = (steps: WrongSteps) => readonly string[];

/** How SDKs with wrong steps answer a signature: in one way. */
export function answersTo(question: VerifyParams): Answers {
  const outcome = outcomesOf(question);
  return ({ verifier }) => [outcome(verifier)];
}

/** How they answer a stream: in two ways where the verifier throws, since they may take that for a refusal. */
export function answersToStream(params: ReceiveParams): Answers {
  const { secrets, toleranceSeconds, now } = params;
  const outcome = oncePerObject(({ header, body }: StreamDelivery) =>
    outcomesOf({ header, body, secrets, toleranceSeconds, now }),
  );
  return ({ verifier, receiver }) => {
    let threw = false;
    const answer = attempt(() =>
      JSON.stringify(
        receiveBy(receiver, params, delivery => {
          const said = outcome(delivery)(verifier);
          threw ||= said === 'error';
          return said === 'accepted';
        }),
      ),
    );
    return threw && answer !== 'error' ? [answer, 'error'] : [answer];
  };
}

/** How a verifier answers a question. Many SDKs differ only in their receiver. */
function outcomesOf(question: VerifyParams): (verifier: WrongSteps['verifier']) => string {
  const ask = (verifier: WrongSteps['verifier']) => {
    const outcome = verifyBy(verifier, question);
    return outcome === 'broke' ? 'error' : outcome;
  };
  let right: string | undefined;
  return verifier => {
    if (Object.keys(verifier).length > 0) return ask(verifier);
    right ??= ask({});
    return right;
  };
}

function attempt(answer: () => string): string {
  try {
    return answer();
  } catch {
    return 'error';
  }
}
