import { isOk } from '../core/answered.ts';
import { type Condition, readCondition } from '../core/condition.ts';
import type { Exchange } from '../core/evidence.ts';
import { isObject, jsonOf } from '../core/json.ts';
import { EVENT_FIELDS } from '../core/lifecycle.ts';
import {
  type Editable,
  findMember,
  withAnswer,
  withExchange,
  withHeader,
  withoutHeader,
  withStatus,
  withText,
} from './edit.ts';
import type { Mutation } from './mutation.ts';

type Fits = (exchange: Exchange) => boolean;

/** A mutation that changes one answer after another. */
function eachAnswer(name: string, requirement: string, fits: Fits, change: (exchange: Exchange) => Exchange): Mutation {
  return {
    name,
    requirement,
    *apply(evidence) {
      for (const exchange of evidence.exchanges) {
        if (exchange.response === undefined || exchange.failure !== undefined || !fits(exchange)) continue;
        yield withExchange(evidence, exchange.id, change);
      }
    },
  };
}

/** A mutation that changes all answers of a kind at once. */
function allAnswers(name: string, requirement: string, fits: Fits, change: (exchange: Exchange) => Exchange): Mutation {
  return {
    name,
    requirement,
    *apply(evidence) {
      if (!evidence.exchanges.some(fits)) return;
      yield {
        ...evidence,
        exchanges: evidence.exchanges.map(exchange => (fits(exchange) ? change(exchange) : exchange)),
      };
    },
  };
}

const is =
  (operation: string, ...conditions: readonly (Condition | undefined)[]): Fits =>
  exchange =>
    exchange.operation === operation && (conditions.length === 0 || conditions.includes(exchange.condition));
const ok: Fits = ({ response }) => response !== undefined && isOk(response.status);
const failed: Fits = ({ response }) => response !== undefined && response.status >= 400 && response.status <= 500;
const both =
  (...all: readonly Fits[]): Fits =>
  exchange =>
    all.every(fits => fits(exchange));
const judged: Fits = exchange => is('resolveBankAccount')(exchange) || is('getOnrampOrder')(exchange);

const enquiry = is('resolveBankAccount');
const read = is('getOnrampOrder');
const known = (fits: Fits) => both(fits, ({ condition }) => condition === 'known');
const resolved = both(enquiry, ok);
const order = both(read, ok);
const withAccount = both(order, ({ response }) => {
  const body = response && jsonOf(response.body)?.value;
  return isObject(body) && isObject(body.account);
});

const inAnswer = (change: (json: Editable) => void) => (exchange: Exchange) => withAnswer(exchange, change);
const inMember = (field: string) => (change: (member: Editable) => void) =>
  inAnswer(json => {
    if (isObject(json[field])) change(json[field] as Editable);
  });
const inData = inMember('data');
const inAccount = inMember('account');
const drop = (field: string) => (json: Editable) => {
  delete json[field];
};
const set = (field: string, value: unknown) => (json: Editable) => {
  json[field] = value;
};
const answered = (status: number) => (exchange: Exchange) => withStatus(exchange, status);

const asHtml = (exchange: Exchange): Exchange =>
  exchange.response
    ? { ...exchange, response: { ...exchange.response, body: withText(exchange.response.body, '<html>') } }
    : exchange;
const declaredHtml = (exchange: Exchange): Exchange =>
  exchange.response
    ? {
        ...exchange,
        response: { ...exchange.response, headers: withHeader(exchange.response.headers, 'content-type', 'text/html') },
      }
    : exchange;
const nameless = (exchange: Exchange): Exchange =>
  exchange.response
    ? {
        ...exchange,
        response: { ...exchange.response, headers: withoutHeader(exchange.response.headers, 'request-id') },
      }
    : exchange;

const errorOf = (status: number) => both(enquiry, ({ response }) => response?.status === status);

