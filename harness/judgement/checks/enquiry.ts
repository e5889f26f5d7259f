import { briefly, isObject, objectIn } from '../../base/json.ts';
import { type Answered, isOk, OF_HTTP } from '../../evidence/answered.ts';
import { type ConditionRead, isKeyless, readCondition } from '../../evidence/condition.ts';
import { differenceAt } from '../../evidence/difference.ts';
import { answered, namesHolder, OF_ANSWER, quoted } from './answers.ts';
import { breach, type Check, hidden, type Judgement, pass, passIf } from './check.ts';
import { blamedOnReplay } from './idempotency.ts';

/** The responses of 4.1. */
const LISTED: ReadonlySet<number> = new Set([200, 400, 401, 500]);

/** The required fields. */
const FIELDS = ['account_number', 'bank_code'] as const;

/**
 * Values of a wrong type that a service may convert to the right string. Neither the refusal of a conversion nor the
 * treatment of leading zeros is specified.
 */
const CONVERTIBLE: ReadonlySet<string | undefined> = new Set(['a number', 'an array']);

/** 4.1: an enquiry resolves the account of the request; both inputs are required. */
export const enquiry: Check = {
  id: 'enquiry',
  title: 'A name enquiry resolves only the requested account',
  kind: 'safety',
  requirements: [
    'enquiry.route',
    'enquiry.resolves',
    'enquiry.same-account',
    'enquiry.account-number-required',
    'enquiry.bank-code-required',
  ],
  *judge(view) {
    const enquiries = answered(view, 'resolveBankAccount');
    const keyed = new Set(
      enquiries.filter(({ condition }) => !isKeyless(condition)).map(({ response }) => response.status),
    );
    const known = new Set(
      enquiries.flatMap(({ request, response }) => (isOk(response.status) ? request.body?.sha256 : [])),
    );
    const asked = new Set(enquiries.flatMap(askedIn));
    for (const exchange of enquiries) {
      yield* routed(exchange, keyed.size > 1, known.has(exchange.request.body?.sha256));
      const call = readCondition(exchange.condition);
      const missing = FIELDS.filter(field => call?.omits === field || call?.omits === 'body');
      if (call && missing.length > 0)
        for (const one of required(exchange, call, missing)) yield blamedOnReplay(view, one);
      else if (exchange.condition === 'known' && !isOk(exchange.response.status)) yield* unresolved(exchange);
      else if (isOk(exchange.response.status) && !isKeyless(exchange.condition))
        for (const one of resolved(exchange, asked)) yield blamedOnReplay(view, one);
    }
  },
};

/**
 * @param varied whether enquiries have different answers; a single answer for all concerns the key or the address
 * @param known whether the same request was resolved at another time. A service may fail occasionally: the contract
 * lists 500 without a condition (Errors)
 */
function* routed({ id, condition, response }: Answered, varied: boolean, known: boolean): Generator<Judgement> {
  const { status } = response;
  if (LISTED.has(status)) yield pass('enquiry.route', id);
  if (condition === 'known' && !isOk(status) && status !== 401 && status !== 403)
    yield breach({
      requirement: 'enquiry.resolves',
      ...((status === 404 || status === 405) && { also: ['enquiry.route'] }),
      ...(known && status === 500 && { severity: 'advice' }),
      cause: `known ${status}${known ? ' at times' : ''}`,
      message: known ? 'an account resolves in some calls and not in others' : 'a configured account does not resolve',
      expected: '200 with the account holder',
      received: quoted(response),
      ...(!known && { next: 'if the sandbox no longer knows the account, change BANK_ACCOUNTS' }),
      evidence: [id],
    });
  else if (varied && !LISTED.has(status) && !isOk(status) && !OF_HTTP.has(status) && !isKeyless(condition))
    yield breach({
      requirement: 'enquiry.route',
      cause: `unlisted ${status}`,
      message: `a name enquiry is answered with ${status}, which is not a listed response`,
      expected: [...LISTED].join(', '),
      received: quoted(response),
      evidence: [id],
    });
}

function askedIn({ request, condition }: Answered): readonly unknown[] {
  const body = objectIn(request.body);
  // An account that was requested by a part or a pattern is not a different account.
  return body && readCondition(condition)?.detail === undefined ? Object.values(body) : [];
}

