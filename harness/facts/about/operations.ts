import { conversionOf, DIRECTIONS, onlyDirectionOf, roundingOf } from '../../base/conversion.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import { type Answered, answersOfService, documentedErrors, isOk } from '../../evidence/answered.ts';
import { readCondition } from '../../evidence/condition.ts';
import type { View } from '../../evidence/view.ts';
import type { Sample } from '../fact.ts';
import { bodiesOf, bodyKind, fieldSamples, objectOf, scalar, seenIn } from './answers.ts';

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

/** The answers of the operations, except simulate. */
export function* aboutOperations(view: View): Generator<Sample> {
  yield* aboutOnramp(view);
  yield* aboutEnquiry(view);
  yield* aboutPreview(view);
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
  const conversion = conversionOf(order);
  const direction = conversion && onlyDirectionOf(conversion);
  if (conversion === undefined || direction === undefined) return;
  yield { gap: 'onramp.rate', condition: 'direction', ...seen, value: DIRECTIONS[direction] };
  yield { gap: 'onramp.rate', condition: 'rounding', ...seen, value: roundingOf(conversion, direction) };
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
