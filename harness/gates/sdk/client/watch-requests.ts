import { attempted } from '../../../base/errors.ts';
import { header, type JsonObject, objectIn, stringify } from '../../../base/json.ts';
import { EVENT_FIELDS } from '../../../contract/lifecycle.ts';
import type { CaseProblem } from '../../../evidence/evidence.ts';
import { isBreach } from '../../../judgement/checks/check.ts';
import { judgeRequest } from '../../../judgement/checks/request.ts';
import { asAdvice } from '../gate-case.ts';
import { API_KEY, OTHER_API_KEY, type SdkCall } from './call.ts';
import { successIn } from './expect.ts';
import { breachOf, breachOfMember, changeOf, KEY_IN_LOGS } from './problem.ts';
import type { WireRequest } from './wire.ts';

const GATE_KEYS: ReadonlySet<string> = new Set([API_KEY, OTHER_API_KEY]);

/**
 * Judges every request of one call by the request check and by what the caller gave. The key of a retry is only advice.
 * @param keys the idempotency keys of the gate, each with the number of the call that first sent it
 * @param number the number of the call in the gate
 */
export function watchRequests(
  call: SdkCall,
  asked: readonly WireRequest[],
  keys: Map<string, number>,
  number: number,
): readonly CaseProblem[] {
  const found = asked.flatMap((request, nth) => {
    const elsewhere = [...pathProblems(call, request)];
    // The rest of a misdirected request is unspecified.
    if (elsewhere.some(({ severity }) => severity === 'breach')) return elsewhere;
    const rest = [
      keyProblems(call, request),
      reuseProblems(request, keys, number),
      bodyProblems(call, request, nth > 0),
    ];
    return [...elsewhere, ...rest.flatMap(problems => [...problems])];
  });
  const again = repeatedAfterSuccess(call, asked);
  if (again !== undefined) return [...found, repeats(call, again)];
  const used = new Set(asked.flatMap(({ request }) => header(request.headers, 'idempotency-key') ?? []));
  if (call.http === 'GET' || used.size < 2) return found;
  const does = 'uses another Idempotency-Key for each attempt of a call';
  const both = ['the key of the first attempt', `${used.size} keys in ${asked.length} attempts`] as const;
  const problem = seen('request.one-key-per-post', 'key-per-attempt', does, both);
  return [...found, asAdvice(problem, 'a retry may act twice: the service cannot tell it from another call')];
}

/**
 * Finds a request that was repeated after a success: the success, how often it was sent, and whether the SDK provably
 * received it. If not, it may have given up on a slow answer.
 */
export function repeatedAfterSuccess(call: SdkCall, asked: readonly WireRequest[]) {
  const first = asked.findIndex(({ answer, answered }) => answered !== undefined && successIn(call, answer));
  const { answered = 0, answer, received = false } = asked[first] ?? {};
  const more = asked.slice(first + 1).filter(({ arrived }) => arrived > answered || answer?.manner === 'whole');
  if (answer === undefined || more.length === 0) return undefined;
  return { answer, requests: more.length + 1, proven: received };
}

/** The problem of a repeated request. A second POST acts twice; a second GET is only superfluous. */
function repeats(call: SdkCall, { answer, requests }: NonNullable<ReturnType<typeof repeatedAfterSuccess>>) {
  const does = `sends a ${call.http} again after it succeeded`;
  const received = `${requests} requests, the first answered ${answer.status} in full`;
  const likely = 'it takes a success that is slow, or has no body, for a failure, or sends every request twice';
  const problem = seen(
    call.http === 'GET' ? call.route : 'request.one-key-per-post',
    `repeats-${call.http}`,
    does,
    ['one request; another only after a failure', received],
    likely,
  );
  return call.http === 'GET' ? asAdvice(problem, 'each read costs two requests') : problem;
}

function seen(
  requirement: string,
  cause: string,
  does: string,
  [expected, received]: readonly [expected: string, received: string],
  likely?: string,
): CaseProblem {
  return { ...breachOf(requirement, cause, does, expected, likely), received };
}

