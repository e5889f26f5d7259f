import { objectIn } from '../../base/json.ts';
import { type Answered, answersOfService, isOk } from '../../evidence/answered.ts';
import { type ConditionName, readCondition } from '../../evidence/condition.ts';
import { majority, type Reading, shown } from '../../facts/observed-dialect.ts';
import type { EventSpelling } from '../../sandbox/dialect/keys/reply-keys.ts';
import { isAmount, ODD_AMOUNTS, type OddAmount } from '../../sandbox/formats/decimal.ts';
import { writeCode } from '../../sandbox/http/api-error.ts';
import { type ErrorCode, type Invalid, STATUSES } from '../../sandbox/http/call.ts';
import type { Original } from './observed.ts';

/** Routes that accepted a body with another declared media type. */
export function anyMediaType({ answers }: Original): Reading<readonly string[]> | undefined {
  const asked = answers.filter(({ condition }) => readCondition(condition)?.name === 'other-media-type');
  const taken = majority(asked.map(({ id, response }) => ({ value: isOk(response.status), id })));
  return taken && { ...taken, value: taken.value ? ['enquiry'] : [] };
}

/** The required form of a text: any, digits, or ten digits. */
type Digits = 'any' | 'digits' | 'ten-digits';

/** The required form of account numbers, if malformed ones get another code than unknown accounts. */
export function accountNumbers(observed: Original): Reading<Digits> | undefined {
  const unknown = unknownAccount(observed);
  const strange = codeUnder(observed, /^almost-account\b.*for its last character$/);
  if (strange === undefined) return undefined;
  if (strange.value === unknown) return { ...strange, value: 'any' };
  const long = codeUnder(observed, /^almost-account: with(out its last| another) character/);
  return { ...strange, value: long && long.value !== unknown ? 'ten-digits' : 'digits' };
}

/** The required form of bank codes, if a padded one gets another code than an unknown account. */
export function bankCodes(observed: Original): Reading<Digits> | undefined {
  const blank = codeUnder(observed, /\bbank_code with blanks around it$/);
  return blank && { ...blank, value: blank.value === unknownAccount(observed) ? 'any' : 'digits' };
}

/** The code for an unknown account; `undefined` if every account is resolved. */
function unknownAccount(observed: Original): string | undefined {
  return codeUnder(observed, /^unknown-account$/)?.value;
}

/** The most frequent code of refused enquiries under some conditions. */
function codeUnder(observed: Original, condition: RegExp): Reading<string> | undefined {
  return observed.fact('error.enquiry-codes', condition, code => (typeof code === 'string' ? code : undefined));
}

/** What is odd about accepted deposit amounts that are not positive decimals. */
export function oddAmounts(observed: Original): Reading<readonly OddAmount[]> | undefined {
  const asked = observed.factsAbout('limits.amounts').flatMap(({ condition = '', value, evidence }) => {
    const amount = condition.replace(/^received_amount /, '');
    const kind = ODD_AMOUNTS.find(([, form]) => form.test(amount) && !isAmount(amount))?.[0];
    return kind === undefined ? [] : [{ kind, isTaken: value === 'accepted', evidence }];
  });
  const taken = new Set(asked.flatMap(({ kind, isTaken }) => (isTaken ? [kind] : [])));
  return shown([...taken], asked);
}

/** The types that a deposit of another amount causes; empty if they are those of any deposit. */
export function mismatchTypes(observed: Original): Reading<readonly string[]> | undefined {
  const typesAfter = (words: string) => {
    const [fact] = observed.factsAbout('event.names', `after ${words}`);
    const seen = fact && (fact.values ?? [{ ...fact, firstSeen: '' }]);
    const most = Math.max(...(seen ?? []).map(({ count }) => count));
    const usual = seen
      ?.filter(({ count }) => count > most / 2)
      .toSorted((a, b) => (a.firstSeen < b.firstSeen ? -1 : 1));
    const types = usual?.map(({ value }) => String(value));
    return fact && shown(types, fact.evidence);
  };
  const [usual, mismatch] = ['deposit_detected', 'deposit_detected of another amount'].map(typesAfter);
  if (mismatch === undefined) return undefined;
  const isUsual = new Set(mismatch.value).symmetricDifference(new Set(usual?.value)).size === 0;
  return { ...mismatch, value: isUsual ? [] : mismatch.value };
}

