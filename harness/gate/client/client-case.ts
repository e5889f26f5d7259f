import type { CaseProblem } from '../../core/evidence.ts';
import type { Asker, GateCase, Judged } from '../gate-case.ts';
import type { Call } from './call.ts';
import { type Expect, type Result, readResult, writeResult } from './read-result.ts';
import { type Keys, watchRequests } from './watch-requests.ts';
import type { Answer, Asked, Wire } from './wire.ts';

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

/** One call of an SDK: what it is asked, how the service answers, what is to come of it. */
export interface ClientRow {
  readonly name: string;
  readonly title: string;
  readonly call: Call;
  readonly answer: Answer | ((context: ClientContext) => Answer);
  readonly expect: Expect;
  /** Requirements that the result shows, where it is right. */
  readonly shows: readonly string[];
  /** True where the SDK may refuse to send anything. */
  readonly mayRefuse?: boolean;
  /** What the specification leaves open: what comes of the answer, or all of it. */
  readonly open?: 'answer' | 'all';
}

/** What one call came to. */
export interface Made {
  readonly result: Result;
  readonly asked: readonly Asked[];
  readonly sent: readonly CaseProblem[];
}

/** Makes one call and watches the wire. */
export async function make(call: Call, answer: Answer, context: ClientContext, asker: Asker): Promise<Made> {
  const number = ++context.calls;
  context.wire.script(answer);
  const result = readResult(await asker.call(call.method, call.params(context.wire.url)));
  const { asked } = context.wire;
  return { result, asked, sent: watchRequests(call, asked, context.keys, number) };
}

/** A row as a case. */
export function clientCase(row: ClientRow, context: ClientContext): GateCase {
  const { name, title, call, answer, expect, shows, mayRefuse = false, open } = row;
  return {
    id: `client/${name}`,
    area: 'client',
    method: call.method,
    title,
    ask: async asker => {
      const scripted = typeof answer === 'function' ? answer(context) : answer;
      const made = await make(call, scripted, context, asker);
      const judged = judgeMade(title, call, scripted, made, expect, mayRefuse);
      const passed = judged.problems.some(({ severity }) => severity === 'breach')
        ? []
        : [...requestRequirements(call), ...shows];
      if (open === undefined) return { ...judged, passed };
      return {
        passed: [],
        problems: judged.problems.map(problem =>
          open === 'answer' && isAboutRequest(problem, made) ? problem : { ...problem, severity: 'advice' },
        ),
      };
    },
  };
}

function isAboutRequest({ cause }: CaseProblem, { sent }: Made): boolean {
  return sent.some(other => other.cause === cause);
}

/** Judges one call: what was sent, and what came of it. */
export function judgeMade(
  title: string,
  call: Call,
  answer: Answer,
  made: Made,
  expect: Expect,
  mayRefuse: boolean,
): Judged {
  const { result, asked, sent } = made;
  const said = writeResult(result);
  const params = JSON.stringify(call.params('…')).replaceAll(call.apiKey, '…');
  const problems = sent.map(problem => ({
    ...problem,
    received: `${title}: ${call.method}(${params}) sent ${problem.received}`,
  }));
  if (asked.length === 0) {
    if (mayRefuse && result.kind === 'error') return { passed: [], problems };
    const problem = {
      requirement: call.route,
      severity: 'breach',
      cause: 'nothing-sent',
      message: 'the SDK sends no request',
      expected: `${call.http} /${call.path.join('/')}`,
    } as const;
    return {
      passed: [],
      problems: [{ ...problem, received: `${title}: ${call.method}(${params}) sent nothing → ${said}` }],
    };
  }
  const received = `${title}: ${call.method}(${params}), answered ${writeAnswer(answer)} → ${said}`;
  // What was not asked for rightly need not be answered rightly.
  if (!sent.some(({ severity }) => severity === 'breach'))
    problems.push(...expect(result).map(problem => ({ ...problem, received })));
  return { passed: [], problems };
}

/** Requirements that any call shows. */
export function requestRequirements({ http, route, method, keyed }: Call): readonly string[] {
  const post = [
    'request.content-type',
    'request.idempotency-key',
    'request.one-key-per-post',
    'wire.json',
    'wire.snake-case',
  ];
  return [
    route,
    'request.accept',
    'version.prefix',
    ...(keyed ? ['auth.header'] : []),
    ...(http === 'POST' ? post : []),
    ...(method === 'resolveBankAccount' ? ['enquiry.string-inputs'] : []),
  ];
}

function writeAnswer({ status, headers, body, manner }: Answer): string {
  const how = manner === 'whole' ? '' : ` (${manner})`;
  const text = body.toString('utf8');
  return `${status} ${headers['Content-Type'] ?? 'without a media type'}${how} ${text.length > 300 ? `${text.slice(0, 300)}…` : text === '' ? '(empty)' : text}`;
}
