import { Decimal } from 'decimal.js';

// The default of 20 significant digits would round long decimal strings.
const Exact = Decimal.clone({ precision: 80, toExpNeg: -80, toExpPos: 80 });

/** Whether a text is a positive amount: plain decimal digits, at most 18 on either side of the point. */
export function isAmount(text: string): boolean {
  return /^\d{1,18}(\.\d{1,18})?$/.test(text) && !new Exact(text).isZero();
}

/** Numbers that are no positive amount in plain decimal digits, by what is odd about them. */
export const ODD_AMOUNTS = [
  ['zero', /^0{1,18}(\.0{1,18})?$/],
  ['negative', /^-\d{1,18}(\.\d{1,18})?$/],
  ['exponent', /^\d{1,18}(\.\d{1,18})?e\d{1,2}$/i],
] as const;

/** What is odd about an amount. */
export type OddAmount = (typeof ODD_AMOUNTS)[number][0];

/** `amount` × `rate`, rounded down to `places` decimal places, so that no payout exceeds the deposit. */
export function convert(amount: string, rate: string, places: number): string {
  return new Exact(amount).times(rate).toFixed(places, Decimal.ROUND_DOWN);
}

/** Negative, zero or positive as `left` is less than, equal to or greater than `right`. */
export function compareAmounts(left: string, right: string): number {
  return new Exact(left).comparedTo(right);
}
