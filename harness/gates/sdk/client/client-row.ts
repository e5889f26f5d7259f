import { ACCEPTED, ACCOUNT, BARE_ORDER, ENQUIRY, json, ORDER } from './answers.ts';
import { order, resolve, type SdkCall, simulate } from './call.ts';
import { type Expect, success, valueWith } from './expect.ts';
import type { WireAnswer } from './wire.ts';

/** One call of an SDK: the question, the service's answer and the expected result. */
export interface ClientRow {
  readonly name: string;
  /** What happens, as a noun phrase. */
  readonly title: string;
  readonly call: SdkCall;
  readonly answer: WireAnswer;
  readonly expect: Expect;
  /** Requirements that a right result shows. Default: none. */
  readonly shows?: readonly string[];
  /** Whether the SDK may refuse to send anything. Default false. */
  readonly mayRefuse?: boolean;
  /** Whether the specification leaves the result open. Default false. */
  readonly open?: boolean;
}

/** Expects the account of a name enquiry. */
export const account: Expect = valueWith('enquiry.data', ACCOUNT);

const { id, reference, customer_id, destination_address, source_currency } = BARE_ORDER;
const { source_amount, destination_amount, quoted_rate } = BARE_ORDER;

/** Text members of an order that must come back unchanged. */
export const NAMES = { id, reference, customer_id, destination_address, source_currency };

/** Expects the members of an order. @param likely why they may be missing */
export const wholeOrder = (likely?: string) =>
  valueWith('onramp.ok-body', { ...NAMES, source_amount, destination_amount, quoted_rate }, likely);

/** What is unusual about a row. Defaults: a usual call of its operation, with the specified answer. */
type Unusual = Partial<Omit<ClientRow, 'name' | 'title'>>;

/** A row with a name enquiry (4.1). */
export function enquiryRow(name: string, title: string, unusual: Unusual = {}): ClientRow {
  return { name, title, call: resolve(), answer: ENQUIRY, expect: account, ...unusual };
}

/** A row that reads an onramp order (4.2). */
export function orderRow(name: string, title: string, unusual: Unusual = {}): ClientRow {
  return { name, title, call: order(), answer: json(200, ORDER), expect: wholeOrder(), ...unusual };
}

/** A row with a simulate call (4.3). */
export function simulateRow(name: string, title: string, unusual: Unusual = {}): ClientRow {
  const expect = success('simulate.route');
  return { name, title, call: simulate('disburse'), answer: ACCEPTED, expect, ...unusual };
}
