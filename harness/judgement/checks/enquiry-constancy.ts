import { briefly, isObject, type JsonObject, objectIn } from '../../base/json.ts';
import { type Answered, isOk } from '../../evidence/answered.ts';
import { isKeyless } from '../../evidence/condition.ts';
import { differenceAt } from '../../evidence/difference.ts';
import { shardOfId } from '../../evidence/run-info.ts';
import type { View } from '../../evidence/view.ts';
import { answered, oddSightings } from './answers.ts';
import { breach, type Check, type Judgement } from './check.ts';

/** The values of an enquiry that must not change. A wrong holder receives money; a wrong bank name only misleads. */
const NAMES = [
  ['account_name', 'money'],
  ['bank_name', undefined],
] as const;

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
        yield* oddSightings(namesIn(answers, field), 'answer').map(
          ({ odd, usual, times }): Judgement =>
            breach({
              requirement: 'enquiry.resolves',
              ...(consequence && { consequence }),
              cause: `${field} differs`,
              message: `a repeated enquiry about an account returns a different ${field}`,
              expected: `${briefly(usual.value)}, as in ${times}`,
              received: briefly(odd.value),
              differences: [differenceAt(`/data/${field}`, usual.value, odd.value)],
              likely: 'the name belongs to another account, or is made up for each answer',
              evidence: [odd.exchange, usual.exchange],
            }),
        );
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
