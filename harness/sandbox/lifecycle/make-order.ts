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

/** Stores the onramp orders of the fixtures, unless they are stored. */
export function makeFixtureOrders(service: Service): void {
  const [withAccount, without] = FIXTURES.onrampOrderIds;
  const now = service.world.now();
  const account = newAccount(service, withAccount, now);
  makeOnrampOrder(service, { id: withAccount, source_amount: '150000.00', quoted_rate: '0.00065125', account });
  makeOnrampOrder(service, { id: without, source_amount: '0.1', quoted_rate: '1234567.000001' });
}

/** Stores an onramp order from NGN to USDC. */
function makeOnrampOrder(
  service: Service,
  chosen: Pick<OnrampOrder, 'id' | 'source_amount' | 'quoted_rate' | 'account'>,
): void {
  const { id } = chosen;
  if (service.store.onrampOrders.get(id) !== undefined) return;
  service.store.onrampOrders.set(id, {
    ...chosen,
    reference: service.ownId('onrampReference') ?? `ref-${id}`,
    customer_id: service.ownId('customer') ?? 'cus_fixture',
    source_currency: 'NGN',
    destination_currency: 'USDC',
    destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    created_at: service.world.now(),
  });
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
