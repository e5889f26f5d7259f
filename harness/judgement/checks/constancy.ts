import { briefly, isObject, type JsonObject, objectIn } from '../../base/json.ts';
import { plural } from '../../base/plural.ts';
import { type Answered, isOk } from '../../evidence/answered.ts';
import { isKeyless } from '../../evidence/condition.ts';
import { differenceAt } from '../../evidence/difference.ts';
import { shardOfId } from '../../evidence/run-info.ts';
import type { View } from '../../evidence/view.ts';
import { answered, type ObservedConstant, oddSightings, ordersRead } from './answers.ts';
import { type Breach, breach, type Check, type Judgement } from './check.ts';

/** The values of an enquiry that must not change. A wrong holder receives money; a wrong bank name only misleads. */
const NAMES = [
  ['account_name', 'money'],
  ['bank_name', undefined],
] as const;

const ENQUIRY = {
  requirement: 'enquiry.resolves',
  by: 'answer',
  what: 'enquiry about an account',
  at: '/data/',
} as const;
const OF_OTHER_ACCOUNT = 'the name belongs to another account, or is made up for each answer';

/** 4.1: every enquiry about an account names the same holder and the same bank. */
export const enquiryConstancy: Check = {
  id: 'enquiry-constancy',
  title: 'Every name enquiry about an account names the same holder',
  kind: 'safety',
  requirements: ['enquiry.resolves'],
  *judge(view) {
    const accounts = answersByAccount(view);
    yield* banksMixedUp([...accounts.values()].flat());
    for (const answers of accounts.values()) {
      for (const [field, consequence] of NAMES) {
        const about = { ...ENQUIRY, ...(consequence && { consequence }) };
        yield* differing(about, field, namesIn(answers, field), () => OF_OTHER_ACCOUNT);
      }
    }
  },
};

/** An account in the answer to an enquiry. */
interface VerifiedAccount {
  readonly exchange: string;
  readonly data: JsonObject;
}

/** The names in answers. Names that are empty or no string are reported separately. */
function namesIn(answers: readonly VerifiedAccount[], field: string) {
  return answers.flatMap(({ exchange, data: { [field]: value } }) =>
    typeof value === 'string' && value !== '' ? [{ exchange, value }] : [],
  );
}

/** A bank has one name. An account with the name of another bank was looked up without its bank code. */
function* banksMixedUp(answers: readonly VerifiedAccount[]): Generator<Judgement> {
  const byCode = Map.groupBy(answers, ({ data }) => data.bank_code);
  const banks = [...byCode.values()].flatMap(own => {
    const named = namesIn(own, 'bank_name');
    const odd = oddSightings(named, 'answer');
    const usual = odd[0]?.usual ?? named[0];
    return usual ? [{ usual: usual.value, odd }] : [];
  });
  for (const { usual, odd, times } of banks.flatMap(own => own.odd))
    if (banks.some(other => other.usual === odd.value))
      yield breach({
        requirement: 'enquiry.resolves',
        consequence: 'money',
        cause: 'bank of another code',
        message: 'a name enquiry returns the bank_name of another bank_code',
        expected: `${briefly(usual.value)}, as in ${times}`,
        received: briefly(odd.value),
        likely: 'the account is looked up by its number alone, such as in a cache; the account holder may be wrong too',
        evidence: [odd.exchange, usual.exchange],
      });
}

/** The verified accounts, grouped by the account that was asked for. Answers about other accounts are left out. */
function answersByAccount(view: View): ReadonlyMap<string, readonly VerifiedAccount[]> {
  const answers = answered(view, 'resolveBankAccount').flatMap(exchange => {
    const asked = objectIn(exchange.request.body);
    const data = dataOf(exchange);
    if (asked === undefined || data === undefined || isKeyless(exchange.condition)) return [];
    const { account_number: number, bank_code: bank } = asked;
    if (typeof number !== 'string' || typeof bank !== 'string') return [];
    if (data.account_number !== number || data.bank_code !== bank) return [];
    // Each shard has different pseudonyms.
    return [{ exchange: exchange.id, data, account: JSON.stringify([shardOfId(exchange.id), number, bank]) }];
  });
  return Map.groupBy(answers, ({ account }) => account);
}

function dataOf({ response: { status, body } }: Answered): JsonObject | undefined {
  const data = isOk(status) ? objectIn(body)?.data : undefined;
  return isObject(data) ? data : undefined;
}

/** Fields that identify an order. They never change. */
const IDENTITY = ['reference', 'customer_id', 'source_currency', 'destination_currency', 'destination_address'];
/** Fields that a new quote may change, but not back to an earlier value. */
const QUOTE = ['source_amount', 'destination_amount', 'quoted_rate'];

/** If there are fewer reads, each may follow a new quote. */
const ENOUGH_READS = 4;

