/** Whether a text is a positive amount: plain decimal digits, at most 18 on either side of the point. */
export function isAmount(text: string): boolean {
  return /^\d{1,18}(\.\d{1,18})?$/.test(text) && /[1-9]/.test(text);
}

/** Numbers that are not positive plain decimals, by what is odd about them. */
const ODD_AMOUNTS = [
  ['zero_amount', /^0{1,18}(\.0{1,18})?$/],
  ['negative_amount', /^-\d{1,18}(\.\d{1,18})?$/],
  ['exponent_amount', /^\d{1,18}(\.\d{1,18})?e\d{1,2}$/i],
] as const;

/** What is odd about a text that is not an amount; `undefined` if it is no number. */
export function oddityOf(text: string) {
  return ODD_AMOUNTS.find(([, form]) => form.test(text))?.[0];
}

/** More decimal places than a product of two amounts has. */
const PLACES = 36;

/** `amount` × `rate`, rounded down to `places` decimal places, so that no payout exceeds the deposit. */
export function convert(amount: string, rate: string, places: number): string {
  const product = (scaled(amount) * scaled(rate)) / 10n ** BigInt(2 * PLACES - places);
  const digits = String(product).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Whether a received amount, which may be odd, is less or more than the due one. */
export function mismatchOf(received: string, due: string): 'none' | 'less' | 'more' {
  const difference = scaled(received) - scaled(due);
  if (difference === 0n) return 'none';
  return difference < 0n ? 'less' : 'more';
}

/** An amount × 10³⁶ as a whole number. */
function scaled(amount: string): bigint {
  const [number = '', exponent = '0'] = amount.toLowerCase().split('e');
  const [whole = '', fraction = ''] = number.split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0')) * 10n ** BigInt(exponent);
}
