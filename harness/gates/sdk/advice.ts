import { requirements } from '../../contract/requirements.ts';
import type { CaseProblem } from '../../evidence/evidence.ts';

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
