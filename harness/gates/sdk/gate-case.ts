import type { Arbitrary } from 'fast-check';
import { requirements } from '../../contract/requirements.ts';
import type { CaseProblem, CaseRecord } from '../../evidence/evidence.ts';
import type { AdapterReply, Failure, Method, Params, Result } from './protocol.ts';

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
  /** Whether the time of an optional case is over. */
  isLate(): boolean;
}

/** The result of a case: what its record says, and what only the gate has to know. */
export interface CaseResult extends Pick<CaseRecord, 'passed' | 'problems' | 'clock'> {
  /** Why the case was cut short. */
  readonly cutShort?: string;
  /** The drawn parameters of a generated case, and the clock. The record does not contain them. */
  readonly drawn?: readonly [params: Question['params'], clock: CaseRecord['clock']];
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

/** Whether a case is optional: a slow SDK need not complete a thousand calls, or every random draw. */
export function isOptional({ id }: Pick<GateCase, 'id'>): boolean {
  return /^client\/\w+-thousand$|\/generated\//.test(id);
}

/** A method about webhooks. */
type WebhookMethod = 'verify' | 'receive';

/** A question about webhooks: one signature, or one stream of deliveries. */
export interface Question<M extends WebhookMethod = WebhookMethod> {
  readonly method: M;
  readonly params: Params<M>;
  /** The question for a human reader. */
  readonly context: Context;
  /** Judges the answer of an SDK, without the context. It may be an error, but no failure of the adapter. */
  judge(reply: AdapterReply<Result<M>>): CaseResult;
}

/** A question with a known answer. */
export interface KnownQuestion extends Pick<GateCase, 'id' | 'title'> {
  readonly method: WebhookMethod;
  /** Builds the question. It is signed at `now`, in Unix seconds. */
  at(now: number): Question;
}

/** A problem with the question that it is about. */
export function about<P extends Pick<CaseProblem, 'context'>>(problem: P, question: Context): P {
  return { ...problem, context: [...question, ...(problem.context ?? [])] };
}

/** Judges a reply to a question. Its problems name the question and the answer. */
export function judged<M extends WebhookMethod>(question: Question<M>, reply: AdapterReply<Result<M>>): CaseResult {
  const result = question.judge(reply);
  const answered = answerOf(reply);
  return { ...result, problems: result.problems.map(problem => about({ ...problem, answered }, question.context)) };
}

/** A webhook answer in short: `accepted`, `refused`, the processed indexes or the failure. */
function answerOf(reply: AdapterReply<Result<'verify'> | Result<'receive'>>): string {
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
  return failed === undefined ? judged(question, reply) : { passed: [], problems: [failed] };
}

/** Asks the question at the SDK's time. @param isDrawn whether its values are drawn, so that the result names them */
export function asking(at: KnownQuestion['at'], isDrawn = false): GateCase['ask'] {
  return async asker => {
    const from = asker.now();
    const question = at(from);
    const result = await put(question, asker);
    // A gate that sets the clock knows it.
    const clock = asker.systemClock ? { from, to: asker.now() } : undefined;
    return { ...result, ...(isDrawn ? { drawn: [question.params, clock] } : clock && { clock }) };
  };
}

/** The case of a known question. */
export function knownCase({ at, ...named }: KnownQuestion): GateCase {
  return { ...named, ask: asking(at) };
}

/** What an adapter does in each failure, and the likely cause. */
const WORDS: { readonly [failure in Exclude<Failure, 'error'>]: readonly [does: string, likely: string] } = {
  noise: [
    'prints something other than its answers on stdout',
    'the SDK or the adapter logs to stdout; log to stderr instead',
  ],
  twice: [
    'answers a call twice',
    'it answers in a callback and again when the call returns, or again in its error handler',
  ],
  hang: [
    'does not answer within 10 s',
    'the SDK waits or loops, or the adapter does not flush stdout after each line or waits for the end of stdin',
  ],
  death: [
    'exits instead of answering',
    'the SDK exits the process, or throws an error that the adapter does not catch; see stderr',
  ],
  flood: [
    'prints more than 8 MiB for one call',
    'the SDK or the adapter logs to stdout endlessly; log to stderr instead',
  ],
  malformed: [
    'answers in a form that the protocol does not allow',
    'PROTOCOL.md has the schema of each result: `accepted` is true or false, `processed` an array of indexes',
  ],
};

/** The inputs of a case, by name. */
export type Context = NonNullable<CaseProblem['context']>;

/** Whether a problem is a failure of the adapter, which shows nothing about the SDK. */
export const isOfAdapter = ({ cause }: Pick<CaseProblem, 'cause'>) => cause.startsWith('adapter-');

/** The problem for an adapter's failure; `undefined` for `error`, which is the SDK's. @param context the question */
export function adapterProblem(
  { failure, said }: { readonly failure: Failure; readonly said: string },
  method: Method,
  context: Context,
): CaseProblem | undefined {
  if (failure === 'error') return undefined;
  const [requirement = ''] = [...requirements().values()].flatMap(({ id, gate }) => (gate.includes(method) ? id : []));
  const [does, likely] = WORDS[failure];
  return {
    requirement,
    severity: 'breach',
    cause: `adapter-${failure}`,
    message: `the adapter ${does}`,
    expected: 'one answer to each call, within 10 s, and nothing else on stdout',
    received: `${failure}: ${said}`,
    context,
    likely,
    answered: failure,
  };
}

/** What a consumer loses by a result in an unspecified form. */
const WRONG_RESULT = 'a call that succeeded is reported as failed, or one that failed as a success';

/**
 * The problem as advice, because the specification leaves it open. Advice is returned unchanged.
 * @param loses what a consumer loses
 */
export function asAdvice<P extends Pick<CaseProblem, 'severity' | 'requirement' | 'context'>>(
  problem: P,
  loses: string = WRONG_RESULT,
): P {
  const { severity, requirement, context = [] } = problem;
  if (severity === 'advice') return problem;
  const restsOn = { name: 'sentence of the specification', value: requirements().get(requirement)?.quote ?? '' };
  const reasons = [restsOn, { name: 'a consumer loses', value: loses }];
  return { ...problem, severity: 'advice', context: [...context, ...reasons] };
}
