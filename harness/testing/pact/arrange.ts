import { HAPPY_PATH, type SimulateEvent } from '../../contract/lifecycle.ts';
import type { ServiceClient } from '../../journeys/client/service-client.ts';
import type { Target } from '../../journeys/target.ts';
import { FIXTURES } from '../../sandbox/index.ts';
import type { BankAccount } from '../../settings/settings.ts';
import type { Webhook } from '../crediting-consumer.ts';

/**
 * The provider states, by their names in pacts. A state provides values to the interaction: `api_key`, and those in its
 * comment.
 */
export const STATES = {
  /** `account_number`, `bank_code` of an account that resolves. */
  resolvable: 'a bank account that resolves',
  /** `account_number`, `bank_code` of an enquiry that is answered with the status in its parameters. */
  enquiryError: 'an enquiry that ends in an error',
  /** `api_key` that no service accepts. */
  keyRefused: 'an API key that is not accepted',
  /** `order_id` of an onramp order with an account. */
  onrampWithAccount: 'an onramp order with an account',
  /** `order_id` of an onramp order without an account. */
  onrampWithoutAccount: 'an onramp order without an account',
  /** `order_id` of no onramp order. */
  noOnrampOrder: 'no such onramp order',
  /** `order_id` that is malformed. */
  onrampMalformed: 'a malformed id of an onramp order',
  /** `order_id` whose retrieval fails on the service's side. */
  onrampFailing: 'an onramp order whose retrieval fails',
  /** `order_id` of a collection order that can take the step in its parameters. */
  collectionOrder: 'a collection order that can take a step',
  /** A collection order that has taken the step in its parameters, whose webhook is the message. */
  steppedOrder: 'a collection order that has taken a step',
  /** No other values. */
  any: 'any client session',
} as const;

/** A provider state, by its name in a pact. */
type State = (typeof STATES)[keyof typeof STATES];

/** Parameters of a state: the status of {@link STATES.enquiryError}, the step of an order. */
export type StateParams = { readonly [name: string]: unknown };

/** The values that a state provides to an interaction, by name. */
export type Values = { readonly [name: string]: string };

/**
 * The values of a state; or why the target cannot reach the state, with a remedy; or a mistake of the target on the
 * way.
 */
export type Arranged =
  | { readonly values: Values; readonly webhook?: Webhook }
  | { readonly cannot: string }
  | { readonly wrong: string };

/** What arranging a state needs. */
export interface Stage {
  readonly target: Target;
  readonly client: ServiceClient;
  /** Simulates a step and returns its webhook; or says why webhooks cannot be read, so that no order is wasted. */
  readonly webhookOf: ((order: string, step: SimulateEvent) => Promise<Arranged>) | { readonly cannot: string };
}

const ARRANGE: { readonly [state in State]: (stage: Stage, params: StateParams) => Arranged | Promise<Arranged> } = {
  [STATES.any]: () => values({}),
  [STATES.keyRefused]: ({ target }) =>
    values({ ...accountValues(target.bankAccounts[0]), order_id: 'no-such-order', api_key: 'sk_test_not_accepted' }),
  [STATES.noOnrampOrder]: () => values({ order_id: 'no-such-order' }),
  [STATES.resolvable]: ({ target }) =>
    target.kind === 'embedded' || target.bankAccountsKnown
      ? values(accountValues(target.bankAccounts[0]))
      : { cannot: 'no account is known to resolve; set BANK_ACCOUNTS' },
  [STATES.enquiryError]: ({ target }, { status }) =>
    onlyEmbedded(target, `no request is promised to end in a ${status}`, () =>
      accountValues(status === 400 ? FIXTURES.enquiry400 : FIXTURES.enquiry500),
    ),
  [STATES.onrampMalformed]: ({ target }) =>
    onlyEmbedded(target, 'which ids are malformed is not specified', () => ({ order_id: FIXTURES.onrampMalformedId })),
  [STATES.onrampFailing]: ({ target }) =>
    onlyEmbedded(target, 'a failure of the service cannot be provoked from outside', () => ({
      order_id: FIXTURES.onrampFailingId,
    })),
  [STATES.onrampWithAccount]: stage => onrampOrder(stage, true),
  [STATES.onrampWithoutAccount]: stage => onrampOrder(stage, false),
  [STATES.collectionOrder]: async (stage, { step }) => collectionOrder(stage, step as SimulateEvent),
  [STATES.steppedOrder]: async (stage, { step }) => {
    const { webhookOf } = stage;
    if (typeof webhookOf === 'object') return webhookOf;
    const ready = await collectionOrder(stage, step as SimulateEvent);
    return 'values' in ready ? webhookOf(ready.values.order_id ?? '', step as SimulateEvent) : ready;
  },
};

/** States that need no accepted key. */
const KEYLESS: ReadonlySet<string> = new Set([STATES.keyRefused, STATES.any]);

/** Brings the target into a state, or returns why it cannot. */
export async function arrange(stage: Stage, state: string, params: StateParams): Promise<Arranged> {
  const bring = Object.hasOwn(ARRANGE, state) ? ARRANGE[state as State] : undefined;
  if (bring === undefined) return { cannot: `nothing is known of the state "${state}"` };
  if (!stage.target.keyGiven && !KEYLESS.has(state)) return { cannot: 'no API key is known; set API_KEY' };
  const arranged = await bring(stage, params);
  const { apiKey } = stage.target.address;
  if (!('values' in arranged) || apiKey === undefined) return arranged;
  return { ...arranged, values: { api_key: apiKey, ...arranged.values } };
}

async function onrampOrder({ target, client }: Stage, withAccount: boolean): Promise<Arranged> {
  for (const id of target.onrampOrderIds) {
    const read = await client.getOnrampOrder(id);
    if (read.kind === 'data' && (typeof read.data.account === 'object' && read.data.account !== null) === withAccount) {
      return values({ order_id: id });
    }
  }
  return { cannot: `no onramp order is known ${withAccount ? 'with' : 'without'} an account; set ONRAMP_ORDER_IDS` };
}

async function collectionOrder({ target, client }: Stage, step: SimulateEvent): Promise<Arranged> {
  const [order] = await target.makeOrders(1);
  if (order === undefined) return { cannot: `there is no collection order left to drive; set ${target.orderSetting}` };
  // The steps that must precede it (States and transitions). All others start from a new session.
  for (const event of HAPPY_PATH.slice(0, Math.max(0, HAPPY_PATH.indexOf(step)))) {
    const { exchange } = await client.simulate(order, { event });
    const status = exchange.response?.status;
    if (status === undefined || status >= 300) return { cannot: `${event} before ${step} was answered ${status}` };
  }
  return values({ order_id: order });
}

function onlyEmbedded(target: Target, why: string, give: () => Values): Arranged {
  return target.kind === 'embedded' ? values(give()) : { cannot: why };
}

function accountValues(account: BankAccount | undefined): Values {
  return account ? { account_number: account.accountNumber, bank_code: account.bankCode } : {};
}

function values(given: Values): Arranged {
  return { values: given };
}
