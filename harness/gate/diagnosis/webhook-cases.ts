import type { CaseProblem } from '../../core/evidence.ts';
import { once, oncePerKey } from '../../core/once.ts';
import { questionOf } from '../cases/draft.ts';
import type { Reply, Result } from '../protocol.ts';
import { judgeReceive } from '../receive/judge-receive.ts';
import { KNOWN_STREAMS } from '../receive/known-streams.ts';
import { writeStream } from '../receive/stream.ts';
import { INJECTED_NOW, signatureCases } from '../signature-cases.ts';
import { judgeVerify } from '../verify/judge-verify.ts';
import { type Answers, answersTo, answersToStream } from './answer.ts';

/** A known case about webhooks: how an SDK with known mistakes answers it can be computed. */
export interface WebhookCase {
  readonly id: string;
  readonly method: 'verify' | 'receive';
  /** Whether the bytes of its digest are chosen, and not chance: they are of the same kind at any time. */
  readonly digestIsChosen: boolean;
  readonly answers: Answers;
  /** What is wrong with an answer; empty where it is right. */
  problems(answer: string): readonly CaseProblem[];
}

/** Every known case about webhooks, by its id. */
export const webhookCases: () => ReadonlyMap<string, WebhookCase> = once(
  () => new Map([...signatures(), ...streams()].map(each => [each.id, each])),
);

const signatures = (): readonly WebhookCase[] =>
  signatureCases().map(each => ({
    id: `verify/${each.id}`,
    method: 'verify',
    digestIsChosen: each.id.startsWith('digest-bytes/'),
    answers: answersTo(questionOf(each)),
    problems: oncePerKey(answer => judgeVerify(each, replyOf(answer, { accepted: answer === 'accepted' })).problems),
  }));

const streams = (): readonly WebhookCase[] =>
  KNOWN_STREAMS.map(({ id, title, stream, open }) => ({
    id,
    method: 'receive',
    digestIsChosen: false,
    answers: answersToStream(writeStream(stream, INJECTED_NOW)),
    problems: oncePerKey(answer => {
      const processed: number[] = answer === 'error' ? [] : JSON.parse(answer);
      return judgeReceive(title, stream, replyOf(answer, { processed }), open).problems;
    }),
  }));

function replyOf<R extends Result<'verify'> | Result<'receive'>>(answer: string, result: R): Reply<R> {
  return answer === 'error' ? { kind: 'broke', failure: 'error', said: '' } : { kind: 'result', result };
}
