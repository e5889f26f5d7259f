import { header, jsonOf } from '../base/json.ts';
import { isDocumented, type OperationId } from '../contract/operations.ts';
import { validateBody } from '../contract/validate.ts';
import { type Answered, isAnswered, isFromService, isOk } from '../evidence/answered.ts';
import { readCondition } from '../evidence/condition.ts';
import type { Evidence, Exchange } from '../evidence/evidence.ts';
import type { RunEnd } from '../evidence/run-info.ts';

/** The code and cause of a run whose target does not look like the service. */
export const NOT_THE_SERVICE = 'not-the-service';

/** Statuses for an unknown route, or an unknown method of a route. */
const UNKNOWN_ROUTE: ReadonlySet<number> = new Set([404, 405, 501]);

/** How much of a body is quoted, in characters. */
const QUOTED = 100;

/**
 * Whether the target was recognised as the service: at least one call was answered as documented, or one webhook
 * verifies. `undefined` if no call was answered. A service that breaks one rule everywhere still gives documented
 * answers; a server at a wrong address gives none.
 *
 * Documented answers are:
 * - a name enquiry with a documented status and the body of that status (4.1)
 * - an onramp order, or its error body with any status (4.2), except a 404 if name enquiries also get 404: such a
 * server does not know the routes
 * - an accepted simulate call with a JSON body or none, unless senseless calls are accepted too; or a refused one that
 * is not senseless, with a JSON body and a request-id (4.3)
 * - a delivery that verifies, after an accepted simulate call (Events)
 */
export function isRecognised({ exchanges, deliveries }: Evidence): boolean | undefined {
  const answers = exchanges.filter(isAnswered);
  if (answers.length === 0) return undefined;
  const of = (operation: OperationId) => answers.filter(answer => answer.operation === operation);
  const enquiries = of('resolveBankAccount');
  const knowsRoutes = enquiries.some(({ response }) => !UNKNOWN_ROUTE.has(response.status));
  const simulated = of('simulateCollectionOrder');
  const isSenseless = ({ condition }: Answered) => readCondition(condition)?.senseless === true;
  const acceptsAnything = simulated.some(answer => isOk(answer.response.status) && isSenseless(answer));
  const accepted = simulated.find(({ response }) => isOk(response.status));
  return (
    enquiries.some(isDocumentedAnswer) ||
    of('getOnrampOrder').some(
      answer => isDocumentedAnswer(answer) && (knowsRoutes || !UNKNOWN_ROUTE.has(answer.response.status)),
    ) ||
    simulated.some(answer => !isSenseless(answer) && isSimulateAnswer(answer, acceptsAnything)) ||
    (accepted !== undefined &&
      deliveries.some(
        ({ at, signatures }) => at >= accepted.sentAt && signatures.some(({ slots }) => slots.length > 0),
      ))
  );
}

/**
 * The end of a run whose target was not recognised: what answered, and the setting to check. `undefined` if it was
 * recognised, or if the run ended for a reason that leaves this open.
 */
export function endOfUnrecognised(evidence: Evidence): RunEnd | undefined {
  const { end, run, exchanges } = evidence;
  const open = end === undefined || end.reason === 'interrupted' || end.reason === 'broken';
  const away = end?.reason === 'unreachable' && end.code === undefined;
  if (open || away || run.target.kind !== 'remote' || isRecognised(evidence) !== false) return undefined;
  const besides = end.message === undefined ? '' : ` (besides, ${end.message})`;
  return {
    at: end.at,
    reason: 'unreachable',
    code: NOT_THE_SERVICE,
    message: `what answers at ${run.target.url} is not the service: it answers no call as documented${besides}`,
    received: describeAnswers(exchanges),
    next: 'check SANDBOX_URL, and BASE_URL where it is set: routes such as /v1/banks/resolve are appended to it',
  };
}

/** The most frequent answer in words: call, status, server, content type and the start of its body. */
function describeAnswers(exchanges: readonly Exchange[]): string {
  const kinds = exchanges.flatMap(({ request, response }) => {
    if (response === undefined) return [];
    const { status, headers, body } = response;
    const type = header(headers, 'content-type') ?? 'no content type';
    const server = header(headers, 'server');
    const kind = `${status}, ${type}${server === undefined ? '' : ` from ${server}`}`;
    const begin = body.size === 0 ? 'an empty body' : (body.text?.slice(0, QUOTED) ?? 'bytes that are not UTF-8');
    return [{ kind, words: `${request.method} ${new URL(request.url).pathname} is answered with ${kind}: ${begin}` }];
  });
  const count = (kind: string) => kinds.filter(other => other.kind === kind).length;
  const [first] = kinds.toSorted((a, b) => count(b.kind) - count(a.kind));
  return first?.words ?? 'no answer';
}

/** Whether an answer has a listed status of its operation and the documented body. */
function isDocumentedAnswer({ operation, response: { status, body } }: Answered): boolean {
  const id = operation as OperationId;
  const json = jsonOf(body);
  return (
    isFromService(status) &&
    isDocumented(id, status) &&
    json !== undefined &&
    validateBody(id, status, json.value).length === 0
  );
}

/** Whether the service may have answered a simulate call so. Its other statuses and bodies are unspecified. */
function isSimulateAnswer({ response: { status, headers, body } }: Answered, acceptsAnything: boolean): boolean {
  const json = jsonOf(body) !== undefined;
  if (isOk(status)) return !acceptsAnything && (json || body.size === 0);
  const refused = status >= 400 && isFromService(status) && !UNKNOWN_ROUTE.has(status);
  return refused && json && header(headers, 'request-id') !== undefined;
}
