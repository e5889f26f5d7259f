import { type Answered, isOk } from '../core/answered.ts';
import { isKeyless } from '../core/condition.ts';
import { briefly, isObject, jsonOf } from '../core/json.ts';
import { answered, OF_HTTP, quoted } from './answers.ts';
import { breach, type Check, type Judgement, pass, passIf } from './check.ts';

/** The responses of 4.1. */
const LISTED: ReadonlySet<number> = new Set([200, 400, 401, 500]);

/** The required field that a call leaves out, by its condition. */
const MISSING: { readonly [condition: string]: string | undefined } = {
  'without-account-number': 'account_number',
  'without-bank-code': 'bank_code',
};

/** 4.1: accounts resolve, to the account of the request; both inputs are required. */
export const enquiry: Check = {
  id: 'enquiry',
  title: 'A name enquiry resolves the account of the request, and nothing else',
  kind: 'safety',
  requirements: [
    'enquiry.route',
    'enquiry.resolves',
    'enquiry.same-account',
    'enquiry.account-number-required',
    'enquiry.bank-code-required',
  ],
  *judge(view) {
    for (const exchange of answered(view, 'resolveBankAccount')) {
      yield* routed(exchange);
      const missing = MISSING[exchange.condition ?? ''];
      if (missing !== undefined) yield* required(exchange, missing);
      else if (isOk(exchange.response.status) && !isKeyless(exchange.condition)) yield* resolved(exchange);
    }
  },
};

function* routed({ id, condition, response }: Answered): Generator<Judgement> {
  const { status } = response;
  if (LISTED.has(status)) yield pass('enquiry.route', id);
  if (condition === 'known' && !isOk(status) && status !== 401 && status !== 403)
    yield breach({
      requirement: 'enquiry.resolves',
      ...((status === 404 || status === 405) && { also: ['enquiry.route'] }),
      cause: `known ${status}`,
      message: 'an account that resolves is not resolved',
      expected: '200 with the account holder',
      received: quoted(response),
      next: 'if the sandbox no longer knows the account, change BANK_ACCOUNTS',
      evidence: [id],
    });
  else if (!LISTED.has(status) && !isOk(status) && !OF_HTTP.has(status) && !isKeyless(condition))
    yield breach({
      requirement: 'enquiry.route',
      severity: 'advice',
      cause: `unlisted ${status}`,
      message: `a name enquiry is answered ${status}, which is not among the listed responses`,
      expected: [...LISTED].join(', '),
      received: quoted(response),
      likely: 'clients that follow the specification do not expect it',
      evidence: [id],
    });
}

function* required({ id, response }: Answered, field: string): Generator<Judgement> {
  // A refused key says nothing about the field.
  if (response.status === 401 || response.status === 403) return;
  yield passIf(!isOk(response.status), `enquiry.${field.replace('_', '-')}-required`, id, () => ({
    cause: 'resolved',
    message: `an enquiry without ${field} is resolved`,
    expected: 'an error: the field is required',
    received: quoted(response),
  }));
}

function* resolved({ id, request, response }: Answered): Generator<Judgement> {
  const asked = request.body && jsonOf(request.body)?.value;
  const answer = jsonOf(response.body)?.value;
  if (!isObject(asked) || !isObject(answer) || !isObject(answer.data)) return;
  const { data } = answer;
  const nameless = ['account_name', 'bank_name'].filter(field => data[field] === '');
  yield passIf(nameless.length === 0, 'enquiry.resolves', id, () => ({
    cause: 'nameless',
    message: `a resolved account has an empty ${nameless.join(' and ')}`,
    expected: "the account holder's name and the bank's",
    received: briefly(data),
  }));
  for (const field of ['account_number', 'bank_code']) {
    const found = data[field];
    if (typeof found !== 'string') continue;
    yield passIf(found === asked[field], 'enquiry.same-account', id, () => ({
      cause: field,
      message: `the response is about another ${field} than the request`,
      expected: briefly(asked[field]),
      received: briefly(found),
      likely: 'responses are cached or shared between requests under too short a key',
    }));
  }
}
