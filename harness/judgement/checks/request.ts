import { briefly, bytesOf, header, isObject, type Json, jsonOf } from '../../base/json.ts';
import { EVENT_FIELDS } from '../../contract/lifecycle.ts';
import { type OperationId, operationIds } from '../../contract/operations.ts';
import { FORBIDDEN, type Violation, validateRequestBody } from '../../contract/validate.ts';
import { readCondition } from '../../evidence/condition.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import { type Breach, breach, type Check, isBreach, type Judgement, pass, passIf } from './check.ts';

const JSON_TYPE = 'application/json';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** How much of a body a finding quotes, in characters. */
const QUOTED = 300;

/** The requirement that a valid body shows to hold. */
const SHOWN: { readonly [operation: string]: string | undefined } = {
  resolveBankAccount: 'enquiry.string-inputs',
  simulateCollectionOrder: 'simulate.only-own-event',
};

/** The sender of a request, and where it was seen. */
interface Sender {
  /** The subject of its findings: `the SDK`. */
  readonly name: string;
  /** The id of the exchange. */
  readonly evidence: string;
}

/**
 * Judges one request by the duties of every caller (Endpoints, Limits, 4.1, 4.3): Accept, Content-Type, the form of the
 * Idempotency-Key, and the body that the contract describes.
 *
 * @param operation the operation of the body; `undefined` leaves the body unjudged
 */
export function* judgeRequest(
  sender: Sender,
  { method, headers, body }: Exchange['request'],
  operation: OperationId | undefined,
): Generator<Judgement> {
  const broken = breaches(sender);
  const accept = header(headers, 'accept');
  const ranges = (accept ?? '').split(',').map(mediaType);
  const wanted = {
    requirement: 'request.accept',
    expected: `Accept: ${JSON_TYPE}`,
    received: `Accept: ${accept ?? '(none)'}`,
  };
  if (!ranges.includes(JSON_TYPE)) {
    const likely = accept === '*/*' ? 'its HTTP library sends a default' : undefined;
    yield broken({ ...wanted, cause: 'accept', message: `does not send Accept: ${JSON_TYPE}`, likely });
  } else {
    yield pass('request.accept', sender.evidence);
    if (ranges.length > 1)
      yield broken({ ...wanted, severity: 'advice', cause: 'accept-more', message: `accepts more than ${JSON_TYPE}` });
  }
  if (method !== 'POST') return;
  const type = header(headers, 'content-type');
  if (mediaType(type ?? '') === JSON_TYPE) yield pass('request.content-type', sender.evidence);
  else
    yield broken({
      requirement: 'request.content-type',
      cause: 'content-type',
      message: `does not send Content-Type: ${JSON_TYPE} with a POST`,
      expected: `Content-Type: ${JSON_TYPE}`,
      received: `Content-Type: ${type ?? '(none)'}`,
    });
  const key = header(headers, 'idempotency-key');
  if (UUID.test(key ?? '')) yield pass('request.idempotency-key', sender.evidence);
  else
    yield broken({
      requirement: 'request.idempotency-key',
      cause: key === undefined ? 'no-idempotency-key' : 'key-not-uuid',
      message: `sends ${key === undefined ? 'no' : 'a malformed'} Idempotency-Key with a POST`,
      expected: 'Idempotency-Key: <uuid>',
      received: `Idempotency-Key: ${key?.slice(0, 100) ?? '(none)'}`,
    });
  if (operation === undefined || body === undefined) return;
  const found = [...bodyBreaches(operation, jsonOf(body)?.value, broken, bytesOf(body).toString().slice(0, QUOTED))];
  yield* found;
  const shown = SHOWN[operation];
  if (shown !== undefined && found.length === 0) yield pass(shown, sender.evidence);
}

type BrokenRequest = Omit<Breach, 'evidence' | 'likely'> & { readonly likely?: string | undefined };

function breaches({ name, evidence }: Sender): (problem: BrokenRequest) => Breach {
  return ({ message, likely, ...rest }) =>
    breach({ ...rest, message: `${name} ${message}`, ...(likely !== undefined && { likely }), evidence: [evidence] });
}

function mediaType(text: string): string {
  return text.replace(/;.*/s, '').trim().toLowerCase();
}

