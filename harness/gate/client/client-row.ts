import { ACCOUNT, BARE_ORDER } from './answers.ts';
import type { Call } from './call.ts';
import { type Expect, valueWith } from './expect.ts';
import type { WireAnswer } from './wire.ts';

/** One call of an SDK: what it is asked, how the service answers, what is to come of it. */
export interface ClientRow {
  readonly name: string;
  /** What happens, as a noun phrase. */
  readonly title: string;
  readonly call: Call;
  readonly answer: WireAnswer;
  readonly expect: Expect;
  /** Requirements that the result shows, where it is right. Default: none. */
  readonly shows?: readonly string[];
  /** True where the SDK may refuse to send anything. Default false. */
  readonly mayRefuse?: boolean;
  /** What the specification leaves open: what comes of the answer, or all of it. Default: nothing. */
  readonly open?: 'answer' | 'all';
}

/** A row. */
export function row(
  name: string,
  title: string,
  call: Call,
  answer: WireAnswer,
  expect: Expect,
  more: Pick<ClientRow, 'shows' | 'mayRefuse' | 'open'> = {},
): ClientRow {
  return { name, title, call, answer, expect, ...more };
}

/** Expects the account of a name enquiry. */
export const account: Expect = valueWith('enquiry.data', ACCOUNT);

const { id, reference, customer_id, destination_address, source_currency } = BARE_ORDER;
const { source_amount, destination_amount, quoted_rate } = BARE_ORDER;

/** Members of an order whose text stays as it is. */
export const NAMES = { id, reference, customer_id, destination_address, source_currency };

/** Expects the members of an order. @param likely why they may be missing */
export const wholeOrder = (likely?: string) =>
  valueWith('onramp.ok-body', { ...NAMES, source_amount, destination_amount, quoted_rate }, likely);