function* pathProblems(
  { http, path, route, apiKey }: SdkCall,
  { request, target }: WireRequest,
): Generator<CaseProblem> {
  const expected = `${http} /${path.map(encodeURIComponent).join('/')}`;
  const both = [expected, `${request.method} ${target}`] as const;
  const [raw = '', ...rest] = target.split('?');
  const query = rest.join('?');
  const segments = raw
    .split('/')
    .slice(1)
    .map(segment => attempted(() => decodeURIComponent(segment)));
  if (request.method !== http) yield seen(route, 'method', 'uses another method', both);
  else if (segments.length !== path.length || segments.some((segment, index) => segment !== path[index])) {
    const place = path.findLastIndex(segment => !/^[a-z0-9_-]+$/i.test(segment));
    const isUntilThere = path.slice(0, place).every((segment, index) => segment === segments[index]);
    const special = isUntilThere ? path[place] : undefined;
    const isBaseLost = segments.join('/') === path.slice(1).join('/');
    if (isBaseLost) {
      const likely = 'it resolves the route against the address, which drops the path of the address';
      const problem = seen(route, 'base-path', 'drops the path of the base address', both, likely);
      yield asAdvice(problem, 'a service below a path of its host cannot be called');
    } else if (special === undefined)
      yield seen(route, 'path', 'calls another path', both, 'it builds a path that differs from the specification');
    else {
      const isDecoded = segments[place] !== special && segments[place] === attempted(() => decodeURIComponent(special));
      const likely =
        raw.includes(special) || query !== ''
          ? 'it puts the id into the path without percent-encoding it'
          : isDecoded
            ? 'it percent-decodes the id before it encodes it, or takes it for encoded'
            : 'it does not percent-encode the UTF-8 of the id once: it encodes it twice, as a form, or in part';
      yield seen(route, 'path-encoding', 'calls another path', both, likely);
    }
  } else if (query.includes(apiKey)) {
    const hidden = ['the key in X-API-Key only', `${request.method} ${raw}?…`] as const;
    yield { ...seen('auth.header', 'key-in-query', 'puts the API key into the URL', hidden), leadsTo: KEY_IN_LOGS };
  } else if (query !== '') {
    const problem = seen(route, 'query', 'sends an undocumented query', both);
    yield asAdvice(problem, 'the service may refuse a query that it does not know, and logs keep it');
  }
}

function* keyProblems({ apiKey, keyed, path }: SdkCall, { request: { headers } }: WireRequest): Generator<CaseProblem> {
  const key = header(headers, 'x-api-key');
  const expected = `X-API-Key for /${path[0]}`;
  if (key === apiKey) return;
  if (key !== undefined) {
    const both = [expected, 'another value in X-API-Key'] as const;
    const likely = GATE_KEYS.has(key) ? 'it keeps the key of an earlier call' : 'it alters the key';
    yield seen('auth.header', 'other-key', 'sends a different API key', both, likely);
  } else if (keyed) {
    const likely = header(headers, 'authorization') && 'it sends the key as Authorization';
    const both = [expected, '(no X-API-Key)'] as const;
    yield seen('auth.header', 'no-key', 'does not send the API key in X-API-Key', both, likely);
  } else {
    const does = 'sends no API key with simulate; whether it needs one is not specified';
    const problem = seen('auth.header', 'no-key-on-simulate', does, ['X-API-Key', '(no X-API-Key)']);
    yield asAdvice(problem, 'every step is refused if the service requires the key');
  }
}

function* reuseProblems({ request }: WireRequest, keys: Map<string, number>, number: number): Generator<CaseProblem> {
  const key = header(request.headers, 'idempotency-key');
  if (key === undefined) return;
  const sent = new Set(request.headers.flatMap(([name, value]) => (/^idempotency-key$/i.test(name) ? value : [])));
  if (request.method === 'POST' && sent.size > 1) {
    const does = `sends ${sent.size} keys in one request, in several lines of Idempotency-Key`;
    const both = ['one UUID for each POST', `Idempotency-Key: ${[...sent].join(', ')}`] as const;
    yield seen('request.one-key-per-post', 'several-keys', does, both, 'it adds the header where it is to set it');
    return;
  }
  const first = keys.get(key.toLowerCase()) ?? number;
  if (request.method !== 'POST') {
    if (first === number) return;
    const does = 'sends the Idempotency-Key of an earlier call with a request that needs none';
    const both = ['no Idempotency-Key', `that of call ${first} in call ${number}`] as const;
    const likely = 'it puts the headers of a call into defaults that all calls share';
    const problem = seen('request.one-key-per-post', 'key-left-over', does, both, likely);
    yield asAdvice(problem, 'a service that reads the key of every request takes two calls for one');
    return;
  }
  keys.set(key.toLowerCase(), first);
  if (first === number) return;
  const likely = 'the key is generated once per client, derived from the request, or drawn from a restarting seed';
  const received = `Idempotency-Key: ${key}, which call ${first} had sent before call ${number}`;
  const both = ['a fresh UUID for each POST', received] as const;
  yield seen('request.one-key-per-post', 'key-reused', 'reuses the Idempotency-Key of another call', both, likely);
}