function* required(
  { id, response }: Answered,
  call: ConditionRead,
  fields: readonly (typeof FIELDS)[number][],
): Generator<Judgement> {
  // A refused key says nothing about the fields.
  if (response.status === 401 || response.status === 403) return;
  const part = fields.length > 1 ? 'body' : fields.join();
  const isConverted = fields.length === 1 && CONVERTIBLE.has(call.detail);
  const words = call.detail === undefined ? `without ${part}` : `whose ${part} is ${call.detail}`;
  for (const field of fields)
    yield passIf(!namesHolder(response), `enquiry.${field.replace('_', '-')}-required`, id, () => ({
      cause: call.detail === undefined ? 'resolved' : `resolved: ${part} ${call.detail}`,
      ...(call.detail === 'blank' && { likely: `it does not check ${part}, or looks the account up without it` }),
      ...(isConverted && { severity: 'advice', likely: `the service converts ${part} to a string` }),
      message: `an enquiry ${words} is resolved`,
      expected: 'an error: both fields are required strings',
      received: quoted(response),
    }));
}

/** The requirements that cannot be judged if the answer has no account. */
function* unresolved({ id }: Pick<Answered, 'id'>): Generator<Judgement> {
  for (const requirement of ['enquiry.resolves', 'enquiry.same-account']) yield hidden(requirement, OF_ANSWER, id);
}

/** @param elsewhere every value that any enquiry asked for */
function* resolved(
  { id, condition, request, response }: Answered,
  elsewhere: ReadonlySet<unknown>,
): Generator<Judgement> {
  const asked = objectIn(request.body);
  const data = objectIn(response.body)?.data;
  if (asked === undefined) return;
  if (!isObject(data)) return yield* unresolved({ id });
  const nameless = ['account_name', 'bank_name'].filter(field => data[field] === '');
  yield passIf(nameless.length === 0, 'enquiry.resolves', id, () => ({
    cause: 'nameless',
    message: `a resolved account has an empty ${nameless.join(' and ')}`,
    expected: "the account holder's name and the bank's",
    received: briefly(data),
    differences: nameless.map(field => ({ at: `/data/${field}`, expected: 'a name', received: '""' })),
    ...(condition === 'unknown-account' && { likely: 'an account that does not exist is answered as if it did' }),
  }));
  // A service may accept a value in another notation, and answer with the canonical one.
  const { name } = readCondition(condition) ?? {};
  if (name === 'odd-value') return;
  for (const field of FIELDS) {
    const found = data[field];
    if (typeof found !== 'string') {
      yield hidden('enquiry.same-account', OF_ANSWER, id);
      continue;
    }
    const other = FIELDS.find(one => one !== field && asked[one] === found);
    const [likely] = [
      other ? [`the service writes ${other} in place of ${field}`] : [],
      elsewhere.has(found) && name === 'almost-account' ? ['the lookup ignores a part of the request'] : [],
      elsewhere.has(found) ? [`another enquiry of this run requested this ${field}: responses are mixed up`] : [],
      Number(found) === Number(asked[field])
        ? [`the service reads ${field} as a number, which has no zeros at its beginning`]
        : [],
    ].flat();
    yield passIf(found === asked[field], 'enquiry.same-account', id, () => ({
      cause: field,
      message: `the response is about another ${field} than the request`,
      expected: briefly(asked[field]),
      received: briefly(found),
      differences: [differenceAt(`/data/${field}`, asked[field], found)],
      ...(likely && { likely }),
    }));
  }
}

/**
 * Values of `status` that most clients take for success. Only its type is specified, so another value is advice, unless
 * the expected dialect has it.
 */
const USUAL = [
  { succeeds: true, key: 'enquiryResolved', requirement: 'enquiry.ok-body', answer: 'a resolved enquiry' },
  { succeeds: false, key: 'enquiryError', requirement: 'enquiry.error-body', answer: 'an enquiry error' },
] as const;

/** 4.1: `status` tells a resolved enquiry from an error. */
export const enquiryStatus: Check = {
  id: 'enquiry-status',
  title: 'The status in the body of a name enquiry is true if it is resolved, and false if not',
  kind: 'safety',
  requirements: USUAL.map(({ requirement }) => requirement),
  *judge(view) {
    const values = view.evidence.run.dialect?.values;
    for (const { id, response } of answered(view, 'resolveBankAccount')) {
      const body = objectIn(response.body);
      const usual = USUAL.find(({ succeeds }) =>
        succeeds ? isOk(response.status) && namesHolder(response) : response.status >= 400,
      );
      if (!usual || body === undefined || body.status !== !usual.succeeds) continue;
      if (isObject(values) && values[usual.key] === body.status) continue;
      yield breach({
        requirement: usual.requirement,
        severity: 'advice',
        cause: `status ${body.status}`,
        message: `the body of ${usual.answer} has the status ${body.status}`,
        expected: `status ${usual.succeeds}`,
        received: quoted(response),
        differences: [{ at: '/status', expected: `${usual.succeeds}`, received: `${body.status}` }],
        likely: usual.succeeds
          ? 'a client that reads status takes the success for a failure'
          : 'a client that reads status takes the failure for a success',
        evidence: [id],
      });
    }
  },
};