/** The accepted deviating spellings of events. */
export function eventNames(observed: Original): Reading<readonly EventSpelling[]> | undefined {
  const asked = observed.factsAbout('request.odd-values').flatMap(({ condition = '', value, evidence }) => {
    const [, event = ''] = /^a simulate call, event "(.*)"$/.exec(condition) ?? [];
    if (event === '') return [];
    const spelling: EventSpelling = event === event.toLowerCase() ? 'padded' : 'recased';
    return [{ spelling, isTaken: value === 'accepted', evidence }];
  });
  const taken = new Set(asked.flatMap(({ spelling, isTaken }) => (isTaken ? [spelling] : [])));
  const spellings = (['recased', 'padded'] as const).filter(each => taken.has(each));
  return shown(spellings, asked);
}

const ROUTES: { readonly [operation: string]: string | undefined } = {
  resolveBankAccount: 'enquiry',
  getOnrampOrder: 'onramp',
  simulateCollectionOrder: 'simulate',
};

/** Why the sandbox refuses a call: a code, and the exact problem of an invalid request. */
type RefusalCause = ErrorCode | `invalid_request.${Invalid}`;

/** Why the sandbox refuses a call, by its condition. */
const CAUSES: { readonly [N in ConditionName]?: RefusalCause } = {
  unknown: 'not_found',
  'unknown-order': 'not_found',
  'order-id-cut': 'not_found',
  'unknown-account': 'account_not_found',
  'malformed-id': 'invalid_request',
  'without-key': 'unauthorized',
  'wrong-key': 'unauthorized',
  'without-account-number': 'invalid_request',
  'without-bank-code': 'invalid_request',
  'invalid-account-number': 'invalid_request',
  'invalid-bank-code': 'invalid_request',
  'unreadable-body': 'invalid_request.object',
  'without-event': 'invalid_request.event',
  'unknown-event': 'invalid_request.event',
  'invalid-event': 'invalid_request.event',
  'misplaced-field': 'invalid_request.misplaced_network',
  'odd-amount': 'invalid_request.received_amount',
  'almost-account': 'account_not_found',
  'odd-value': 'account_not_found',
  'other-media-type': 'unsupported_media_type',
  'illegal-step': 'invalid_state',
  'repeated-step': 'invalid_state',
  'large-body': 'payload_too_large',
};

/** Causes whose status has no other key in the dialect. */
const OWN_STATUS: ReadonlySet<RefusalCause> = new Set<RefusalCause>([
  'unsupported_media_type',
  'payload_too_large',
  'method_not_allowed',
  'invalid_request.json',
  'invalid_request.object',
  'invalid_request.received_amount',
]);