function* bodyBreaches(
  operation: OperationId,
  value: Json | undefined,
  broken: (problem: BrokenRequest) => Breach,
  received: string,
): Generator<Breach> {
  if (!isObject(value)) {
    const what = value === undefined ? 'that is not JSON' : 'of JSON that is not an object';
    const cause = value === undefined ? 'body-not-json' : 'body-not-object';
    yield broken({
      requirement: 'wire.json',
      cause,
      message: `sends a body ${what}`,
      expected: 'a JSON object',
      received,
      ...(/^\{.*[^\x00-\x7f]/s.test(received) && value === undefined && { likely: COUNTS_CHARACTERS }),
    });
    return;
  }
  const absent = EVENT_FIELDS.filter(({ wire }) => value[wire] === null);
  if (absent.length > 0)
    yield broken({
      requirement: 'simulate.optional-fields',
      cause: 'null-for-absent',
      message: 'sends an absent field as null',
      expected: `no ${absent.map(({ wire }) => wire).join(', no ')}`,
      received,
      likely: 'it serializes every known field, set or not',
    });
  const present = Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
  for (const violation of validateRequestBody(operation, present)) {
    const { requirement, keyword, pointer } = violation;
    const own = operation === 'resolveBankAccount' && requirement !== 'wire.snake-case';
    const field = pointer.slice(1);
    const owner = keyword === FORBIDDEN && EVENT_FIELDS.find(({ wire }) => wire === field);
    const wanted = owner ? `only with "${owner.event}"` : violation.expected;
    const sent = present[field];
    yield broken({
      requirement: own ? 'enquiry.string-inputs' : requirement,
      cause: `${owner ? 'misplaced' : keyword}-${field}`,
      message: inWords(violation, field),
      expected: `${field}${owner ? '' : ':'} ${wanted}`,
      received,
      differences: [{ at: `/${field}`, expected: wanted, ...(sent !== undefined && { received: briefly(sent) }) }],
      likely: likelyCause(violation),
      line: violation.line,
    });
  }
}

const COUNTS_CHARACTERS =
  'its Content-Length counts characters instead of bytes, so that the end of the body is missing';

function inWords({ keyword, requirement, expected }: Violation, field: string): string {
  if (keyword === FORBIDDEN) return `sends ${field} with an event that does not take it`;
  if (requirement === 'wire.snake-case') return `sends ${field} instead of ${expected}`;
  return keyword === 'required' ? `leaves out ${field}` : `sends ${field} as something other than ${expected}`;
}

function likelyCause({ keyword, received }: Violation): string | undefined {
  if (keyword === FORBIDDEN) return 'it sends every field that it knows';
  if (keyword === 'required') return 'it drops the field, or sends it under another name than the snake_case one';
  if (!received.startsWith('number')) return undefined;
  return 'it sends a number instead of a string, which loses leading and trailing zeros';
}

/**
 * Endpoints, Limits: the duties of every caller. This check judges the harness's own calls, so that a bug of the
 * harness is not mistaken for one of the service. Deliberately wrong calls, which have a condition, are left out.
 */
export const ownRequests: Check = {
  id: 'own-requests',
  title: 'The calls of the harness follow the specification',
  kind: 'safety',
  requirements: [
    'request.accept',
    'request.content-type',
    'request.idempotency-key',
    'request.one-key-per-post',
    'enquiry.string-inputs',
    'simulate.only-own-event',
  ],
  *judge(view) {
    const keys = new Set<string>();
    for (const { id, condition, attempt, request, operation } of view.evidence.exchanges) {
      const unusual = readCondition(condition);
      if (unusual?.omits !== undefined) continue;
      // A probe may send an unusual body; a name enquiry always sends strings.
      const usual = condition === undefined || operation === 'resolveBankAccount';
      const judged = usual ? operationIds().find(known => known === operation) : undefined;
      for (const found of judgeRequest({ name: 'the harness', evidence: id }, request, judged)) {
        if (!this.requirements.includes(found.requirement)) continue;
        yield isBreach(found) ? { ...found, likely: 'a bug of the harness' } : found;
      }
      const key = header(request.headers, 'idempotency-key');
      if (request.method !== 'POST' || key === undefined || attempt > 0) continue;
      if (unusual?.reusesKey) continue;
      yield passIf(!keys.has(key), 'request.one-key-per-post', id, () => ({
        cause: 'key-reused',
        message: 'the harness uses an Idempotency-Key for two calls',
        expected: 'a fresh UUID for each POST',
        received: key,
        likely: 'a bug of the harness',
      }));
      keys.add(key);
    }
  },
};
