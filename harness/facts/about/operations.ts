import { Conversion, DIRECTIONS } from '../../base/conversion.ts';
import { header, isObject, type JsonObject } from '../../base/json.ts';
import { type Answered, answersOfService, documentedErrors, isOk } from '../../evidence/answered.ts';
import { readCondition } from '../../evidence/condition.ts';
import type { View } from '../../evidence/view.ts';
import { typesAfter } from '../../order/causes.ts';
import type { Sample } from '../fact.ts';
import { acceptedOrStatus, bodiesOf, bodyKind, fieldSamples, objectOf, scalar, seenIn } from './answers.ts';

const ORDER_VALUES = {
  status: 'onramp.status-values',
  flow_type: 'onramp.flow-type-values',
  execution_mode: 'onramp.execution-mode-values',
} as const;
const ACCOUNT_VALUES = {
  provider: 'account.provider-values',
  type: 'account.type-values',
  status: 'account.status-values',
} as const;

/** The answers of the operations, except simulate, and the limits of calls. */
export function* aboutOperations(view: View): Generator<Sample> {
  yield* aboutOnramp(view);
  yield* aboutEnquiry(view);
  yield* aboutPreview(view);
  yield* aboutLimits(view);
}

/** Onramp orders (4.2): fields whose allowed values are not shown, and errors by condition. */
function* aboutOnramp(view: View): Generator<Sample> {
  yield* fieldsOf(view, 'getOnrampOrder', 'an onramp order');
  for (const exchange of answersOfService(view, 'getOnrampOrder')) {
    const { status } = exchange.response;
    if (status === 200) yield* ofOrder(exchange);
    if (status >= 400) yield* ofError(exchange);
  }
  const errors = Map.groupBy(documentedErrors(view), ({ response }) => response.status);
  const [last] = [...errors.values()].at(-1) ?? [];
  const value = [...errors.keys()].sort().join(', ');
  const condition = 'more than the four that are defined';
  if (last && errors.size > 4) yield { gap: 'onramp.error-statuses', condition, ...seenIn(last), value };
}

/** The fields of documented responses: which are present, and which are null (Resources and their fields). */
function* fieldsOf(view: View, operation: string, words: string): Generator<Sample> {
  const all = answersOfService(view, operation);
  const of = (isOwn: (status: number) => boolean) => bodiesOf(all.filter(({ response }) => isOwn(response.status)));
  yield* fieldSamples('fields.presence', words, of(isOk));
  yield* fieldSamples(
    'fields.presence',
    `an error of ${words}`,
    of(status => status >= 400),
  );
}

function* ofOrder(exchange: Answered): Generator<Sample> {
  const order = objectOf(exchange);
  if (order === undefined) return;
  const seen = seenIn(exchange);
  yield* valuesOf(order, ORDER_VALUES, seen);
  const { account } = order;
  const presence = account === undefined ? 'absent' : account === null ? 'null' : 'other';
  yield { gap: 'onramp.account-presence', ...seen, value: isObject(account) ? 'an object' : presence };
  if (isObject(account)) yield* valuesOf(account, ACCOUNT_VALUES, seen);
  const conversion = Conversion.of(order);
  const direction = conversion?.direction;
  if (conversion === undefined || direction === undefined) return;
  yield { gap: 'onramp.rate', condition: 'direction', ...seen, value: DIRECTIONS[direction] };
  yield { gap: 'onramp.rate', condition: 'rounding', ...seen, value: conversion.rounding(direction) };
}

function* valuesOf(object: JsonObject, gaps: { readonly [field: string]: string }, seen: ReturnType<typeof seenIn>) {
  for (const [field, gap] of Object.entries(gaps)) {
    const value = scalar(object[field]);
    if (value !== undefined) yield { gap, ...seen, value };
  }
}

function* ofError(exchange: Answered): Generator<Sample> {
  const { condition, response, request } = exchange;
  if (readCondition(condition)?.name === 'burst') return;
  const seen = seenIn(exchange);
  const name = condition === 'magic' ? `for ${request.url.slice(request.url.lastIndexOf('/') + 1)}` : condition;
  const where = name === undefined ? {} : { condition: name };
  yield { gap: 'onramp.error-statuses', ...where, ...seen, value: response.status };
  const code = scalar(objectOf(exchange)?.code);
  if (code !== undefined) yield { gap: 'error.onramp-codes', ...where, ...seen, value: code };
}

/** Name enquiries (4.1): the boolean `status`, and error codes by condition. */
function* aboutEnquiry(view: View): Generator<Sample> {
  yield* fieldsOf(view, 'resolveBankAccount', 'a name enquiry');
  for (const exchange of answersOfService(view, 'resolveBankAccount')) {
    const { condition, response } = exchange;
    const body = objectOf(exchange);
    const status = scalar(body?.status);
    const seen = seenIn(exchange);
    if (status !== undefined)
      yield { gap: 'enquiry.ok-status-value', condition: `on ${response.status}`, ...seen, value: status };
    const code = isOk(exchange.response.status) ? undefined : scalar(body?.code);
    if (code === undefined) continue;
    // Error fixtures are named by the status that they provoke, so that no account number is written.
    const named = condition === undefined || condition === 'magic' || condition === 'known' || condition === 'guessed';
    const where = named ? `${condition ?? 'call'}, ${response.status}` : condition;
    yield { gap: 'error.enquiry-codes', condition: where, ...seen, value: code };
  }
}

/** The operations of the preview surface, with their gaps. */
const GAPS: { readonly [operation: string]: string } = {
  getClientSession: 'preview.session',
  refreshClientSessionQuote: 'preview.refresh-quote',
  selectClientSession: 'preview.select',
  recordClientTelemetry: 'preview.telemetry',
};

/** The preview surface (4.4): statuses with and without a key, and the contents of the answers. */
function* aboutPreview(view: View): Generator<Sample> {
  for (const [operation, gap] of Object.entries(GAPS)) {
    const all = answersOfService(view, operation);
    for (const exchange of all) {
      const condition = exchange.condition ?? 'a call';
      yield { gap, condition: `${condition}, the status`, ...seenIn(exchange), value: exchange.response.status };
      yield { gap, condition: `${condition}, the answer`, ...seenIn(exchange), value: bodyKind(exchange) };
    }
    const taken = all.filter(({ response }) => isOk(response.status));
    const own = operation === 'getClientSession' ? 'session.fields' : gap;
    yield* fieldSamples(own, 'a success', bodiesOf(taken));
  }
}

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
function* aboutLimits(view: View): Generator<Sample> {
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