/** Error codes and otherwise unset statuses that differ from the sandbox's. */
export function errorAnswers(observed: Original): Reading<{ readonly [cause: string]: object }> | undefined {
  const form = observed.fact('error.enquiry-codes', /./, codeForm)?.value ?? 'snake';
  const formats = { account_number: accountNumbers(observed)?.value, bank_code: bankCodes(observed)?.value };
  const refused = answersOfService(observed.view).flatMap((answer): readonly RefusedCall[] => {
    const [route, cause] = causeOf(answer, formats) ?? [];
    const isRefused = route !== undefined && cause !== undefined && answer.response.status >= 400;
    return isRefused ? [{ key: `${route}.${cause}`, cause, answer }] : [];
  });
  const groups = Map.groupBy(refused, ({ key }) => key);
  // Specific validation errors have the code of other invalid requests by default.
  const usual = ({ key, cause }: RefusedCall) => {
    const code = cause.startsWith('invalid_request.') ? 'invalid_request' : cause;
    const [base = key] = /^\w+\.\w+/.exec(key) ?? [];
    const own = base === key ? undefined : mostOften(groups.get(base) ?? [], codeIn);
    return { code: own ?? writeCode(code as ErrorCode, form), status: STATUSES[code as ErrorCode] };
  };
  const errors = [...groups].flatMap(([key, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const [code, status] = [mostOften(own, codeIn), mostOften(own, ({ response }) => response.status)];
    const other = usual(first);
    const isOther = { code: code !== undefined && code !== other.code, status: status !== other.status };
    const told = { ...(isOther.code && { code }), ...(hasStatus(key, first.cause) && isOther.status && { status }) };
    return Object.keys(told).length > 0 ? [[key, told]] : [];
  });
  const answers = refused.map(({ answer }) => answer);
  return shown(Object.fromEntries(errors), answers);
}

/** A refused call, with the key of its error in the dialect. */
interface RefusedCall {
  readonly key: string;
  readonly cause: RefusalCause;
  readonly answer: Answered;
}

function mostOften<T>(refused: readonly RefusedCall[], read: (answer: Answered) => T | undefined): T | undefined {
  return majority(refused.map(({ answer }) => ({ value: read(answer), id: answer.id })))?.value;
}

/** The formats that the service requires of enquiry fields. */
type Formats = { readonly [Field in 'account_number' | 'bank_code']: string | undefined };

/** The route of a refused call, and why the sandbox would refuse it; `undefined` if that depends on the service. */
function causeOf(
  { condition, operation = '', response: { status } }: Answered,
  formats: Formats,
): readonly [string, RefusalCause] | undefined {
  const { name, detail = '' } = readCondition(condition) ?? {};
  if (name === 'unknown-route') {
    const known = PATHS.find(([path]) => detail.includes(path));
    return known ? [known[1], 'method_not_allowed'] : ['none', 'not_found'];
  }
  const route = ROUTES[operation];
  const usual = name === 'magic' && route === 'enquiry' ? MAGIC[status] : name && CAUSES[name];
  const cause = (name && exactCause(name, detail, formats)) ?? usual;
  if (route === undefined || (cause === 'payload_too_large' && status !== STATUSES[cause])) return undefined;
  if (route === 'simulate' && condition === undefined) return [route, 'invalid_state'];
  return cause && [route, cause];
}

/** Why the sandbox refuses a call if the detail of its condition matters. */
function exactCause(name: ConditionName, detail: string, formats: Formats): RefusalCause | undefined {
  if (name === 'unreadable-body' && /^(empty|cut short)$/.test(detail)) return 'invalid_request.json';
  if (name === 'misplaced-field' && detail.startsWith('received_amount')) return 'invalid_request.misplaced_amount';
  if (name === 'odd-amount' && detail.endsWith(' as a number')) return 'invalid_request';
  if (detail === 'blank' && name === 'invalid-account-number') return 'invalid_request.account_number';
  if (detail === 'blank' && name === 'invalid-bank-code') return 'invalid_request.bank_code';
  if (name === 'odd-value') {
    if (detail.startsWith('an order id ')) return 'not_found';
    const field = detail.startsWith('bank_code') ? 'bank_code' : 'account_number';
    return formats[field] === 'any' ? undefined : `invalid_request.${field}`;
  }
  if (name !== 'almost-account' || formats.account_number === 'any') return undefined;
  const isDigits = !detail.endsWith('for its last character');
  const isOther = detail === 'at another bank' || (isDigits && formats.account_number === 'digits');
  return isOther ? undefined : 'invalid_request.account_number';
}

/** The routes by a part of their paths. */
const PATHS = [
  ['/v1/banks/', 'enquiry'],
  ['/v1/onramp/', 'onramp'],
  ['/simulate', 'simulate'],
] as const;

const MAGIC: { readonly [status: number]: ErrorCode } = { 400: 'account_not_found', 500: 'internal_error' };

function hasStatus(key: string, cause: RefusalCause): boolean {
  // By default the sandbox answers with the listed status that suits the error best.
  return OWN_STATUS.has(cause) || key === 'none.not_found' || key.startsWith('onramp.');
}

function codeIn({ response }: Answered): string | number | undefined {
  const code = objectIn(response.body)?.code;
  return (typeof code === 'string' && code !== '') || Number.isSafeInteger(code)
    ? (code as string | number)
    : undefined;
}

/** The case style of error codes. */
export function codeForm(code: unknown): 'snake' | 'screaming' | 'kebab' | undefined {
  const text = String(code);
  if (/^[a-z]+(_[a-z]+)+$/.test(text)) return 'snake';
  if (/^[A-Z]+(_[A-Z]+)+$/.test(text)) return 'screaming';
  return /^[a-z]+(-[a-z]+)+$/.test(text) ? 'kebab' : undefined;
}
