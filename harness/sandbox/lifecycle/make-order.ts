import { addEvents, isPing } from '../events/add-events.ts';
import { FIXTURES } from '../sandbox-options.ts';
import type { Service } from '../service.ts';
import type { CollectionOrder, OnrampOrder } from '../store/store.ts';
import { INITIAL_STATE } from './lifecycle.ts';

/** How long a quote is locked and a payment account open. */
const DAY_MS = 86_400_000;

/** The fields of a new collection order that can be set. */
type NewOrder = {
  readonly [F in 'id' | 'amount' | 'currency' | 'network' | 'rate' | 'payout_currency']?: string | undefined;
};

/** A new collection order, not yet stored. Default: 100 USDC on Polygon, paid out in NGN. */
export function newOrder(service: Service, chosen: NewOrder = {}): CollectionOrder {
  const now = service.world.now();
  return {
    id: chosen.id ?? service.newId('order'),
    state: INITIAL_STATE,
    steps: [],
    amount: chosen.amount ?? '100.00',
    currency: chosen.currency ?? 'USDC',
    network: chosen.network ?? 'polygon',
    rate: chosen.rate ?? '1535.25',
    payout_currency: chosen.payout_currency ?? 'NGN',
    quote_expires_at: now + DAY_MS,
    created_at: now,
    updated_at: now,
  };
}

/** Stores a new collection order and adds the events of its creation. Called inside a transaction. */
export function makeOrder(service: Service, chosen: NewOrder): CollectionOrder {
  const order = newOrder(service, chosen);
  service.store.collectionOrders.set(order.id, order);
  const types = service.dialect.otherEvents.filter(type => !isPing(type));
  addEvents(service, order, types, undefined);
  return order;
}

/** The fields of a new onramp order that can be set. */
interface NewOnrampOrder {
  readonly id?: string | undefined;
  readonly sourceAmount?: string | undefined;
  readonly quotedRate?: string | undefined;
  /** Whether it has a payment account. Default: yes. */
  readonly withAccount?: boolean | undefined;
}

/** Stores a new onramp order. Default: 150 000 NGN to USDC. */
export function makeOnrampOrder(service: Service, chosen: NewOnrampOrder = {}): OnrampOrder {
  const id = chosen.id ?? service.newId('onrampOrder');
  const now = service.world.now();
  const order: OnrampOrder = {
    id,
    reference: service.ownId('onrampReference') ?? `ref-${id}`,
    customer_id: service.ownId('customer') ?? 'cus_fixture',
    source_currency: 'NGN',
    source_amount: chosen.sourceAmount ?? '150000.00',
    destination_currency: 'USDC',
    destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    quoted_rate: chosen.quotedRate ?? '0.00065125',
    created_at: now,
    ...(chosen.withAccount !== false && { account: newAccount(service, id, now) }),
  };
  if (service.store.onrampOrders.get(id) === undefined) service.store.onrampOrders.set(id, order);
  return order;
}

/** Stores the onramp orders of the fixtures. */
export function makeFixtureOrders(service: Service): void {
  const [withAccount, without] = FIXTURES.onrampOrderIds;
  makeOnrampOrder(service, { id: withAccount });
  makeOnrampOrder(service, { id: without, withAccount: false, sourceAmount: '0.1', quotedRate: '1234567.000001' });
}

function newAccount({ ownId }: Pick<Service, 'ownId'>, orderId: string, now: number) {
  const [account] = FIXTURES.accounts;
  return {
    id: ownId('account') ?? `acc_${orderId}`,
    reference: ownId('accountReference') ?? `pay-${orderId}`,
    provider_reference: ownId('providerReference') ?? 'SBX/0001-é',
    account_name: account.accountName,
    account_number: account.accountNumber,
    bank_code: account.bankCode,
    bank_name: account.bankName,
    expires_at: now + DAY_MS,
  };
}
