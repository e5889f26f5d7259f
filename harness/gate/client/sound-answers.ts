import { ACCOUNT, BARE_ORDER, json } from './answers.ts';
import { type Expect, valueWith } from './read-result.ts';

/** A name enquiry that is answered as the specification says. */
export const ENQUIRY = json(200, { status: true, data: ACCOUNT });
/** Expects the account of that answer. */
export const account: Expect = valueWith('enquiry.data', ACCOUNT);
const AMOUNTS = { source_amount: '153525.00', destination_amount: '100.5', quoted_rate: BARE_ORDER.quoted_rate };
/** Members of an order whose text stays as it is. */
export const NAMES = {
  id: 'onr_7Qm2',
  reference: 'ref_7Qm2',
  customer_id: 'cus_1',
  destination_address: BARE_ORDER.destination_address,
  source_currency: 'NGN',
};
/** Expects all of several. */
export const all =
  (...expects: readonly Expect[]): Expect =>
  result =>
    expects.flatMap(expect => expect(result));
/** Expects the members of an order. @param likely why they may not come */
export const wholeOrder = (likely?: string) => valueWith('onramp.ok-body', { ...NAMES, ...AMOUNTS }, likely);
/** How simulate is answered where nothing is asked of its body. */
export const ACCEPTED = json(202, { status: 'accepted' });
