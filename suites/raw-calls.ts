import { type Condition, isSimulateEvent, type JourneyDriver, otherwiseNamed, type ScenarioContext } from '#harness';

/** Changes to a raw call: headers (`undefined` removes one), the text of its body, and white space after it. */
type More = Pick<Parameters<ScenarioContext['client']['sendRaw']>[0], 'headers' | 'text' | 'padding'>;

/** Changes to a raw simulate call, also of the order id in its path. Default: the id of the order. */
export type MoreOfStep = More & { readonly orderId?: string };

/**
 * Calls that the typed client would not make: with mistakes, or under a condition that tells checks and facts their
 * purpose.
 */
export function rawCalls({ client, call }: Pick<ScenarioContext, 'client' | 'call'>) {
  return {
    /** A name enquiry (4.1). */
    enquire: (condition: Condition, body: object, more: More = {}) =>
      client.sendRaw(
        { method: 'POST', server: 'base', path: '/v1/banks/resolve', body, ...more },
        { ...call, operation: 'resolveBankAccount', condition },
      ),

    /** Reads an onramp order (4.2). */
    readOrder: (condition: Condition, id: string, more: More = {}) =>
      client.sendRaw(
        { method: 'GET', server: 'base', path: `/v1/onramp/orders/${encodeURIComponent(id)}`, ...more },
        { ...call, operation: 'getOnrampOrder', condition },
      ),

    /** Simulates a step (4.3) of a journey, or of an order without one. @returns whether the service accepted it */
    async simulate(
      order: JourneyDriver | { readonly order: string },
      condition: Condition,
      body: { readonly event?: unknown },
      { orderId = order.order, ...more }: MoreOfStep = {},
    ): Promise<boolean> {
      const journey = 'id' in order ? order : undefined;
      await journey?.settle();
      const known = isSimulateEvent(body.event) ? body.event : otherwiseNamed(body.event);
      // A call that must not send a webhook needs no turn, and would claim the late webhooks of others.
      if (known !== undefined) await journey?.enter(known);
      const path = `/sandbox/collection-orders/${encodeURIComponent(orderId)}/simulate`;
      const { response } = await client.sendRaw(
        { method: 'POST', server: 'sandbox', path, body, ...more },
        { ...call, ...(journey && { journey: journey.id }), operation: 'simulateCollectionOrder', condition },
      );
      return response !== undefined && response.status >= 200 && response.status < 300;
    },
  };
}

/** The body of a name enquiry about an account. */
export function enquiryOf({ accountNumber, bankCode }: ScenarioContext['target']['bankAccounts'][number]) {
  return { account_number: accountNumber, bank_code: bankCode };
}

/** Changes to a right text, with their descriptions. */
type Changes = readonly (readonly [words: string, of: (right: string) => string])[];

/** Bodies that are not a JSON object, each made from the JSON of a right one. */
export const UNREADABLE: Changes = [
  ['empty', () => ''],
  ['cut short', right => right.slice(0, -1)],
  ['an array', right => `[${right}]`],
];

/** Ways to make a value that is almost right. A partial or pattern lookup would find the right one. */
const ALMOST: Changes = [
  ['without its last character', right => right.slice(0, -1)],
  ['with another character after it', right => `${right}0`],
  ['with a % for its last character', right => `${right.slice(0, -1)}%`],
  ['with a _ for its last character', right => `${right.slice(0, -1)}_`],
  ['with a * for its last character', right => `${right.slice(0, -1)}*`],
];

/** Other spellings of an id. It is unspecified whether they denote the same id. */
const OTHERWISE: Changes = [
  ['in another letter case', right => (right === right.toUpperCase() ? right.toLowerCase() : right.toUpperCase())],
  ['with blanks around it', right => ` ${right} `],
  ['with a blank after it', right => `${right} `],
  ['with .json after it', right => `${right}.json`],
];

/** The other spellings of an id, with their descriptions. */
export function otherwiseWritten(id: string): readonly (readonly [words: string, value: string])[] {
  return OTHERWISE.map(([words, of]) => [words, of(id)] as const).filter(([, value]) => value !== id);
}

/**
 * Values that are almost right, with their descriptions. None is empty: an empty id changes the route, and an empty
 * field is another case.
 */
export function almostRight(right: string): readonly (readonly [words: string, value: string])[] {
  return ALMOST.map(([words, of]) => [words, of(right)] as const).filter(([, value]) => value !== '');
}
