import { isObject, objectIn } from '../../base/json.ts';
import { EVENT_FIELDS } from '../../contract/lifecycle.ts';
import { isAnswered, isOk } from '../../evidence/answered.ts';
import { type Condition, isKeyless, readCondition } from '../../evidence/condition.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import {
  type Editable,
  type Mutation,
  mutation,
  replaced,
  withHeader,
  withJson,
  withoutHeader,
  withText,
} from './edit.ts';

type Fits = (exchange: Exchange) => boolean;
type ChangeExchange = (exchange: Exchange) => Exchange;
type MutationRow = readonly [name: string, requirement: string, fits: Fits, change: ChangeExchange];

/** A mutation that changes one exchange at a time. */
function eachExchange([name, requirement, fits, change]: MutationRow): Mutation {
  return mutation(name, requirement, function* (evidence) {
    for (const exchange of evidence.exchanges.filter(isAnswered).filter(fits))
      yield { ...evidence, exchanges: replaced(evidence.exchanges, change(exchange)) };
  });
}

/** A mutation that changes all exchanges of a kind at once. */
function allExchanges([name, requirement, fits, change]: MutationRow): Mutation {
  return mutation(name, requirement, function* (evidence) {
    if (!evidence.exchanges.some(fits)) return;
    const exchanges = evidence.exchanges.map(exchange => (fits(exchange) ? change(exchange) : exchange));
    yield { ...evidence, exchanges };
  });
}

/** A mutation that gives one exchange at a time the answer of another exchange. */
function eachAnsweredAs(name: string, requirement: string, fits: Fits, source: Fits): Mutation {
  return mutation(name, requirement, function* (evidence, view) {
    const given = evidence.exchanges.find(exchange => exchange.failure === undefined && source(exchange))?.response;
    if (given) yield* eachExchange([name, requirement, fits, response(() => given)]).apply(evidence, view);
  });
}

const is =
  (operation: string, ...conditions: readonly (Condition | undefined)[]): Fits =>
  exchange =>
    exchange.operation === operation && (conditions.length === 0 || conditions.includes(exchange.condition));
const ok: Fits = ({ response }) => response !== undefined && isOk(response.status);
const failed: Fits = ({ response }) => response !== undefined && response.status >= 400 && response.status <= 500;
const answered =
  (...statuses: readonly number[]): Fits =>
  ({ response }) =>
    response !== undefined && statuses.includes(response.status);
const both =
  (...all: readonly Fits[]): Fits =>
  exchange =>
    all.every(fits => fits(exchange));

const enquiry = is('resolveBankAccount');
const read = is('getOnrampOrder');
const judged: Fits = exchange => enquiry(exchange) || read(exchange);
const known: Fits = ({ condition }) => condition === 'known';
const resolved = both(enquiry, ok);
const order = both(read, ok);
const success: Fits = exchange => resolved(exchange) || order(exchange);
const withBody = both(judged, ({ response }) => (response?.body.size ?? 0) > 0);
const keyless = (operation: string) => is(operation, 'without-key', 'wrong-key');
const plain: Fits = ({ condition }) => !isKeyless(condition);
const lacking =
  (field: string): Fits =>
  ({ condition }) =>
    readCondition(condition)?.omits === field;
const REQUIRED = [
  ['account_number', 'enquiry.account-number-required'],
  ['bank_code', 'enquiry.bank-code-required'],
] as const;
const withAccount = both(order, ({ response }) => isObject(objectIn(response?.body)?.account));

const drop = (field: string) => (object: Editable) => {
  delete object[field];
};
const set = (field: string, value: unknown) => (object: Editable) => {
  object[field] = value;
};
const response =
  (change: (response: NonNullable<Exchange['response']>) => Partial<Exchange['response']>): ChangeExchange =>
  exchange =>
    exchange.response ? { ...exchange, response: { ...exchange.response, ...change(exchange.response) } } : exchange;
const status = (value: number) => response(() => ({ status: value }));
const json = (change: (json: Editable) => void) => response(({ body }) => ({ body: withJson(body, change) }));
const member = (name: string, change: (member: Editable) => void) =>
  json(answer => {
    if (isObject(answer[name])) change(answer[name] as Editable);
  });
const request =
  (change: (request: Exchange['request']) => Partial<Exchange['request']>): ChangeExchange =>
  exchange => ({ ...exchange, request: { ...exchange.request, ...change(exchange.request) } });

