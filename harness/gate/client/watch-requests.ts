import type { CaseProblem } from '../../core/evidence.ts';
import { briefly, header, isObject, type Json } from '../../core/json.ts';
import type { Call } from './call.ts';
import type { Asked } from './wire.ts';

/** What an SDK sent wrongly. */
export type Sent = Pick<CaseProblem, 'requirement' | 'severity' | 'cause' | 'message' | 'expected' | 'likely'> & {
  readonly sent: string;
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Idempotency keys by the call that first sent them, over the whole gate. */
export type Keys = Map<string, number>;

/**
 * Judges what one call of an SDK put on the wire, every attempt of it. SDKs may try again as they like; which key they
 * then use is advice.
 */
export function watchRequests(call: Call, asked: readonly Asked[], keys: Keys, number: number): readonly Sent[] {
  const found = asked.flatMap(request => [
    ...pathProblems(call, request),
    ...headerProblems(call, request),
    ...(call.http === 'POST'
      ? [...keyProblems(request, keys, number), ...bodyProblems(call, request)]
      : bareProblems(call, request)),
  ]);
  const used = new Set(asked.flatMap(({ headers }) => header(headers, 'idempotency-key') ?? []));
  if (call.http === 'POST' && used.size > 1)
    found.push(
      advice(
        'request.one-key-per-post',
        'key-per-attempt',
        'an attempt of the same call has a key of its own',
        'the key of the first attempt',
        `${used.size} keys in ${asked.length} attempts`,
      ),
    );
  return found;
}

const breach = (
  requirement: string,
  cause: string,
  message: string,
  expected: string,
  sent: string,
  likely?: string,
): Sent => ({
  requirement,
  severity: 'breach',
  cause,
  message: `the SDK ${message}`,
  expected,
  sent,
  ...(likely !== undefined && { likely }),
});
const advice = (...problem: Parameters<typeof breach>): Sent => ({ ...breach(...problem), severity: 'advice' });

function pathProblems({ http, path, route, apiKey }: Call, { method, target }: Asked): readonly Sent[] {
  const sent = `${method} ${target}`;
  const expected = `${http} /${path.map(encodeURIComponent).join('/')}`;
  if (method !== http) return [breach(route, 'method', 'uses another method', expected, sent)];
  const [raw = '', ...query] = target.split('?');
  const segments = raw.split('/').slice(1).map(decoded);
  const fits = segments.length === path.length && segments.every((segment, index) => segment === path[index]);
  if (!fits) {
    const last = [...path].reverse().find(segment => !/^[a-z0-9_-]+$/i.test(segment));
    const likely =
      last === undefined
        ? 'it builds another path than the specification names'
        : raw.includes(last) || query.length > 0
          ? 'it puts the id into the path as it is, without percent-encoding it'
          : 'it encodes the id in another way than percent-encoding of its UTF-8: twice, as a form, or in part';
    return [
      breach(route, last === undefined ? 'path' : 'path-encoding', 'asks for another path', expected, sent, likely),
    ];
  }
  if (query.join('?').includes(apiKey))
    return [
      breach(
        'auth.header',
        'key-in-query',
        'puts the API key into the address',
        'the key in X-API-Key alone',
        `${method} ${raw}?…`,
      ),
    ];
  return query.length > 0 ? [advice(route, 'query', 'a query is sent that is not documented', expected, sent)] : [];
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function headerProblems({ http, apiKey, keyed, path }: Call, { headers }: Asked): readonly Sent[] {
  const found: Sent[] = [];
  const ranges = (header(headers, 'accept') ?? '').split(',').map(range => range.split(';')[0]?.trim().toLowerCase());
  const accept = header(headers, 'accept');
  if (!ranges.includes('application/json')) {
    found.push(
      breach(
        'request.accept',
        'accept',
        'does not send Accept: application/json',
        'Accept: application/json',
        `Accept: ${accept ?? '(none)'}`,
        accept === undefined || accept === '*/*' ? 'its HTTP library sends a default' : undefined,
      ),
    );
  } else if (ranges.length > 1)
    found.push(
      advice(
        'request.accept',
        'accept-more',
        'Accept names more than application/json',
        'Accept: application/json',
        `Accept: ${accept}`,
      ),
    );
  const type = header(headers, 'content-type');
  if (http === 'POST' && type?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    found.push(
      breach(
        'request.content-type',
        'content-type',
        'does not send Content-Type: application/json with a POST',
        'Content-Type: application/json',
        `Content-Type: ${type ?? '(none)'}`,
      ),
    );
  const key = header(headers, 'x-api-key');
  if (key === apiKey) return found;
  const where = `for /${path[0]}`;
  if (key === undefined && !keyed)
    found.push(
      advice(
        'auth.header',
        'no-key-on-simulate',
        'no API key is sent with simulate; whether it needs one is not shown',
        'X-API-Key',
        '(no X-API-Key)',
      ),
    );
  else if (key === undefined)
    found.push(
      breach(
        'auth.header',
        'no-key',
        'does not send the API key in X-API-Key',
        `X-API-Key ${where}`,
        '(no X-API-Key)',
        header(headers, 'authorization') === undefined ? undefined : 'it sends the key as Authorization',
      ),
    );
  else
    found.push(
      breach(
        'auth.header',
        'other-key',
        'sends another API key than it was given',
        'the key as it was given for this call',
        'another value in X-API-Key',
        'it keeps the key of an earlier call, or alters it',
      ),
    );
  return found;
}

function keyProblems({ headers }: Asked, keys: Keys, number: number): readonly Sent[] {
  const key = header(headers, 'idempotency-key');
  if (key === undefined)
    return [
      breach(
        'request.idempotency-key',
        'no-idempotency-key',
        'sends no Idempotency-Key with a POST',
        'Idempotency-Key: <uuid>',
        '(no Idempotency-Key)',
      ),
    ];
  if (!UUID.test(key))
    return [
      breach(
        'request.idempotency-key',
        'key-no-uuid',
        'sends an Idempotency-Key that is no UUID',
        'Idempotency-Key: <uuid>',
        `Idempotency-Key: ${key.slice(0, 100)}`,
      ),
    ];
  const folded = key.toLowerCase();
  const first = keys.get(folded) ?? number;
  keys.set(folded, first);
  if (first === number) return [];
  return [
    breach(
      'request.one-key-per-post',
      'key-reused',
      'uses the Idempotency-Key of another call again',
      'a fresh uuid for each POST',
      `Idempotency-Key: ${key}, which call ${first} had sent before call ${number}`,
      'the key is made once for the client, derived from what is sent, or drawn from a seed that starts anew',
    ),
  ];
}

function bareProblems({ route }: Call, { body }: Asked): readonly Sent[] {
  return body.length === 0
    ? []
    : [breach(route, 'body-on-get', 'sends a body with a GET', 'no body', `${body.length} bytes of body`)];
}

function bodyProblems(call: Call, { body }: Asked): readonly Sent[] {
  const { body: want = {}, route, method } = call;
  const text = body.toString('utf8').slice(0, 300);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return [breach('wire.json', 'body-not-json', 'sends a body that is no JSON', JSON.stringify(want), text)];
  }
  if (!isObject(value))
    return [breach('wire.json', 'body-no-object', 'sends JSON that is no object', JSON.stringify(want), text)];
  const found: Sent[] = [];
  for (const [name, wanted] of Object.entries(want)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given === wanted) continue;
    found.push(fieldProblem(method, route, name, wanted, given, text));
  }
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(want, name)) continue;
    found.push(extraProblem(call, name, value[name] ?? null, text));
  }
  return found;
}

