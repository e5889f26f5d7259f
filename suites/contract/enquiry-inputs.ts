import type { Condition, Scenario } from '#harness';
import { rawCalls } from '../raw-calls.ts';

/** How often calls with a missing field are made: enough to show an enquiry that is resolved one time in five. */
const TIMES = 12;
/** How often each other call is made. Its answer does not depend on chance. */
const OTHER_TIMES = 2;

/** Values that are not the required string, most of them made from the right one. */
const WRONG: readonly (readonly [words: string, of: (right: string) => unknown])[] = [
  ['null', () => null],
  ['empty', () => ''],
  ['blank', () => '   '],
  ['a number', Number],
  ['true', () => true],
  ['an array', right => [right]],
  ['an object', right => ({ value: right })],
];

/** Other spellings of a right value. It is unspecified whether they are still right. */
const ODD: readonly (readonly [words: string, of: (right: string) => string])[] = [
  ['with blanks around it', right => ` ${right} `],
  ['in another letter case', right => (right === right.toUpperCase() ? right.toLowerCase() : right.toUpperCase())],
];

const FIELDS = [
  ['account_number', 'invalid-account-number'],
  ['bank_code', 'invalid-bank-code'],
] as const;

/** Bodies that are not a JSON object, each made from the JSON of a right one. */
const UNREADABLE: readonly (readonly [words: string, of: (right: string) => string])[] = [
  ['empty', () => ''],
  ['cut short', right => right.slice(0, -1)],
  ['an array', right => `[${right}]`],
  ['a string', right => JSON.stringify(right)],
  ['null', () => 'null'],
];

export const enquiryInputs: Scenario = {
  id: 'contract/enquiry-inputs',
  suite: 'contract',
  title: 'A name enquiry without both fields as strings is not resolved, and its status is listed (4.1)',
  async drive(context) {
    const [account] = context.target.bankAccounts;
    if (account === undefined) return;
    const { enquire } = rawCalls(context);
    const bodies = context.target.bankAccounts.map(bodyOf);
    for (let time = 0; time < TIMES; time++) {
      await enquire('without-account-number', { bank_code: account.bankCode });
      await enquire('without-bank-code', { account_number: account.accountNumber });
    }
    for (let time = 0; time < OTHER_TIMES; time++) {
      const right = bodyOf(account);
      const elsewhere = otherBanks(context.target.bankAccounts, account.accountNumber);
      const calls: readonly (readonly [Condition, object])[] = FIELDS.flatMap(([field, invalid]) => {
        // A service that accepts a number knows the account only if its value survives the conversion.
        const body = bodies.find(own => String(Number(own[field])) === own[field]) ?? right;
        return [
          ...WRONG.map(([words, of]) => [`${invalid}: ${words}`, { ...body, [field]: of(body[field]) }] as const),
          ...ODD.filter(([, of]) => of(body[field]) !== body[field]).map(
            ([words, of]) => [`odd-value: ${field} ${words}`, { ...body, [field]: of(body[field]) }] as const,
          ),
        ];
      });
      await Promise.all([
        ...calls.map(([condition, body]) => enquire(condition, body)),
        ...UNREADABLE.map(([words, of]) =>
          enquire(`unreadable-body: ${words}`, right, { text: of(JSON.stringify(right)) }),
        ),
        enquire('other-media-type: text/plain', right, { headers: { 'Content-Type': 'text/plain' } }),
        enquire('other-media-type: none', right, { headers: { 'Content-Type': undefined } }),
        enquire('unknown-account', { ...right, account_number: madeUp(context.uuid()) }),
        // The names of other banks show whose name an answer has.
        ...bodies.map(own => enquire(context.target.bankAccountsKnown ? 'known' : 'guessed', own)),
        ...elsewhere.map(bank_code => enquire('almost-account: at another bank', { ...right, bank_code })),
      ]);
    }
  },
};

function bodyOf({ accountNumber, bankCode }: { readonly accountNumber: string; readonly bankCode: string }) {
  return { account_number: accountNumber, bank_code: bankCode };
}

/** Banks with known accounts, but none with this number. */
function otherBanks<A extends { readonly accountNumber: string; readonly bankCode: string }>(
  accounts: readonly A[],
  number: string,
): readonly string[] {
  const banksOf = (own: boolean) =>
    new Set(accounts.flatMap(({ accountNumber, bankCode }) => ((accountNumber === number) === own ? [bankCode] : [])));
  return [...banksOf(false).difference(banksOf(true))];
}

/** Ten digits that are unlikely to be an account number. */
function madeUp(uuid: string): string {
  return `00${uuid.replaceAll(/\D/g, '').padEnd(8, '0').slice(0, 8)}`;
}