const EACH_ANSWER: readonly MutationRow[] = [
  [
    'request-id removed',
    'response.request-id',
    () => true,
    response(({ headers }) => ({ headers: withoutHeader(headers, 'request-id') })),
  ],
  ['body replaced by HTML', 'wire.json', withBody, response(({ body }) => ({ body: withText(body, '<html>') }))],
  ['field in camelCase added', 'wire.snake-case', success, json(set('createdAt', ''))],
  ['amount sent as a number', 'wire.decimal-strings', order, json(set('source_amount', 12.5))],
  ['amount sent as a number', 'version.stable-shapes', order, json(set('source_amount', 12.5))],
  ['answered 400', 'enquiry.resolves', both(known, resolved), status(400)],
  ['name left blank', 'enquiry.resolves', resolved, member('data', set('account_name', ''))],
  ['another account number', 'enquiry.same-account', resolved, member('data', set('account_number', 'another'))],
  ['data removed', 'enquiry.ok-body', resolved, json(drop('data'))],
  ['name removed', 'enquiry.data', resolved, member('data', drop('account_name'))],
  ['code removed', 'enquiry.error-body', both(enquiry, answered(400, 401, 500)), json(drop('code'))],
  ['code removed', 'enquiry.400-body', both(enquiry, answered(400)), json(drop('code'))],
  ['code removed', 'enquiry.401-body', both(enquiry, answered(401)), json(drop('code'))],
  ['code removed', 'enquiry.500-body', both(enquiry, answered(500)), json(drop('code'))],
  ['answered 422', 'enquiry.route', both(enquiry, answered(400), plain), status(422)],
  ['another order', 'onramp.readable-by-id', order, json(set('id', 'another'))],
  ['wrapped in data', 'onramp.ok-body', order, json(wrapped)],
  ['reference removed', 'onramp.fields', order, json(drop('reference'))],
  ['reference sent as a number', 'onramp.types', order, json(set('reference', 5))],
  ['rate sent as a number', 'onramp.amounts', order, json(set('quoted_rate', 1.5))],
  ['metadata sent as text', 'onramp.metadata', order, json(set('metadata', 'text'))],
  ['address left blank', 'onramp.converts', order, json(set('destination_address', ''))],
  ['account sent as text', 'onramp.account-optional', order, json(set('account', 'text'))],
  ['provider removed', 'account.fields', withAccount, member('account', drop('provider'))],
  ['provider sent as a number', 'account.types', withAccount, member('account', set('provider', 5))],
  ['amount sent as a number', 'account.amount', withAccount, member('account', set('amount', 5))],
  ['message removed', 'onramp.error-body', both(read, failed), json(drop('message'))],
  ['answered 200', 'onramp.error-responses', is('getOnrampOrder', 'unknown'), status(200)],
  ['key refused', 'auth.header', both(known, success), status(401)],
  ['key refused', 'auth.header', both(ok, ({ condition }) => condition === 'guessed'), status(401)],
  ['answered 200', 'auth.enquiry-401', keyless('resolveBankAccount'), status(200)],
  [
    'reached over plain HTTP',
    'service.https',
    ({ request: { url } }) => url.startsWith('https:'),
    request(({ url }) => ({ url: url.replace('https:', 'http:') })),
  ],
];

function wrapped(answer: Editable): void {
  const data = { ...answer };
  for (const key of Object.keys(answer)) delete answer[key];
  answer.data = data;
}

/** Whether a call omits nothing on purpose. */
const whole: Fits = ({ condition }) => readCondition(condition)?.omits === undefined;
const post = both(whole, ({ request: { method } }) => method === 'POST');
const header = (name: string, value?: string) =>
  request(({ headers }) => ({
    headers: value === undefined ? withoutHeader(headers, name) : withHeader(headers, name, value),
  }));
const sent = (change: (json: Editable) => void) =>
  request(({ body }) => (body ? { body: withJson(body, change) } : {}));

const EACH_CALL: readonly MutationRow[] = [
  ['Accept removed', 'request.accept', whole, header('Accept')],
  ['Content-Type removed', 'request.content-type', post, header('Content-Type')],
  ['Idempotency-Key is not a UUID', 'request.idempotency-key', post, header('Idempotency-Key', '1')],
  ['account number sent as a number', 'enquiry.string-inputs', both(enquiry, whole), sent(set('account_number', 5))],
  [
    'amount sent with another event',
    'simulate.only-own-event',
    both(is('simulateCollectionOrder', undefined), post),
    sent(body => {
      for (const { wire } of EVENT_FIELDS) body[wire] = '1.00';
    }),
  ],
];

/** Mutations of the service's answers, and of the harness's own calls, which resemble bugs of the harness. */
export const EXCHANGE_MUTATIONS: readonly Mutation[] = [
  ...EACH_ANSWER.map(eachExchange),
  ...REQUIRED.map(([field, requirement]) =>
    eachAnsweredAs('resolved', requirement, both(enquiry, lacking(field)), resolved),
  ),
  eachAnsweredAs('returned without the key', 'auth.onramp-key', keyless('getOnrampOrder'), order),
  allExchanges(['route answered 404', 'enquiry.route', enquiry, status(404)]),
  allExchanges(['route answered 404', 'onramp.route', read, status(404)]),
  mutation('key of another form', 'auth.test-key-form', function* (evidence) {
    const { run, exchanges } = evidence;
    if (run.settings.isTestKey && exchanges.length > 0)
      yield { ...evidence, run: { ...run, settings: { ...run.settings, isTestKey: false } } };
  }),
  ...EACH_CALL.map(eachExchange),
  allExchanges([
    'one Idempotency-Key for all calls',
    'request.one-key-per-post',
    post,
    header('Idempotency-Key', '00000000-0000-4000-8000-000000000000'),
  ]),
];
