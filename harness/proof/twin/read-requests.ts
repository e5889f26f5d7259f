import { objectIn } from '../../base/json.ts';
import { type Answered, answersOfService, isOk } from '../../evidence/answered.ts';
import { readCondition } from '../../evidence/condition.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { majority, type Reading, shown } from '../../facts/observed-dialect.ts';
import type { EventSpelling } from '../../sandbox/dialect/keys/reply-keys.ts';
import type { ErrorAnswer } from '../../sandbox/dialect/keys/step-keys.ts';
import { isAmount, ODD_AMOUNTS, type OddAmount } from '../../sandbox/formats/decimal.ts';
import { ERROR_CODES, INVALID, ROUTES } from '../../sandbox/http/call.ts';
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

const CAUSES = [...ERROR_CODES, ...INVALID.map(what => `invalid_request.${what}`)];

/** Errors of the sandbox whose codes are their own keys, so that a run shows why the sandbox refuses each call. */
export const NAMED_ERRORS = Object.fromEntries(
  ROUTES.flatMap(route => CAUSES.map(cause => [`${route}.${cause}`, { code: `${route}.${cause}` }])),
);

/**
 * Error codes, and statuses that differ from those of the twin so far. The key of each error is that with which the
 * twin refuses the same call.
 *
 * @param asked the evidence of the twin with {@link NAMED_ERRORS}
 */
export function errorAnswers(
  { view }: Original,
  asked: Evidence,
): Reading<{ readonly [key: string]: ErrorAnswer }> | undefined {
  const refusals = Map.groupBy(refusedIn({ evidence: asked }), callOf);
  const refused = refusedIn(view).flatMap(answer => {
    const twins = refusals.get(callOf(answer)) ?? [];
    const [key, status] = [mostOften(twins, codeIn), mostOften(twins, statusIn)];
    const isOther = statusIn(answer) !== status;
    return key === undefined ? [] : [{ ...answer, key, other: isOther ? statusIn(answer) : 'none' }];
  });
  const errors = [...Map.groupBy(refused, ({ key }) => key)].map(([key, own]) => {
    const [code, status] = [mostOften(own, codeIn), mostOften(own, ({ other }) => other)];
    return [key, { ...(code !== undefined && { code }), ...(typeof status === 'number' && { status }) }];
  });
  return shown(Object.fromEntries(errors), refused);
}

function refusedIn(view: { readonly evidence: Evidence }): readonly Answered[] {
  return answersOfService(view).filter(({ response: { status } }) => status >= 400);
}

/** What a call asks for. Two calls with magic values are told apart by whose fault the error is. */
function callOf({ operation, condition, response: { status } }: Answered): string {
  return `${operation} ${condition} ${status >= 500}`;
}

function mostOften<A extends Answered, T>(answers: readonly A[], read: (answer: A) => T | undefined): T | undefined {
  return majority(answers.map(answer => ({ value: read(answer), id: answer.id })))?.value;
}

function statusIn({ response }: Answered): number {
  return response.status;
}

function codeIn({ response }: Answered): string | number | undefined {
  const code = objectIn(response.body)?.code;
  return (typeof code === 'string' && code !== '') || Number.isSafeInteger(code)
    ? (code as string | number)
    : undefined;
}