/** Answers of the service, broken. */
export const ANSWER_MUTATIONS: readonly Mutation[] = [
  eachAnswer('request-id removed', 'response.request-id', () => true, nameless),
  eachAnswer(
    'body made HTML',
    'wire.json',
    both(judged, exchange => (exchange.response?.body.size ?? 0) > 0),
    asHtml,
  ),
  eachAnswer(
    'declared as HTML',
    'wire.json',
    both(judged, exchange => (exchange.response?.body.size ?? 0) > 0),
    declaredHtml,
  ),
  eachAnswer('field renamed to camelCase', 'wire.snake-case', both(judged, ok), inAnswer(camelCased)),
  eachAnswer('amount made a number', 'wire.decimal-strings', order, inAnswer(set('source_amount', 12.5))),
  eachAnswer('amount made a number', 'version.stable-shapes', order, inAnswer(set('source_amount', 12.5))),
  allAnswers('route answered 404', 'enquiry.route', enquiry, answered(404)),
  eachAnswer('answered 400', 'enquiry.resolves', known(resolved), answered(400)),
  eachAnswer('name left blank', 'enquiry.resolves', resolved, inData(set('account_name', ''))),
  eachAnswer('another account number', 'enquiry.same-account', resolved, inData(set('account_number', 'another'))),
  eachAnswer('data removed', 'enquiry.ok-body', resolved, inAnswer(drop('data'))),
  eachAnswer('name removed', 'enquiry.data', resolved, inData(drop('account_name'))),
  eachAnswer(
    'code removed',
    'enquiry.error-body',
    both(enquiry, exchange => [400, 401, 500].includes(exchange.response?.status ?? 0)),
    inAnswer(drop('code')),
  ),
  ...[400, 401, 500].map(status =>
    eachAnswer('code removed', `enquiry.${status}-body`, errorOf(status), inAnswer(drop('code'))),
  ),
  eachAnswer(
    'answered 200',
    'enquiry.account-number-required',
    is('resolveBankAccount', 'without-account-number'),
    answered(200),
  ),
  eachAnswer(
    'answered 200',
    'enquiry.bank-code-required',
    is('resolveBankAccount', 'without-bank-code'),
    answered(200),
  ),
  allAnswers('route answered 404', 'onramp.route', read, answered(404)),
  eachAnswer('another order', 'onramp.readable-by-id', order, inAnswer(set('id', 'another'))),
  eachAnswer(
    'wrapped in data',
    'onramp.ok-body',
    order,
    inAnswer(json => moveInto(json, 'data')),
  ),
  eachAnswer('reference removed', 'onramp.fields', order, inAnswer(drop('reference'))),
  eachAnswer('reference made a number', 'onramp.types', order, inAnswer(set('reference', 5))),
  eachAnswer('rate made a number', 'onramp.amounts', order, inAnswer(set('quoted_rate', 1.5))),
  eachAnswer('metadata made a text', 'onramp.metadata', order, inAnswer(set('metadata', 'text'))),
  eachAnswer('address left blank', 'onramp.converts', order, inAnswer(set('destination_address', ''))),
  eachAnswer('account made a text', 'onramp.account-optional', order, inAnswer(set('account', 'text'))),
  eachAnswer('provider removed', 'account.fields', withAccount, inAccount(drop('provider'))),
  eachAnswer('provider made a number', 'account.types', withAccount, inAccount(set('provider', 5))),
  eachAnswer('amount made a number', 'account.amount', withAccount, inAccount(set('amount', 5))),
  eachAnswer('message removed', 'onramp.error-body', both(read, failed), inAnswer(drop('message'))),
  eachAnswer('answered 200', 'onramp.error-responses', is('getOnrampOrder', 'unknown'), answered(200)),
  eachAnswer(
    'key refused',
    'auth.header',
    exchange => known(resolved)(exchange) || known(order)(exchange),
    answered(401),
  ),
  eachAnswer('key refused', 'auth.header', exchange => ok(exchange) && exchange.condition === 'guessed', answered(401)),
  eachAnswer(
    'resolved without the key',
    'auth.enquiry-401',
    is('resolveBankAccount', 'without-key', 'wrong-key'),
    answered(200),
  ),
  eachAnswer('answered 403', 'auth.enquiry-401', is('resolveBankAccount', 'without-key', 'wrong-key'), answered(403)),
  eachAnswer(
    'returned without the key',
    'auth.onramp-key',
    is('getOnrampOrder', 'without-key', 'wrong-key'),
    answered(200),
  ),
  eachAnswer(
    'reached over plain HTTP',
    'service.https',
    ({ request }) => request.url.startsWith('https:'),
    exchange => ({
      ...exchange,
      request: { ...exchange.request, url: exchange.request.url.replace('https:', 'http:') },
    }),
  ),
];

