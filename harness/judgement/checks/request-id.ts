import { header, objectIn } from '../../base/json.ts';
import { oncePerObject } from '../../base/once.ts';
import { type Answered, isErrorBody, isFromService, mayBeFromGateway } from '../../evidence/answered.ts';
import type { Body } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { answered, asAdvice, previewAnswers } from './answers.ts';
import { breach, type Check, type Judgement, passIf } from './check.ts';

/** Endpoints: "Responses carry a request-id header"; Errors: "every response". */
export const requestId: Check = {
  id: 'request-id',
  title: 'Every response has a request-id header',
  kind: 'safety',
  requirements: ['response.request-id'],
  *judge(view) {
    yield* present([...answered(view), ...ownErrors(view)]);
    yield* asAdvice(present(previewAnswers(view)));
    yield* repeated(view);
  },
};

/** Answers with the status of a limiter or a gateway, but in the form of the service's own errors. */
export function ownErrors(view: View): readonly Answered[] {
  const forms = new Set(answered(view).flatMap(({ response }) => formOf(response.body)));
  return view.evidence.exchanges.filter(
    (exchange): exchange is Answered =>
      exchange.response !== undefined &&
      !isFromService(exchange.response.status) &&
      formOf(exchange.response.body).some(form => forms.has(form)),
  );
}

/** The members of an error, if its code is a text, as specified (Errors). */
const formOf = oncePerObject((body: Body): readonly string[] => {
  const error = objectIn(body);
  return error && isErrorBody(body) && typeof error.code === 'string' ? [Object.keys(error).sort().join()] : [];
});

function* present(answers: readonly Answered[]): Generator<Judgement> {
  const withId = answers.filter(({ response }) => header(response.headers, 'request-id')?.trim());
  const onlyOnSuccess = withId.length > 0 && withId.every(({ response }) => response.status < 400);
  const other = withId.length > 0 ? undefined : nameOfId(answers);
  const likely = onlyOnSuccess
    ? 'only the handler of successful calls adds the header; no error response has it'
    : other && `the id is in another header, ${other}`;
  for (const exchange of answers) {
    const { id, request, response } = exchange;
    const value = header(response.headers, 'request-id');
    if (value === undefined && mayBeFromGateway(exchange)) continue;
    yield passIf(value !== undefined && value.trim() !== '', 'response.request-id', id, () => ({
      cause: value === undefined ? 'none' : 'empty',
      message: `responses have ${value === undefined ? 'no' : 'an empty'} request-id header`,
      expected: 'a request-id header on every response, of any status',
      received: `${request.method} answered ${response.status} with${value === undefined ? 'out' : ' an empty'} one`,
      ...(likely !== undefined && { likely }),
    }));
  }
}

/** The header of nearly all responses that is named like a request id. */
function nameOfId(answers: readonly Answered[]): string | undefined {
  const names = new Set(answers.flatMap(({ response }) => response.headers.map(([name]) => name.toLowerCase())));
  const has = (name: string) => answers.filter(({ response }) => header(response.headers, name)).length;
  return [...names].find(name => ID_OF_REQUESTS.test(name) && has(name) >= MOSTLY * answers.length);
}

const ID_OF_REQUESTS = /(.request|correlation|trace).?id$/;
/** A proxy may answer the remaining calls. */
const MOSTLY = 0.9;

/** One request-id cannot identify two calls. A stored answer may be given again to the same call. */
function* repeated(view: View): Generator<Judgement> {
  const calls = new Map<string, { readonly id: string; readonly call: string }>();
  for (const { id, request, response } of answered(view)) {
    const value = header(response.headers, 'request-id')?.trim() ?? '';
    const key = request.method === 'GET' ? undefined : header(request.headers, 'idempotency-key');
    const call = `${request.method} ${request.url} ${key ?? ''}`;
    const first = calls.get(value);
    if (value === '' || first?.call === call) continue;
    if (first === undefined) {
      calls.set(value, { id, call });
      continue;
    }
    yield breach({
      requirement: 'response.request-id',
      severity: 'advice',
      cause: 'repeated',
      message: 'responses to different calls have the same request-id',
      expected: 'a unique id for each call',
      received: value,
      evidence: [id, first.id],
    });
  }
}
