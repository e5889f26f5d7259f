import { briefly, header, isObject, type Json } from '../../../base/json.ts';
import type { CaseProblem } from '../../../evidence/evidence.ts';
import { type Asker, about, adapterProblem, asAdvice, type GateCase } from '../gate-case.ts';
import type { AdapterReply, Result } from '../protocol.ts';
import type { ClientRow, SdkCall } from './call.ts';
import { byAnswer, shownBy } from './expect.ts';
import { breachOf, type CallResult, KEY_IN_LOGS, member, type Problem } from './problem.ts';
import { repeatedAfterSuccess, watchRequests } from './watch-requests.ts';
import type { Wire, WireAnswer } from './wire.ts';

/** How often a call is made at most if the SDK may have given up on the answer. A slow answer takes time. */
const MOST_ATTEMPTS = { whole: 3, gzip: 3, trickle: 3, slow: 2, cut: 1, drop: 1 } as const;

/** What client cases share. */
export interface ClientContext {
  /** The service that SDKs call. */
  readonly wire: Wire;
  /** Another host, the target of redirects. */
  readonly elsewhere: Wire;
  /** Idempotency keys, each with the number of the call that first sent it. */
  readonly keys: Map<string, number>;
  /** The calls, with their values, of which a request arrived. */
  readonly sent: Set<string>;
  /** The number of calls so far. */
  calls: number;
}

/** Turns a row into a case. */
export function clientCase(row: ClientRow, context: ClientContext): GateCase {
  const { name, title, call, judge, open = false } = row;
  return {
    id: `client/${name}`,
    method: call.method,
    title,
    ask: async asker => {
      const problems = await problemsOf(row, context, asker);
      const wrong = open || problems.some(({ severity }) => severity === 'breach');
      const shown = judge === undefined ? shownBy(row) : [];
      return { passed: wrong ? [] : [...requestRequirements(call), ...shown], problems };
    },
  };
}

/**
 * Makes one call, and judges the requests and the result. The call is repeated if the SDK may have given up too early,
 * as happens on a busy machine. @param wire the service that is called
 */
export async function problemsOf(
  row: Omit<ClientRow, 'name'>,
  context: ClientContext,
  asker: Asker,
  wire: Wire = context.wire,
): Promise<readonly CaseProblem[]> {
  for (let attempt = 1; ; attempt++) {
    wire.script(row.answer, attempt > 1);
    const { problems, gaveUp } = await attemptOnce(row, context, asker, wire);
    const isBreach = problems.some(({ severity }) => severity === 'breach');
    // If no request arrived, the manner of the answer did not matter.
    const most = MOST_ATTEMPTS[wire.asked.length === 0 ? 'whole' : row.answer.manner];
    if (!gaveUp || !isBreach || attempt === most) return problems;
  }
}