function camelCased(json: Editable): void {
  const found = findMember(json, (key, _value, pointer) => /_[a-z]/.test(key) && !pointer.includes('/metadata'));
  if (found === undefined) return;
  found.owner[found.key.replace(/_([a-z])/, (_match, letter: string) => letter.toUpperCase())] = found.owner[found.key];
  delete found.owner[found.key];
}

function moveInto(json: Editable, field: string): void {
  const moved = { ...json };
  for (const key of Object.keys(json)) delete json[key];
  json[field] = moved;
}

/** Calls of the harness, broken: what a bug of ours would look like. */
export const CALL_MUTATIONS: readonly Mutation[] = [
  eachCall(
    'Accept removed',
    'request.accept',
    () => true,
    exchange => withRequestHeader(exchange, 'Accept', undefined),
  ),
  eachCall('Content-Type removed', 'request.content-type', isPost, exchange =>
    withRequestHeader(exchange, 'Content-Type', undefined),
  ),
  eachCall('Idempotency-Key made no UUID', 'request.idempotency-key', isPost, exchange =>
    withRequestHeader(exchange, 'Idempotency-Key', '1'),
  ),
  {
    name: 'one Idempotency-Key for all',
    requirement: 'request.one-key-per-post',
    *apply(evidence) {
      if (!evidence.exchanges.some(isPost)) return;
      const key = '00000000-0000-4000-8000-000000000000';
      yield {
        ...evidence,
        exchanges: evidence.exchanges.map(exchange =>
          isPost(exchange) ? withRequestHeader(exchange, 'Idempotency-Key', key) : exchange,
        ),
      };
    },
  },
  eachCall('account number sent as a number', 'enquiry.string-inputs', enquiry, exchange =>
    withRequestJson(exchange, set('account_number', 5)),
  ),
  eachCall(
    'amount sent with another event',
    'simulate.only-own-event',
    both(is('simulateCollectionOrder', undefined), isPost),
    exchange =>
      withRequestJson(exchange, json => {
        for (const { wire } of EVENT_FIELDS) json[wire] = '1.00';
      }),
  ),
];

function isPost({ request, condition }: Exchange): boolean {
  return request.method === 'POST' && isWhole(condition);
}

/** Whether nothing is left out of a call on purpose. */
function isWhole(condition: Condition | undefined): boolean {
  return readCondition(condition)?.omits === undefined;
}

function eachCall(name: string, requirement: string, fits: Fits, change: (exchange: Exchange) => Exchange): Mutation {
  return eachAnswer(
    name,
    requirement,
    both(fits, ({ condition }) => isWhole(condition)),
    change,
  );
}

function withRequestHeader(exchange: Exchange, name: string, value: string | undefined): Exchange {
  const { request } = exchange;
  const headers = value === undefined ? withoutHeader(request.headers, name) : withHeader(request.headers, name, value);
  return { ...exchange, request: { ...request, headers } };
}

function withRequestJson(exchange: Exchange, change: (json: Editable) => void): Exchange {
  const { request } = exchange;
  if (request.body === undefined) return exchange;
  const json = jsonOf(request.body)?.value;
  if (!isObject(json)) return exchange;
  const copy = structuredClone(json) as Editable;
  change(copy);
  return { ...exchange, request: { ...request, body: withText(request.body, JSON.stringify(copy)) } };
}
