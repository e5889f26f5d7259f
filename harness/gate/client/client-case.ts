import type { CaseProblem } from '../../core/evidence.ts';
import { adapterProblem } from '../adapter-problem.ts';
import type { Asker, GateCase } from '../gate-case.ts';
import type { Call } from './call.ts';
import type { ClientRow } from './client-row.ts';
import { asAdvice } from './problem.ts';
import { readResult, writeResult } from './read-result.ts';
import { type Keys, watchRequests } from './watch-requests.ts';
import type { Wire, WireAnswer } from './wire.ts';

/** What client cases share: the service that they meet, and the keys that it has seen. */
export interface ClientContext {
  /** Where SDKs are sent. */
  readonly wire: Wire;
  /** Another host, to which they are redirected. */
  readonly elsewhere: Wire;
  readonly keys: Keys;
  /** How many calls were made until now. */
  calls: number;
}

/** A row as a case. */
export function clientCase(row: ClientRow, context: ClientContext): GateCase {
  const { name, title, call, shows = [], open = false } = row;
  return {
    id: `client/${name}`,
    area: 'client',
    method: call.method,
    title,
    ask: async asker => {
      const problems = await problemsOf(row, context, asker);
      const wrong = open || problems.some(({ severity }) => severity === 'breach');
      return { passed: wrong ? [] : [...requestRequirements(call), ...shows], problems };
    },
  };
}

/**
 * Makes one call, watches the wire, and judges what was sent and what came of it.
 * @param wire the service that is called
 */
export async function problemsOf(
  { title, call, answer, expect, mayRefuse = false, open = false }: Omit<ClientRow, 'name'>,
  context: ClientContext,
  asker: Asker,
  wire: Wire = context.wire,
): Promise<readonly CaseProblem[]> {
  const number = ++context.calls;
  wire.script(answer);
  const reply = await asker.call(call.method, call.params(wire.url));
  const requests = wire.asked;
  const params = JSON.stringify(call.params('…')).replaceAll(call.apiKey, '…');
  const asked = [
    { name: 'case', value: title },
    { name: 'call', value: `${call.method}(${params})` },
  ];
  const failed = reply.kind === 'broke' ? adapterProblem(reply, call.method, asked) : undefined;
  if (failed !== undefined) return [failed];
  const result = readResult(reply);
  const sent = watchRequests(call, requests, context.keys, number).map(problem => ({ ...problem, context: asked }));
  if (requests.length === 0) {
    if (mayRefuse && result.kind === 'error') return [];
    const problem: CaseProblem = {
      requirement: call.route,
      severity: 'breach',
      cause: 'nothing-sent',
      message: 'the SDK sends no request',
      expected: `${call.http} /${call.path.join('/')}`,
      received: 'nothing',
      context: [...asked, { name: 'gave back', value: writeResult(result) }],
    };
    return [problem];
  }
  // A wrong request need not be answered rightly.
  if (sent.some(({ severity }) => severity === 'breach')) return sent;
  const told = { received: writeResult(result), context: [...asked, { name: 'answered', value: writeAnswer(answer) }] };
  const got = expect(result).map(problem => ({ ...(open ? asAdvice(problem) : problem), ...told }));
  return [...sent, ...got];
}

/** Requirements that any call shows. */
export function requestRequirements({ http, route, method, keyed }: Call): readonly string[] {
  return [
    route,
    'request.accept',
    'version.prefix',
    ...(keyed ? ['auth.header'] : []),
    ...(http === 'GET' ? [] : ['request.content-type', 'request.idempotency-key', 'request.one-key-per-post']),
    ...(http === 'GET' ? [] : ['wire.json', 'wire.snake-case']),
    ...(method === 'resolveBankAccount' ? ['enquiry.string-inputs'] : []),
  ];
}

function writeAnswer({ status, headers, body, manner }: WireAnswer): string {
  const how = manner === 'whole' ? '' : ` (${manner})`;
  const text = body.toString('utf8') || '(empty)';
  const type = headers['Content-Type'] ?? 'without a media type';
  return `${status} ${type}${how} ${text.length > 300 ? `${text.slice(0, 300)}…` : text}`;
}