function* bodyProblems(call: SdkCall, { request }: WireRequest, isAgain: boolean): Generator<CaseProblem> {
  const body = objectIn(request.body) ?? {};
  const { size = 0 } = request.body ?? {};
  if (request.method === 'GET' && size > 0)
    yield seen(call.route, 'body-on-get', 'sends a body with a GET', ['no body', `${size} bytes of body`]);
  const breaches = [...judgeRequest({ name: 'the SDK', evidence: '' }, request, call.operation)].filter(isBreach);
  for (const { evidence: _, next: __, line: ___, severity = 'breach', ...problem } of breaches) {
    const own = problem.requirement === 'simulate.only-own-event' && passesOn(call, body);
    // An SDK may let its callers decide which field belongs to which event.
    const invented = problem.requirement === 'simulate.only-own-event' && !own;
    const isEmpty = size === 0 && problem.cause === 'body-not-json';
    const spent = isAgain && size === 0 && call.body !== undefined;
    const likely = own ? PASSED_ON : invented ? KEPT_FIELD : spent ? SPENT : undefined;
    const told = {
      ...{ ...problem, severity: 'breach' as const, received: problem.received || '(an empty body)' },
      ...(likely !== undefined && { likely }),
      ...(isEmpty && { message: 'the SDK sends a POST without its body' }),
      ...(own && { message: `${problem.message}, as its caller asked` }),
    };
    if (own) yield asAdvice(told, 'the service may refuse the step, or misread it');
    else yield severity === 'breach' ? told : asAdvice(told, 'the service may answer in another form than JSON');
  }
  if (call.body === undefined || breaches.some(({ severity }) => severity !== 'advice')) return;
  yield* differences(call, call.body, body);
}

/** Whether the caller gave every optional field of a simulate body, in whatever form it is sent. */
function passesOn({ details = {} }: SdkCall, body: JsonObject): boolean {
  return EVENT_FIELDS.every(({ wire }) => (body[wire] ?? undefined) === undefined || wire in details);
}

const FIELDS: ReadonlySet<string> = new Set(['account_number', 'bank_code', ...EVENT_FIELDS.map(({ wire }) => wire)]);
const PASSED_ON = 'it leaves it to its callers which field belongs to which event';
const SPENT = 'it sends the body with the first attempt only';
const KEPT_FIELD = 'it keeps the field of an earlier call, or has a default for it';

const ZERO_IS_ABSENT = 'it takes a value of zero for an absent one';
const REWRITTEN = 'it rewrites the value, for example as a number';

/** The differences between a valid body and what the caller gave. */
function* differences(
  { route, details }: SdkCall,
  given: NonNullable<SdkCall['body']>,
  sent: JsonObject,
): Generator<CaseProblem> {
  const received = stringify(sent).slice(0, 300);
  for (const [name, wanted] of Object.entries(given)) {
    if (sent[name] === wanted) continue;
    const lost = sent[name] === undefined;
    const requirement = EVENT_FIELDS.find(({ wire }) => wire === name)?.requirement ?? route;
    const other = Object.keys(given).find(one => given[one] === sent[name] && sent[one] === wanted);
    const swaps = `swaps ${[name, other].toSorted().join(' and ')}`;
    const [cause, does, likely] = lost
      ? [`no-${name}`, `leaves out ${name}`, Number(wanted) === 0 ? ZERO_IS_ABSENT : 'it drops the field']
      : other === undefined
        ? [`other-${name}`, `sends a different ${name}`, changeOf(wanted, sent[name]) ?? REWRITTEN]
        : ['swapped', swaps, `it ${swaps}`];
    const problem = { ...breachOfMember(requirement, cause, does, [name, wanted, sent[name]], likely), received };
    // Callers rarely mean the blanks at the ends of a value.
    yield sent[name] === wanted.trim() ? asAdvice(problem, 'the service is asked for another value') : problem;
  }
  const passedOn = details ?? {};
  const extra = Object.keys(sent).filter(name => !(name in given) && passedOn[name] !== sent[name]);
  if (extra.length === 0) return;
  const ofOthers = extra.every(name => FIELDS.has(name));
  const likely = extra.some(name => /[A-Z]/.test(name))
    ? 'it sends its own camelCase names'
    : ofOthers
      ? KEPT_FIELD
      : undefined;
  const both = [JSON.stringify(given), received] as const;
  yield seen(route, 'extra-field', 'sends an additional field', both, likely);
}