/** The problems of one call, and whether the SDK may have given up on the answer. */
async function attemptOnce(
  row: Omit<ClientRow, 'name'>,
  context: ClientContext,
  asker: Asker,
  wire: Wire,
): Promise<{ readonly problems: readonly CaseProblem[]; readonly gaveUp: boolean }> {
  const { title, call, answer, judge = byAnswer(row), mayRefuse = false, open = false } = row;
  const number = ++context.calls;
  const reply = await asker.call(call.method, call.params(wire.url));
  const requests = wire.asked;
  const params = JSON.stringify(call.params('…')).replaceAll(call.apiKey, '…');
  const made = `${call.method}(${params})`;
  const asked = Object.entries({ case: title, call: made }).map(([name, value]) => ({ name, value }));
  const failed = reply.kind === 'broke' ? adapterProblem(reply, call.method, asked) : undefined;
  if (failed !== undefined) return { problems: [failed], gaveUp: false };
  const result = readResult(reply);
  const noAnswer = result.kind === 'error' && (result.error.status ?? null) === null;
  // A late request of an earlier call has a key of its own, unlike one that is repeated.
  const keys = requests.map(({ request }) => header(request.headers, 'idempotency-key'));
  const isOnce = wire.unread === undefined && new Set(keys).size === keys.length;
  const isPrompt = requests.length === 0 ? !mayRefuse : /^(?:whole|gzip)$/.test(answer.manner);
  if (noAnswer && isOnce && isPrompt && !open && TIMED_OUT.test(String(result.error.message))) {
    const problem = breachOf(call.route, 'gives-up', 'gives up almost at once', 'the answer is awaited', HASTY);
    return { problems: [about({ ...problem, received: writeResult(result) }, asked)], gaveUp: true };
  }
  const sent = watchRequests(call, requests, context.keys, number).map(problem => about(problem, asked));
  if (requests.length === 0) {
    const { unread } = wire;
    if (unread === undefined && mayRefuse && result.kind === 'error') return { problems: [], gaveUp: false };
    const none =
      result.kind === 'value'
        ? 'it answers from what it kept of an earlier call, which may have changed'
        : context.sent.has(made)
          ? 'it sent the same call before, and now holds it back, as some clients do after failed calls'
          : 'it refuses the values by itself, or cannot build a request of them, such as a path of an unencoded id';
    const [cause, does, likely] = unread
      ? ['not-http', 'sends a request that is not HTTP', NOT_HTTP]
      : ['nothing-sent', 'sends no request', none];
    const due = `${call.http} /${call.path.map(encodeURIComponent).join('/')}`;
    const problem = { ...breachOf(call.route, cause, does, due, likely), received: unread ?? 'nothing' };
    const gave = { name: 'gave back', value: writeResult(result) };
    return { problems: [about(problem, [...asked, gave])], gaveUp: noAnswer };
  }
  context.sent.add(made);
  const again = repeatedAfterSuccess(call, requests);
  // On a stalling machine, a timeout of the SDK passes while the slow answer already waits in its connection.
  const gaveUp = noAnswer || (again !== undefined && (!again.proven || answer.manner === 'slow'));
  const received = writeResult(result);
  const answered = [...asked, { name: 'answered', value: writeAnswer(answer) }];
  const tell = (problem: Problem): CaseProblem => {
    const places = problem.differences?.map(one => `${one.at}: ${one.expected ?? 'none'} → ${one.received ?? 'none'}`);
    return about({ ...problem, received: [...(places ?? []), received].join('; ') }, answered);
  };
  const leaked = leaksIn(result, call.apiKey).map(tell);
  // A wrong request need not get a right result.
  if (sent.some(({ severity }) => severity === 'breach')) return { problems: [...sent, ...leaked], gaveUp };
  const got = judge(result).map(problem => tell(open ? asAdvice(problem) : problem));
  // The longer message is already explained by the key in it.
  const rest = leaked.length === 0 ? got : got.filter(({ cause }) => cause !== 'longer-message');
  return { problems: [...sent, ...leaked, ...rest], gaveUp };
}

/** What an SDK says that gave up. An answer that comes at once leaves no time for it. */
const TIMED_OUT = /abort|cancel|time[sd]?[ -]?out|deadline/i;
const HASTY = 'its timeout is in another unit or overflows: it gives up before an answer can come';

const NOT_HTTP = 'a character of the path is not encoded, or a line or a length is wrong';

/** The members of an error that appear in its text and in logs. */
const SHOWN = ['code', 'message', 'request_id'];

/** The problem of an error that contains the API key. No answer of the gate contains it. */
export function leaksIn(result: CallResult, apiKey: string): readonly Problem[] {
  if (result.kind !== 'error') return [];
  const { error } = result;
  if (!SHOWN.some(name => String(member(error, name)).includes(apiKey))) return [];
  const likely = 'it writes the request with its headers into the error; logs and error trackers keep such texts';
  const does = 'puts the API key into an error';
  const problem = breachOf('auth.header', 'key-in-error', does, 'the key in X-API-Key only', likely);
  return [{ ...problem, leadsTo: KEY_IN_LOGS }];
}

/** The requirements that every call tests. */
export function requestRequirements({ http, route, keyed, shows }: SdkCall): readonly string[] {
  return [
    route,
    'request.accept',
    'version.prefix',
    ...(keyed ? ['auth.header'] : []),
    ...(http === 'GET' ? [] : ['request.content-type', 'request.idempotency-key', 'request.one-key-per-post']),
    ...(http === 'GET' ? [] : ['wire.json', 'wire.snake-case']),
    ...shows,
  ];
}

function writeAnswer({ status, headers, body, manner }: WireAnswer): string {
  const how = manner === 'whole' ? '' : ` (${manner})`;
  const text = body.toString('utf8') || '(empty)';
  const type = header(Object.entries(headers), 'content-type');
  return `${status} ${type}${how} ${text.length > 300 ? `${text.slice(0, 300)}…` : text}`;
}

/** Reads an adapter's answer, which is an object with `value` or `error`. */
function readResult(reply: AdapterReply<Result<'simulate'>>): CallResult {
  if (reply.kind === 'broke') return { kind: 'broke', said: `${reply.failure}: ${reply.said}` };
  const { value, error } = reply.result;
  if (isObject(error)) return { kind: 'error', error };
  if ('value' in reply.result) return { kind: 'value', value: (value ?? null) as Json };
  return { kind: 'broke', said: `an answer with neither value nor error: ${briefly(reply.result, 200)}` };
}

function writeResult(result: CallResult): string {
  if (result.kind === 'broke') return result.said;
  return result.kind === 'value' ? `value ${briefly(result.value, 300)}` : `error ${briefly(result.error, 300)}`;
}
