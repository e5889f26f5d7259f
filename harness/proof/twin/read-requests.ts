import { isOk } from '../../evidence/answered.ts';
import { type Condition, readCondition } from '../../evidence/condition.ts';
import { majority, type Reading, shown } from '../../facts/reading.ts';
import type { EventSpelling } from '../../sandbox/dialect/keys/later-keys.ts';
import { isAmount, ODD_AMOUNTS, type OddAmount } from '../../sandbox/formats/decimal.ts';
import type { Observed } from './observed.ts';

/** Routes that accepted a body with another declared media type. */
export function anyMediaType({ answers }: Observed): Reading<readonly string[]> | undefined {
  const asked = answers.filter(({ condition }) => readCondition(condition)?.name === 'other-media-type');
  const taken = majority(asked.map(({ id, response }) => ({ value: isOk(response.status), id })));
  return taken && { ...taken, value: taken.value ? ['enquiry'] : [] };
}

/** The required form of a text: any, digits, or ten digits. */
type Digits = 'any' | 'digits' | 'ten-digits';

/** The required form of account numbers, if malformed ones get another code than unknown accounts. */
export function accountNumbers(observed: Observed): Reading<Digits> | undefined {
  const unknown = unknownAccount(observed);
  const strange = codeUnder(observed, /^almost-account\b.*for its last character$/);
  if (strange === undefined) return undefined;
  if (strange.value === unknown) return { ...strange, value: 'any' };
  const long = codeUnder(observed, /^almost-account: with(out its last| another) character/);
  return { ...strange, value: long && long.value !== unknown ? 'ten-digits' : 'digits' };
}

/** The required form of bank codes, if a padded one gets another code than an unknown account. */
export function bankCodes(observed: Observed): Reading<Digits> | undefined {
  const blank = codeUnder(observed, /\bbank_code with blanks around it$/);
  return blank && { ...blank, value: blank.value === unknownAccount(observed) ? 'any' : 'digits' };
}

/** The code for an unknown account; `undefined` if every account is resolved. */
function unknownAccount(observed: Observed): string | undefined {
  return codeUnder(observed, /^unknown-account$/)?.value;
}

/** The most frequent code of refused enquiries under some conditions. */
function codeUnder(observed: Observed, condition: RegExp): Reading<string> | undefined {
  return observed.fact('error.enquiry-codes', condition, code => (typeof code === 'string' ? code : undefined));
}

/** What is odd about accepted deposit amounts that are not positive decimals. */
export function oddAmounts(observed: Observed): Reading<readonly OddAmount[]> | undefined {
  const asked = observed.factsAbout('limits.amounts').flatMap(({ condition = '', value, evidence }) => {
    const amount = condition.replace(/^received_amount /, '');
    const kind = ODD_AMOUNTS.find(([, form]) => form.test(amount) && !isAmount(amount))?.[0];
    return kind === undefined ? [] : [{ kind, isTaken: value === 'accepted', evidence }];
  });
  const taken = new Set(asked.flatMap(({ kind, isTaken }) => (isTaken ? [kind] : [])));
  return shown([...taken], asked);
}

/** The types that a deposit of another amount causes; empty if they are those of any deposit. */
export function mismatchTypes(observed: Observed): Reading<readonly string[]> | undefined {
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
export function eventNames(observed: Observed): Reading<readonly EventSpelling[]> | undefined {
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

/** Whether HEAD of an onramp order needs no key: it succeeds only for existing orders. */
export function openHead({ answers }: Observed): Reading<boolean> | undefined {
  const under = (condition: Condition) => answers.find(answer => answer.condition === condition);
  const [open, unknown] = [under('head-without-key'), under('unknown-head-without-key')];
  if (open === undefined || unknown === undefined) return undefined;
  return shown(isOk(open.response.status) && !isOk(unknown.response.status), [open, unknown]);
}
