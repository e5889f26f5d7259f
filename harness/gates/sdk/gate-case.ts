import type { Arbitrary } from 'fast-check';
import type { CaseRecord } from '../../evidence/evidence.ts';
import { adapterProblem, type Context } from './case-problem.ts';
import type { AdapterReply, Method, Params, Result } from './protocol.ts';

/** What a case may do with the SDK. */
export interface Asker {
  /** Calls the SDK. Throws, and so ends the case, if the gate makes no more such calls. */
  call<M extends Method>(method: M, params: Params<M>): Promise<AdapterReply<Result<M>>>;
  /** The SDK's clock, in whole Unix seconds. */
  now(): number;
  /** Whether the SDK reads the system clock. Cases then must not depend on an exact second. */
  readonly systemClock: boolean;
  /** Ends the SDK's process. The next call starts a new one. */
  restart(): Promise<void>;
  /** The running time of the gate, in milliseconds. */
  elapsed(): number;
}

/** The result of a case: what its record says, and what only the gate has to know. */
export interface CaseResult extends Pick<CaseRecord, 'passed' | 'problems' | 'clock'> {
  /** Why the case was cut short. */
  readonly cutShort?: string;
  /** The drawn parameters of a generated case, and the clock. The record does not contain them. */
  readonly drawn?: readonly [params: Question['params'], clock: CaseRecord['clock']];
}

/** The clock of an SDK that has just answered a question signed at `from`; empty if the gate sets the clock. */
function clockOf(asker: Asker, from: number): Pick<CaseRecord, 'clock'> {
  return asker.systemClock ? { clock: { from, to: asker.now() } } : {};
}

/** One question to an SDK. `--case` asks it again by its id. */
export interface GateCase {
  /** `<area>/<table>/<name>`; stable within an edition. */
  readonly id: string;
  readonly method: Method;
  /** What it asks, as a noun phrase. */
  readonly title: string;
  ask(asker: Asker): Promise<CaseResult>;
}

/** A question about random values, with the id `<area>/generated/<name>`. A failing value is shrunk. */
export interface Property extends Omit<GateCase, 'ask'> {
  /** The question about each value. The id of its case is `<id>@<seed>:<path>`. */
  readonly questions: Arbitrary<GateCase['ask']>;
}

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

/** A webhook answer in short: `accepted`, `refused`, the processed indexes or the failure. */
export function answerOf(reply: AdapterReply<Result<'verify'> | Result<'receive'>>): string {
  if (reply.kind === 'broke') return reply.failure;
  const { result } = reply;
  if ('processed' in result) return JSON.stringify(result.processed);
  return result.accepted ? 'accepted' : 'refused';
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
    return { ...judged, drawn: [question.params, clockOf(asker, now).clock] };
  };
}