const MIXED_UP = 'the service mixes up orders: a part of the response belongs to another order';
const UNSTORED = 'the value is made for each read and not stored, or it belongs to an order that was not read';
const OF_RESPONSE = 'the time is the time of the response';

/** 4.2: every read of an order id returns the same order. */
export const onrampConstancy: Check = {
  id: 'onramp-constancy',
  title: 'Every read of an onramp order returns the same order',
  kind: 'safety',
  requirements: ['onramp.readable-by-id'],
  *judge(view) {
    const all = readsById(view);
    for (const reads of all.values()) {
      const others = [...all.values()].flat().filter(({ order }) => order.id !== reads[0]?.order.id);
      for (const field of [...IDENTITY, 'account id']) {
        const elsewhere = new Set(seen(others, field).map(({ value }) => value));
        yield* differing(READ, field, seen(reads, field), value => (elsewhere.has(value) ? MIXED_UP : UNSTORED));
      }
      for (const field of QUOTE) yield* settled(field, seen(reads, field));
      for (const field of QUOTE) yield* standing(field, seen(reads, field));
      // The time may be that of the answer rather than of the order, so it is advice.
      for (const found of differing(READ, 'created_at', seen(reads, 'created_at'), () => OF_RESPONSE))
        yield { ...found, severity: 'advice' };
    }
  },
};

function readsById(view: View): ReadonlyMap<string, readonly { exchange: Answered; order: JsonObject }[]> {
  const reads = ordersRead(view).filter(({ order }) => typeof order.id === 'string');
  // Grouped by the ids of the request and the response. Another check reports a difference between the two.
  return Map.groupBy(reads, ({ exchange, order }) => `${exchange.request.url} ${order.id}`);
}

function seen(
  reads: readonly { readonly exchange: Answered; readonly order: JsonObject }[],
  field: string,
): readonly ObservedConstant[] {
  return reads.flatMap(({ exchange, order }) => {
    const value = field === 'account id' ? isObject(order.account) && order.account.id : order[field];
    return typeof value === 'string' ? [{ exchange: exchange.id, value }] : [];
  });
}

const READ = { requirement: 'onramp.readable-by-id', by: 'read', what: 'read of an onramp order', at: '/' } as const;

type Subject = Pick<typeof ENQUIRY | typeof READ, 'by' | 'what' | 'at'>;

/** The values that differ from those of other reads. @param whence the likely cause of such a value */
function* differing(
  { by, what, at, ...about }: Pick<Breach, 'requirement' | 'consequence'> & Subject,
  field: string,
  sightings: readonly ObservedConstant[],
  whence: (value: string) => string,
): Generator<Breach> {
  for (const { odd, usual, times } of oddSightings(sightings, by))
    yield breach({
      ...about,
      cause: `${field} differs`,
      message: `a repeated ${what} returns a different ${field}`,
      expected: `${briefly(usual.value)}, as in ${times}`,
      received: briefly(odd.value),
      differences: [differenceAt(at + field.replace(' ', '/'), usual.value, odd.value)],
      likely: whence(odd.value),
      evidence: [odd.exchange, usual.exchange],
    });
}

function* settled(field: string, sightings: readonly ObservedConstant[]): Generator<Judgement> {
  const left = new Set<string>();
  for (const [index, { exchange, value }] of sightings.entries()) {
    const before = sightings[index - 1];
    if (before === undefined || before.value === value) continue;
    left.add(before.value);
    if (!left.has(value)) continue;
    yield breach({
      requirement: 'onramp.readable-by-id',
      severity: 'advice',
      cause: `${field} goes back`,
      message: `the ${field} of an onramp order changes between reads and changes back`,
      expected: 'a quote that stays the same or is replaced permanently',
      received: `${briefly(value)} again, after ${briefly(before.value)}`,
      likely: 'several instances answer, each with its own quote',
      evidence: [exchange, before.exchange],
    });
  }
}

/** A value that differs in every read is computed for each read. That is not forbidden, so it is advice. */
function* standing(field: string, sightings: readonly ObservedConstant[]): Generator<Judgement> {
  const [first, second] = sightings;
  if (first === undefined || second === undefined || sightings.length < ENOUGH_READS) return;
  if (sightings.some(({ value }, index) => value === sightings[index - 1]?.value)) return;
  yield breach({
    requirement: 'onramp.readable-by-id',
    severity: 'advice',
    cause: `${field} never stands`,
    message: `each read of an onramp order returns a different ${field}`,
    expected: 'a quote that stays the same for some time',
    received: `${plural(new Set(sightings.map(({ value }) => value)).size, 'value')} in ${sightings.length} reads`,
    likely: 'the value is computed on each read and not stored',
    evidence: [second.exchange, first.exchange],
  });
}
