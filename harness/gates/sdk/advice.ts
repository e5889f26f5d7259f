import { requirements } from '../../contract/requirements.ts';
import type { CaseProblem } from '../../evidence/evidence.ts';

/** Why something is advised: its causes, what a consumer loses, and the sentence, unless the requirement quotes it. */
type Reason = readonly [causes: RegExp, loses: string, sentence?: string];

/** The reasons for advice. The first reason with a matching cause applies. Its sentence stands in PROTOCOL.md. */
export const REASONS: readonly Reason[] = [
  [/^open-.*-broke$/, 'the endpoint answers an error instead of a refusal, and the service sends the webhook again'],
  [/^open-tolerance-accepted$/, 'an old webhook passes for a fresh one if the unit of t or the tolerance is guessed'],
  [/^open-tolerance-refused$/, 'webhooks within the tolerance are never acted on'],
  [/^open-t-accepted$/, 'two readers may read t differently: what one checks, the other does not'],
  [/^open-t-refused$/, 'webhooks are never acted on if the service writes t so'],
  [/^open-several-t-accepted$/, 'a webhook may be replayed under a t that somebody added to its header'],
  [/^open-several-t-refused$/, 'webhooks are never acted on if a proxy repeats a pair of the header'],
  [/^open-candidates-/, 'another SDK refuses the same webhook: a digest is written in lowercase'],
  [/^open-rotation-accepted$/, 'anyone can sign a webhook: an empty key is known to all'],
  [/^open-rotation-refused$/, 'an empty entry in the list of secrets stops all webhooks'],
  [/^open-body-/, 'a genuine webhook with such a body is never acted on, and the service sends it again'],
  [/^open-layout-accepted$/, 'two readers may see different pairs in one header'],
  [/^open-layout-refused$/, 'webhooks are never acted on if the service or a proxy writes the header so'],
  [/^(?:loses-|forgery-|acts-|one-delivery|broke$)/, 'an event with such an id is never acted on, or acted on twice'],
  [/^adapter-/, 'anybody can keep the receiver busy, or end it: such a request needs no secret'],
  [/^key-per-attempt$/, 'a retry may act twice: the service cannot tell it from another call'],
  [/^key-left-over$/, 'a service that reads the key of every request takes two calls for one'],
  [/^repeats-GET$/, 'each read costs two requests', 'A call sends one request.'],
  [
    /^base-path$/,
    'a service below a path of its host cannot be called',
    '`baseUrl` may have a path; append the route to it.',
  ],
  [/^query$/, 'the service may refuse a query that it does not know, and logs keep it'],
  [/^no-key-on-simulate$/, 'every step is refused if the service requires the key'],
  [/^key-follows-redirect$/, 'the other host has the API key, and can act as the customer'],
  [/^accept-more$/, 'the service may answer in another form than JSON'],
  [
    /received_(?:amount|network)$/,
    'the service may refuse the step, or misread it',
    '`receivedAmount` belongs to `deposit_detected`, and `receivedNetwork` to `wrong_chain`.',
  ],
  [/^rewritten-/, 'an amount no longer compares as text with that of the service'],
  [
    /^longer-message$/,
    'a search for the message of the service finds nothing',
    '`message` is the member `error` of a name enquiry, or the member `message` of an order.',
  ],
  [/^other-metadata$/, 'customers find the members of their metadata under other names'],
  [/^other-/, 'a value no longer compares as text with that of the service'],
];

/** What a consumer loses if no reason matches: the result has an unspecified form. */
const OTHERWISE = 'a call that succeeded is reported as failed, or one that failed as a success';

/** Adds to advice the sentence it rests on and what a consumer loses. A breach is returned unchanged. */
export function withReason(problem: CaseProblem): CaseProblem {
  const { severity, cause, requirement, context = [] } = problem;
  if (severity === 'breach') return problem;
  const [, loses = OTHERWISE, sentence] = REASONS.find(([causes]) => causes.test(cause)) ?? [];
  const quote = requirements().get(requirement)?.quote ?? '';
  const [from, value] = sentence === undefined ? ['the specification', quote] : ['PROTOCOL.md', sentence];
  return {
    ...problem,
    context: [...context, { name: `sentence of ${from}`, value }, { name: 'a consumer loses', value: loses }],
  };
}
