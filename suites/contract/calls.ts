import type { Condition, Scenario } from '#harness';
import { enquiryOf, otherwiseWritten, rawCalls, UNREADABLE } from '../raw-calls.ts';

/** How often calls with a missing field are made: enough to show an enquiry that is resolved one time in five. */
const LACKING_TIMES = 12;
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

/** Other spellings of a value that both fields can have. It is unspecified whether they are still right. */
const SPELLINGS = ['in another letter case', 'with blanks around it'];

const FIELDS = [
  ['account_number', 'invalid-account-number'],
  ['bank_code', 'invalid-bank-code'],
] as const;

/** Values of JSON that are no object, besides those that a lax service reads one from. */
const NO_OBJECTS: typeof UNREADABLE = [
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
    const bodies = context.target.bankAccounts.map(enquiryOf);
    for (let time = 0; time < LACKING_TIMES; time++) {
      await enquire('without-account-number', { bank_code: account.bankCode });
      await enquire('without-bank-code', { account_number: account.accountNumber });
    }
    for (let time = 0; time < OTHER_TIMES; time++) {
      const right = enquiryOf(account);
      const elsewhere = otherBanks(context.target.bankAccounts, account.accountNumber);
      const calls: readonly (readonly [Condition, object])[] = FIELDS.flatMap(([field, invalid]) => {
        // A service that accepts a number knows the account only if its value survives the conversion.
        const body = bodies.find(own => String(Number(own[field])) === own[field]) ?? right;
        return [
          ...WRONG.map(([words, of]) => [`${invalid}: ${words}`, { ...body, [field]: of(body[field]) }] as const),
          ...otherwiseWritten(body[field])
            .filter(([words]) => SPELLINGS.includes(words))
            .map(([words, value]) => [`odd-value: ${field} ${words}`, { ...body, [field]: value }] as const),
        ];
      });
      await Promise.all([
        ...calls.map(([condition, body]) => enquire(condition, body)),
        ...[...UNREADABLE, ...NO_OBJECTS].map(([words, of]) =>
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

export const nameEnquiry: Scenario = {
  id: 'contract/name-enquiry',
  suite: 'contract',
  title: 'A name enquiry resolves the requested account (4.1)',
  async drive({ client, target, call }) {
    const { bankAccounts, bankAccountsKnown, errorFixtures } = target;
    const condition = bankAccountsKnown ? 'known' : 'guessed';
    const { all, each } = timesOver(bankAccounts);
    for (let time = 0; time < all; time++)
      await Promise.all(bankAccounts.map(own => client.resolveBankAccount(enquiryOf(own), { ...call, condition })));
    for (let time = 0; time < each; time++)
      for (const own of errorFixtures?.enquiryErrors ?? [])
        await client.resolveBankAccount(enquiryOf(own), { ...call, condition: 'magic' });
  },
};

export const onrampOrders: Scenario = {
  id: 'contract/onramp-orders',
  suite: 'contract',
  title: 'An onramp order can be read by its id, and an unknown id is an error (4.2)',
  async drive({ client, target, call, uuid }) {
    const { onrampOrderIds, onrampOrdersKnown, errorFixtures } = target;
    const condition = onrampOrdersKnown ? 'known' : 'guessed';
    const { all, each } = timesOver(onrampOrderIds);
    await timesAll(onrampOrderIds, all, id => client.getOnrampOrder(id, { ...call, condition }));
    for (let time = 0; time < each; time++) {
      await client.getOnrampOrder(uuid(), { ...call, condition: 'unknown' });
      for (const id of errorFixtures?.onrampErrors ?? [])
        await client.getOnrampOrder(id, { ...call, condition: 'magic' });
    }
  },
};

/** In KiB: more than is read at once, but less than most servers refuse. */
const LARGE_KIB = 32;

export const unknownRoutes: Scenario = {
  id: 'contract/unknown-routes',
  suite: 'contract',
  title: 'Responses to unknown paths, unknown methods and large bodies have a request-id (Errors)',
  async drive(context) {
    const { client, call, uuid } = context;
    for (let time = 0; time < OTHER_TIMES; time++) {
      // Documented paths with another method, about nothing that exists.
      const routes = [
        ['GET', 'base', '/v1/banks/resolve'],
        ['POST', 'base', `/v1/onramp/orders/${uuid()}`],
        ['GET', 'sandbox', `/sandbox/collection-orders/${uuid()}/simulate`],
        ['OPTIONS', 'base', '/v1/banks/resolve'],
        ['GET', 'base', '/v1/no-such-route'],
        ['POST', 'sandbox', '/sandbox/no-such-route'],
      ] as const;
      for (const [method, server, path] of routes) {
        const words = path.replace(/\/[0-9a-f-]{36}/, '/{id}');
        await client.sendRaw(
          { method, server, path, ...(method === 'POST' && { body: {} }) },
          { ...call, condition: `unknown-route: ${method} ${words}` },
        );
      }
    }
    // The order and the event are unknown, so the call changes nothing, however much of it the service reads.
    const body = { event: 'no_such_event' };
    const padding = LARGE_KIB * 1024;
    await rawCalls(context).simulate({ order: uuid() }, `large-body: ${LARGE_KIB} KiB`, body, { padding });
  },
};

/** The total number of calls over all items: enough to show a fault that occurs one time in five on one item. */
const CALLS = 48;
const TIMES = 8;

/** How often to call about each item, and how often to make each further call. */
function timesOver(items: readonly unknown[]): { readonly all: number; readonly each: number } {
  return { all: Math.max(TIMES, Math.ceil(CALLS / Math.max(1, items.length))), each: TIMES };
}

/** The number of calls at once. Some shared state shows only then. */
const AT_ONCE = 12;

/** Calls about each item this many times, several at once. */
async function timesAll<T>(items: readonly T[], times: number, call: (item: T) => Promise<unknown>) {
  const all = Array.from({ length: times }, () => items).flat();
  for (let from = 0; from < all.length; from += AT_ONCE) await Promise.all(all.slice(from, from + AT_ONCE).map(call));
}
