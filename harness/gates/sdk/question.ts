import { adapterProblem, type Context } from './adapter-problem.ts';
import { answersTo } from './diagnosis/answer.ts';
import { type Asker, type CaseResult, clockOf, type GateCase } from './gate-case.ts';
import type { AdapterReply, Params, Result } from './protocol.ts';

/** A method about webhooks. */
type WebhookMethod = 'verify' | 'receive';

/** A question about webhooks: one signature, or one stream of deliveries. */
export interface Question<M extends WebhookMethod = WebhookMethod> {
  readonly method: M;
  readonly params: Params<M>;
  /** The question for a human reader. */
  readonly context: Context;
  /** Judges the answer of an SDK. It may be an error, but no failure of the adapter. */
  judge(reply: AdapterReply<Result<M>>): CaseResult;
}

/** Builds a question. It is signed at `now`, in Unix seconds. */
export type QuestionAt = (now: number) => Question;

/** A question with a known answer. */
export interface KnownQuestion extends Pick<GateCase, 'id' | 'title'> {
  readonly method: WebhookMethod;
  readonly at: QuestionAt;
}

/** Asks a question and judges the reply. */
export async function put<M extends WebhookMethod>(question: Question<M>, asker: Asker): Promise<CaseResult> {
  const { method, params, context } = question;
  const reply = await asker.call(method, params);
  const failed = reply.kind === 'broke' ? adapterProblem(reply, method, context) : undefined;
  return failed === undefined ? question.judge(reply) : { passed: [], problems: [failed] };
}

/** The case of a known question. */
export function knownCase({ at, ...named }: KnownQuestion): GateCase {
  const ask: GateCase['ask'] = async asker => {
    const now = asker.now();
    return { ...(await put(at(now), asker)), ...clockOf(asker, now) };
  };
  return { ...named, ask };
}

/** Asks a question about drawn values. */
export function askDrawn(at: QuestionAt): GateCase['ask'] {
  return async asker => {
    const now = asker.now();
    const question = at(now);
    const judged = await put(question, asker);
    return { ...judged, answers: answersTo(question.params, clockOf(asker, now).clock) };
  };
}
