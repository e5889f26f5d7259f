/** Amounts are exact in units of this many decimal places; longer ones are left alone. */
const PLACES = 30;
const ONE = 10n ** BigInt(PLACES);

/** A decimal in exact units, and one in its last digit: what rounding may have changed. */
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

/** How a rate makes the destination amount of the source amount, in words. */
export const DIRECTIONS = { multiplied: 'source × rate', divided: 'source ÷ rate' } as const;
export type Direction = keyof typeof DIRECTIONS;

/** The conversion of an onramp order; undefined where an amount or the rate is not a decimal string. */
export function conversionOf(order: { readonly [field: string]: unknown }): Conversion | undefined {
  const [source, rate, destination] = ['source_amount', 'quoted_rate', 'destination_amount'].map(field =>
    decimal(order[field]),
  );
  if (source === undefined || rate === undefined || destination === undefined) return undefined;
  return { source, rate, destination: { ...destination, digit: lastDigit(String(order.destination_amount)) } };
}

/** One in the last digit of an amount. Several zeros behind hundredths may only fill it up to a length. */
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

/** How far apart two decimals are, however long they are; undefined where one is none. */
export function distanceOf(one: string, other: string): number | undefined {
  const [a, b] = [decimal(one), decimal(other)];
  return a && b && Number(distance(a.units, b.units)) / Number(ONE);
}

/** The directions that explain the destination amount, apart from rounding. @param isExact whether the rate is exact */
export function directionsOf({ source, rate, destination }: Conversion, isExact = false): readonly Direction[] {
  // A rate without a fraction is exact.
  const slack = isExact || rate.digit === ONE ? 0n : rate.digit;
  // Both sides doubled, because the rate is off by half a digit at most.
  const product = 2n * distance(source.units * rate.units, destination.units * ONE);
  const quotient = 2n * distance(destination.units * rate.units, source.units * ONE);
  return [
    ...(product <= source.units * slack + 2n * destination.digit * ONE ? (['multiplied'] as const) : []),
    ...(quotient <= destination.units * slack + 2n * rate.units * destination.digit ? (['divided'] as const) : []),
  ];
}

/** Whether a rate that is rounded in its last digit would show: it changes the amount by several of its last digits. */
export function wouldShowRounding({ rate, destination }: Conversion): boolean {
  return rate.digit * destination.units > 4n * destination.digit * rate.units;
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}

/** The destination amount that a direction leads to, with at most 12 places; undefined for a division by zero. */
export function convertedBy({ source, rate }: Conversion, direction: Direction): string | undefined {
  if (direction === 'divided' && rate.units === 0n) return undefined;
  return written(exact({ source, rate }, direction));
}

/** How far the destination amount is from the exact one, in its last digit. */
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

/** Units as a decimal with at most 12 places. */
function written(units: bigint): string {
  const fraction = String(ONE + (units % ONE)).slice(1, 13);
  return `${units / ONE}.${fraction}`.replace(/\.?0*$/, '');
}

/** Rates and prices that are this many times apart differ by more than a fee or the market. */
const FAR = 4n;

/**
 * The only direction that explains the destination amount; undefined where both or none do, where they lead to similar
 * amounts, or where the amount has too few digits to tell.
 */
export function onlyDirectionOf(conversion: Conversion): Direction | undefined {
  const { rate, destination } = conversion;
  const [direction, ...others] = directionsOf(conversion);
  if (others.length > 0 || destination.units < 10n * destination.digit) return undefined;
  return areFar(rate.units * rate.units, ONE * ONE) ? direction : undefined;
}

/**
 * How many times the amount that the rate leads to was paid, in the direction that fits better; undefined where a fee
 * may explain it, or where nothing was paid.
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
