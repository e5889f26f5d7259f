import type { Json } from '../../../base/json.ts';
import type { WireAnswer } from './wire.ts';

/** The `request-id` of every scripted answer. Its mixed case reveals a change of case. */
export const REQUEST_ID = 'req_Gate_91C4';

/** The `x-request-id` that a proxy adds to some answers. */
export const PROXY_REQUEST_ID = 'req_Proxy_5eA0';

/** What errors of a name enquiry and of an order usually say. */
export const ENQUIRY_SAYS = { code: 'Bank_saysNo', message: 'the bank knows “this” account: 100% of %d, {0} of %s' };
export const ORDER_SAYS = { code: 'Order_saysNo', message: 'no such order — “gone”: 100% of %d, {0} of %s' };

/** What errors of a simulate call say, and codes of digits. */
export const STEP_SAYS = { code: 'no_such_step', message: 'not now' };
export const DIGITS = { ofOrder: '1001', ofEnquiry: '0042' };

/** The data of a name enquiry (Verified account). */
export const ACCOUNT = {
  account_name: 'Zoë Ọlá-Testér',
  account_number: '0123456789',
  bank_code: '044',
  bank_name: 'Bank of Examples & Co',
};

/** An amount that no binary floating-point number can represent. */
export const FORTY_DIGITS = '1234567890123456789012345678.901234567890';

/** The nested account of an order (Account record). */
export const NESTED = {
  id: 'acc_1',
  reference: 'ref_acc_1',
  provider: 'some_provider',
  provider_reference: 'prov_1',
  type: 'virtual',
  status: 'active',
  ...ACCOUNT,
  amount: '153525.0000000000000001',
  created_at: '2026-11-02T09:30:00Z',
  expires_at: '2026-11-02T10:30:00Z',
  updated_at: '2026-11-02T09:36:21Z',
};

/** An onramp order without a nested account (Onramp order). */
export const BARE_ORDER = {
  id: 'onr_7Qm2',
  reference: 'ref_7Qm2',
  customer_id: 'cus_1',
  status: 'pending',
  flow_type: 'bank_transfer',
  execution_mode: 'instant',
  source_currency: 'NGN',
  source_amount: '153525.00',
  destination_currency: 'USDC',
  destination_amount: '100.5',
  destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  quoted_rate: '1527.611942298507462686567164179104477612',
  metadata: { note: 'Free form', cost_centre: '007', since: '2026-11-02T09:30:00Z' },
  created_at: '2026-11-02T09:30:00Z',
  updated_at: '2026-11-02T09:41:07Z',
};

/** An onramp order with a nested account. */
export const ORDER = { ...BARE_ORDER, account: NESTED };

/** Values that the specification does not list, as all of them, of an order and of its account. */
export const UNLISTED = {
  ofOrder: { status: 'Under_Some_Review', flow_type: 'by_carrier_pigeon', execution_mode: 'someday' },
  ofAccount: { status: 'half_open', type: 'jar', provider: 'newcomer' },
};

/** Texts of full answers that no SDK has as defaults. */
const TELLING = [...Object.values(ACCOUNT), ORDER.reference, ORDER.customer_id, NESTED.expires_at, ORDER.metadata.note];

/** Whether a value has something of an earlier, full answer. @param body of its own answer */
export function isOfEarlier(value: Json, body?: Buffer): boolean {
  return TELLING.some(text => JSON.stringify(value).includes(`"${text}"`) && !body?.includes(text));
}

/** An answer with any bytes as its body. */
export function raw(
  status: number,
  body: string | Buffer = '',
  type = 'application/json',
  manner: WireAnswer['manner'] = 'whole',
): WireAnswer {
  return { status, headers: { 'Content-Type': type, 'request-id': REQUEST_ID }, body: Buffer.from(body), manner };
}

/** An answer with a JSON body. */
export function json(status: number, value: unknown, manner: WireAnswer['manner'] = 'whole'): WireAnswer {
  return raw(status, JSON.stringify(value), 'application/json', manner);
}

/** The answer to a name enquiry, as specified (4.1). */
export const ENQUIRY = json(200, { status: true, data: ACCOUNT });

/** The answer to an accepted step. Its body is unspecified (4.3). */
export const ACCEPTED = json(202, { status: 'accepted' });
