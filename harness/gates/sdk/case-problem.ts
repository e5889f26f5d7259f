import { requirements } from '../../contract/requirements.ts';
import type { CaseProblem } from '../../evidence/evidence.ts';
import type { Failure, Method } from './protocol.ts';

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

/** The ways an adapter can fail. These failures show nothing about the SDK. */
export const ADAPTER_FAILURES: ReadonlySet<string> = new Set(Object.keys(WORDS));

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

/** Sentences of PROTOCOL.md on which advice rests if no requirement states them. */
export const SENTENCES = {
  oneRequest: 'A call sends one request.',
  basePath: '`baseUrl` may have a path; append the route to it.',
  details: '`receivedAmount` belongs to `deposit_detected`, and `receivedNetwork` to `wrong_chain`.',
  message: '`message` is the member `error` of a name enquiry, or the member `message` of an order.',
} as const;

/** What a consumer loses by a result in an unspecified form. */
const WRONG_RESULT = 'a call that succeeded is reported as failed, or one that failed as a success';

/**
 * The problem as advice, because the specification leaves it open. Advice is returned unchanged.
 * @param loses what a consumer loses @param sentence the sentence that it rests on; default: that of the requirement
 */
export function asAdvice<P extends Pick<CaseProblem, 'severity' | 'requirement' | 'context'>>(
  problem: P,
  loses: string = WRONG_RESULT,
  sentence?: keyof typeof SENTENCES,
): P {
  const { severity, requirement, context = [] } = problem;
  if (severity === 'advice') return problem;
  const restsOn =
    sentence === undefined
      ? { name: 'sentence of the specification', value: requirements().get(requirement)?.quote ?? '' }
      : { name: 'sentence of PROTOCOL.md', value: SENTENCES[sentence] };
  const reasons = [restsOn, { name: 'a consumer loses', value: loses }];
  return { ...problem, severity: 'advice', context: [...context, ...reasons] };
}
