import { FIXTURES } from '../fixtures.ts';
import type { Service } from '../service.ts';
import type { OnrampOrder } from '../store/onramp-orders.ts';

const DAY_MS = 86_400_000;

/** What may be said of a new onramp order; the rest has defaults. */
export interface OnrampWishes {
  readonly id?: string | undefined;
  readonly sourceAmount?: string | undefined;
  readonly quotedRate?: string | undefined;
  /** Whether it carries a payment account; it does unless told otherwise. */
  readonly withAccount?: boolean | undefined;
}

/** Makes and stores an onramp order: 150 000 NGN to USDC, where nothing else is wished. */
export function makeOnrampOrder(service: Service, wishes: OnrampWishes = {}): OnrampOrder {
  const id = wishes.id ?? service.newId('onr');
  const now = service.now();
  const order: OnrampOrder = {
    id,
    reference: `ref-${id}`,
    customer_id: 'cus_fixture',
    source_currency: 'NGN',
    source_amount: wishes.sourceAmount ?? '150000.00',
    destination_currency: 'USDC',
    destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    quoted_rate: wishes.quotedRate ?? '0.00065125',
    created_at: now,
    ...(wishes.withAccount !== false && { account: newAccount(id, now) }),
  };
  service.store.onrampOrders.insert(order);
  return order;
}

/** Makes the onramp orders that every sandbox has; those that are there stay as they are. */
export function seedOnrampOrders(service: Service): void {
  const [withAccount, without] = FIXTURES.onrampOrderIds;
  makeOnrampOrder(service, { id: withAccount });
  makeOnrampOrder(service, { id: without, withAccount: false, sourceAmount: '0.1', quotedRate: '1234567.000001' });
}

function newAccount(orderId: string, now: number) {
  const [account] = FIXTURES.accounts;
  return {
    id: `acc_${orderId}`,
    reference: `pay-${orderId}`,
    provider_reference: 'SBX/0001-é',
    account_name: account.accountName,
    account_number: account.accountNumber,
    bank_code: account.bankCode,
    bank_name: account.bankName,
    expires_at: now + DAY_MS,
  };
}
