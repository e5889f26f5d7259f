/** Amounts are exact to this many decimal places. Longer amounts are ignored. */
const PLACES = 30;
const ONE = 10n ** BigInt(PLACES);

/** A decimal in exact units, and the unit of its last digit, which limits the rounding error. */
interface Decimal {
  readonly units: bigint;
  readonly digit: bigint;
}

/** An amount converted at a rate. */
export interface Conversion {
  readonly source: Decimal;
  readonly rate: Decimal;
  readonly destination: Decimal;
}

/** The computations of the destination amount, in words. */
export const DIRECTIONS = { multiplied: 'source × rate', divided: 'source ÷ rate' } as const;
export type Direction = keyof typeof DIRECTIONS;

/** The conversion of an onramp order; `undefined` if an amount or the rate is not a decimal string. */
export function conversionOf(order: { readonly [field: string]: unknown }): Conversion | undefined {
  const [source, rate, destination] = ['source_amount', 'quoted_rate', 'destination_amount'].map(field =>
    decimal(order[field]),
  );
  if (source === undefined || rate === undefined || destination === undefined) return undefined;
  return { source, rate, destination: { ...destination, digit: lastDigit(String(order.destination_amount)) } };
}

/** The unit of an amount's last digit. Several zeros after the hundredths may be padding, so they do not count. */
function lastDigit(amount: string): bigint {
  const [, hundredths = '', rest = ''] = /\.(\d{0,2})(\d*?)(?:00+)?$/.exec(amount) ?? [];
  return 10n ** BigInt(PLACES - hundredths.length - rest.length);
}

function decimal(text: unknown): Decimal | undefined {
  const [written, whole, fraction = ''] = (typeof text === 'string' && /^(\d+)(?:\.(\d+))?$/.exec(text)) || [];
  if (written === undefined || fraction.length > PLACES) return undefined;
  const digit = 10n ** BigInt(PLACES - fraction.length);
  return { units: BigInt(`${whole}${fraction}`) * digit, digit };
}

/** The difference of two decimals of any length; `undefined` if one of them is not a decimal. */
export function distanceOf(one: string, other: string): number | undefined {
  const [a, b] = [decimal(one), decimal(other)];
  return a && b && Number(distance(a.units, b.units)) / Number(ONE);
}

/** The directions that explain the destination amount up to rounding. @param isExact whether the rate is exact */
export function directionsOf({ source, rate, destination }: Conversion, isExact = false): readonly Direction[] {
  // A rate without a fraction is exact.
  const slack = isExact || rate.digit === ONE ? 0n : rate.digit;
  // Both sides are doubled, because the rate is off by at most half a digit.
  const product = 2n * distance(source.units * rate.units, destination.units * ONE);
  const quotient = 2n * distance(destination.units * rate.units, source.units * ONE);
  return [
    ...(product <= source.units * slack + 2n * destination.digit * ONE ? (['multiplied'] as const) : []),
    ...(quotient <= destination.units * slack + 2n * rate.units * destination.digit ? (['divided'] as const) : []),
  ];
}

/** Whether rounding the rate to its last digit would show, because it changes several last digits of the amount. */
export function wouldShowRounding({ rate, destination }: Conversion): boolean {
  return rate.digit * destination.units > 4n * destination.digit * rate.units;
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}

/** The destination amount in one direction, with at most 12 places; `undefined` for a division by zero. */
export function convertedBy({ source, rate }: Conversion, direction: Direction): string | undefined {
  if (direction === 'divided' && rate.units === 0n) return undefined;
  return written(exact({ source, rate }, direction));
}

/** The rounding error of the destination amount, in its last digit. */
export function roundingOf(conversion: Conversion, direction: Direction): string {
  const { units, digit } = conversion.destination;
  const less = exact(conversion, direction) - units;
  if (less === 0n) return 'exact';
  if (2n * distance(less, 0n) <= digit) return 'by at most half a digit';
  return less > 0n ? 'down, by more than half a digit' : 'up, by more than half a digit';
}

function exact({ source, rate }: Pick<Conversion, 'source' | 'rate'>, direction: Direction): bigint {
  return direction === 'multiplied' ? (source.units * rate.units) / ONE : (source.units * ONE) / rate.units;
}

function written(units: bigint): string {
  const fraction = String(ONE + (units % ONE)).slice(1, 13);
  return `${units / ONE}.${fraction}`.replace(/\.?0*$/, '');
}

/** Rates and prices that differ by this factor differ by more than a fee or the market. */
const FAR = 4n;

/**
 * The only direction that explains the destination amount; `undefined` if both or neither do, if they lead to similar
 * amounts, or if the amount has too few digits to decide.
 */
export function onlyDirectionOf(conversion: Conversion): Direction | undefined {
  const { rate, destination } = conversion;
  const [direction, ...others] = directionsOf(conversion);
  if (others.length > 0 || destination.units < 10n * destination.digit) return undefined;
  return areFar(rate.units * rate.units, ONE * ONE) ? direction : undefined;
}

/**
 * The ratio of the paid amount to the one that the rate yields, in the direction that fits better; `undefined` if a fee
 * may explain it or nothing was paid.
 */
export function timesPaid(conversion: Conversion): number | undefined {
  const { rate, destination } = conversion;
  if (rate.units === 0n || destination.units === 0n) return undefined;
  const paid = (['multiplied', 'divided'] as const).map(
    direction => Number(destination.units) / Number(exact(conversion, direction)),
  );
  const [nearest = 1] = paid.sort((a, b) => Math.abs(Math.log(a)) - Math.abs(Math.log(b)));
  const far = Number(FAR);
  return nearest >= far || nearest <= 1 / far ? nearest : undefined;
}

/** Whether two conversions pay very different amounts for the same source amount. */
export function pricesAreFar(one: Conversion, other: Conversion): boolean {
  return areFar(one.destination.units * other.source.units, other.destination.units * one.source.units);
}

function areFar(one: bigint, other: bigint): boolean {
  return one >= FAR * other || other >= FAR * one;
}
