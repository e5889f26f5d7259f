import { header } from '../../base/json.ts';
import { type Answered, answersOfService, isOk } from '../../evidence/answered.ts';
import { readCondition } from '../../evidence/condition.ts';
import type { View } from '../../evidence/view.ts';
import { typesAfter } from '../../order/causes.ts';
import type { Sample } from '../fact.ts';
import { acceptedOrStatus, seenIn } from './answers.ts';

/** Calls in words. Another file reads the calls to simulate. */
const CALLS: { readonly [operation: string]: string | undefined } = {
  resolveBankAccount: 'a name enquiry',
  getOnrampOrder: 'reading an onramp order',
};

/** Gaps that any call may answer. */
const OF_REQUESTS: ReadonlySet<string> = new Set([
  'request.unknown-fields',
  'request.odd-values',
  'request.unreadable-bodies',
]);

/** Limits: whether calls are limited by rate, and the answers to large bodies and to undocumented requests. */
export function* aboutLimits(view: View): Generator<Sample> {
  yield* ofIdempotency(view);
  const all = view.evidence.exchanges.flatMap(({ response, ...rest }) => (response ? [{ ...rest, response }] : []));
  for (const [condition, burst] of Map.groupBy(all, exchange => exchange.condition)) {
    const { name, detail } = readCondition(condition) ?? {};
    const limited = burst.find(({ response }) => response.status === 429);
    const shown = limited ?? burst[0];
    if (name !== 'burst' || detail === undefined || shown === undefined) continue;
    yield { gap: 'limits.rate', condition: detail, ...seenIn(shown), value: limited ? 'limited' : 'not limited' };
  }
  for (const exchange of all.filter(({ response }) => response.status === 429)) {
    const wait = header(exchange.response.headers, 'retry-after');
    const value = wait === undefined ? '429 without Retry-After' : '429 with Retry-After';
    yield { gap: 'limits.rate', condition: 'when limited', ...seenIn(exchange), value };
  }
  for (const exchange of view.evidence.exchanges) {
    const { name, detail } = readCondition(exchange.condition) ?? {};
    if (name !== 'large-body' || detail === undefined || exchange.failure?.kind !== 'dropped') continue;
    yield { gap: 'limits.size', condition: detail, ...seenIn(exchange), value: 'the connection is closed' };
  }
  for (const exchange of answersOfService(view)) {
    const { gap, detail } = readCondition(exchange.condition) ?? {};
    if (gap === 'request.unknown-routes' && detail !== undefined)
      yield { gap, condition: detail, ...seenIn(exchange), value: exchange.response.status };
    if (gap === 'version.sandbox-routes') {
      const value = isOk(exchange.response.status) ? 'served' : exchange.response.status;
      yield { gap, ...seenIn(exchange), value };
    }
    const call = CALLS[exchange.operation ?? ''];
    if (call === undefined || gap === undefined || !OF_REQUESTS.has(gap)) continue;
    const condition = detail === undefined ? call : `${call}, ${detail}`;
    yield { gap, condition, ...seenIn(exchange), value: acceptedOrStatus(exchange) };
  }
}

/** Idempotency keys (Limits): a repeated call, at once and later, and another step with the same key. */
function* ofIdempotency(view: View): Generator<Sample> {
  const calls = answersOfService(view, 'simulateCollectionOrder');
  for (const first of calls.filter(({ condition }) => condition === 'replay: first')) {
    const own = calls.filter(call => call.journey === first.journey && call !== first);
    const again = own.find(({ condition }) => condition === 'replay: again');
    if (again) yield* replayed(view, first, again);
    const later = own.find(call => call !== again && readCondition(call.condition)?.name === 'replay');
    if (later) {
      const condition = readCondition(later.condition)?.detail ?? '';
      const value = isSame(first, later) ? 'the first answer again' : 'another answer';
      yield { gap: 'idempotency.retention', condition, ...seenIn(later), value };
    }
    const other = own.find(({ condition }) => readCondition(condition)?.name === 'conflict');
    if (other) yield { gap: 'idempotency.conflict', ...seenIn(other), value: conflicting(view, first, other) };
  }
  const enquiries = answersOfService(view, 'resolveBankAccount');
  for (const again of enquiries.filter(({ condition }) => condition === 'replay: again')) {
    const first = enquiries.find(call => call.condition === 'replay: first' && keyOf(call) === keyOf(again));
    if (first) yield* repeated('idempotency.enquiry', first, again, isOk(first.response.status) ? '' : ' of an error');
  }
}

function* replayed(view: View, first: Answered, again: Answered): Generator<Sample> {
  const gap = 'idempotency.replay';
  yield* repeated(gap, first, again);
  if (again.response.status < 300) {
    // A type that the first call has not caused may be a late event of that call.
    const isAnother = !typesAfter(view, again).isDisjointFrom(typesAfter(view, first));
    const value = isAnother ? 'another webhook' : 'no further webhook';
    yield { gap, condition: 'its webhook', ...seenIn(again), value };
  }
}

function keyOf({ request }: Answered): string | undefined {
  return header(request.headers, 'idempotency-key');
}

/** @param what words to append to those of the repetition */
function* repeated(gap: string, first: Answered, again: Answered, what = ''): Generator<Sample> {
  const seen = seenIn(again);
  const { status } = again.response;
  const value = isSame(first, again) ? 'the first answer again' : status < 300 ? 'another success' : status;
  yield { gap, condition: `the answer${what}`, ...seen, value };
  const marks = again.response.headers
    .map(([name]) => name.toLowerCase())
    .filter(name => header(first.response.headers, name) === undefined)
    .sort();
  yield { gap, condition: `headers that mark a replay${what}`, ...seen, value: marks.join(', ') || 'none' };
}

function conflicting(view: View, first: Answered, other: Answered): string | number {
  const { status } = other.response;
  if (status >= 300) return status;
  if (typesAfter(view, other).size > 0) return 'performed';
  return isSame(first, other) ? 'the first answer again' : 'another answer, without a webhook';
}

function isSame(one: Answered, other: Answered): boolean {
  return one.response.status === other.response.status && one.response.body.text === other.response.body.text;
}