function fieldProblem(
  method: string,
  route: string,
  name: string,
  wanted: string,
  given: Json | undefined,
  sent: string,
): Sent {
  const expected = `${name}: ${JSON.stringify(wanted)}`;
  const amount = name === 'received_amount';
  if (given === undefined)
    return breach(
      amount ? 'simulate.received-amount' : route,
      `no-${name}`,
      `leaves out ${name}`,
      expected,
      sent,
      'it drops it, or sends it under another name than the snake_case one',
    );
  const requirement = amount
    ? 'wire.decimal-strings'
    : method === 'resolveBankAccount'
      ? 'enquiry.string-inputs'
      : route;
  const likely =
    typeof given === 'number'
      ? 'it sends a number where a string is due: digits are lost, zeros at its ends first'
      : 'it alters what it was given';
  return breach(
    requirement,
    `other-${name}`,
    `sends ${name} as ${typeof given === 'string' ? 'another text than it was given' : briefly(given).split(' ')[0]}`,
    expected,
    sent,
    likely,
  );
}

function extraProblem({ body, route, details }: Call, name: string, given: Json, sent: string): Sent {
  const expected = JSON.stringify(body ?? {});
  if (name === 'received_amount' || name === 'received_network') {
    if (given === null)
      return breach(
        'simulate.optional-fields',
        'null-for-absent',
        'sends an absent field as null',
        expected,
        sent,
        'it serialises every field that it knows, given or not',
      );
    // What a caller misplaced may be passed on: whether an SDK guards its callers is its own choice.
    const passedOn = details?.[name] === given;
    const say = passedOn ? advice : breach;
    return say(
      'simulate.only-own-event',
      `${name}-elsewhere`,
      `${passedOn ? 'passes on' : 'sends'} ${name} with an event that it does not belong to`,
      expected,
      sent,
      passedOn ? 'it leaves it to its callers which fields go with which event' : 'it sends every field that it knows',
    );
  }
  if (given === null)
    return breach(
      route,
      'null-for-absent',
      'sends an absent field as null',
      expected,
      sent,
      'it serialises every field that it knows, given or not',
    );
  return breach(
    route,
    'undocumented-field',
    'sends a field that is not documented',
    expected,
    sent,
    /[A-Z]/.test(name) ? 'it sends its own camelCase names' : undefined,
  );
}
