/** Amounts are exact to this many decimal places. Longer amounts are ignored. */
const PLACES = 30;
const ONE = 10n ** BigInt(PLACES);

/** A decimal in exact units, and the unit of its last digit, which limits the rounding error. */
interface Decimal {
  readonly units: bigint;
  readonly digit: bigint;
}

/** The computations of the destination amount, in words. */
export const DIRECTIONS = { multiplied: 'source × rate', divided: 'source ÷ rate' } as const;
type Direction = keyof typeof DIRECTIONS;

/** Rates and prices that differ by this factor differ by more than a fee or the market. */
const FAR = 4n;

/** An amount converted at a rate. */
export class Conversion {
  readonly source: Decimal;
  readonly rate: Decimal;
  readonly destination: Decimal;

  private constructor(source: Decimal, rate: Decimal, destination: Decimal) {
    this.source = source;
    this.rate = rate;
    this.destination = destination;
  }

  /** The conversion of an onramp order; `undefined` if an amount or the rate is not a decimal string. */
  static of(order: { readonly [field: string]: unknown }): Conversion | undefined {
    const [source, rate, destination] = ['source_amount', 'quoted_rate', 'destination_amount'].map(field =>
      decimal(order[field]),
    );
    if (source === undefined || rate === undefined || destination === undefined) return undefined;
    return new Conversion(source, rate, { ...destination, digit: lastDigit(String(order.destination_amount)) });
  }

  /** The directions that explain the destination amount up to rounding. @param isExact whether the rate is exact */
  directions(isExact = false): readonly Direction[] {
    const { source, rate, destination } = this;
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

  /**
   * The only direction that explains the destination amount; `undefined` if both or neither do, if they lead to similar
   * amounts, or if the amount has too few digits to decide.
   */
  get direction(): Direction | undefined {
    const { rate, destination } = this;
    const [direction, ...others] = this.directions();
    if (others.length > 0 || destination.units < 10n * destination.digit) return undefined;
    return areFar(rate.units * rate.units, ONE * ONE) ? direction : undefined;
  }

  /** The destination amount in one direction, with at most 12 places; `undefined` for a division by zero. */
  convertedBy(direction: Direction): string | undefined {
    const units = this.#exact(direction);
    if (units === undefined) return undefined;
    const fraction = String(ONE + (units % ONE)).slice(1, 13);
    return `${units / ONE}.${fraction}`.replace(/\.?0*$/, '');
  }

  /** The rounding error of the destination amount, in its last digit. */
  rounding(direction: Direction): string {
    const { units, digit } = this.destination;
    const less = (this.#exact(direction) ?? units) - units;
    if (less === 0n) return 'exact';
    if (2n * distance(less, 0n) <= digit) return 'by at most half a digit';
    return less > 0n ? 'down, by more than half a digit' : 'up, by more than half a digit';
  }

  /** Whether rounding the rate to its last digit would show, because it changes several last digits of the amount. */
  get wouldShowRounding(): boolean {
    const { rate, destination } = this;
    return rate.digit * destination.units > 4n * destination.digit * rate.units;
  }

  /**
   * The ratio of the paid amount to the one that the rate yields, in the direction that fits better; `undefined` if a
   * fee may explain it or nothing was paid.
   */
  get timesPaid(): number | undefined {
    const paid = Number(this.destination.units);
    if (this.rate.units === 0n || paid === 0) return undefined;
    const times = (['multiplied', 'divided'] as const).map(direction => paid / Number(this.#exact(direction)));
    const [nearest = 1] = times.sort((a, b) => Math.abs(Math.log(a)) - Math.abs(Math.log(b)));
    return nearest >= Number(FAR) || nearest <= 1 / Number(FAR) ? nearest : undefined;
  }

  /** Whether another conversion pays a very different amount for the same source amount. */
  isFarFrom({ source, destination }: Conversion): boolean {
    return areFar(this.destination.units * source.units, destination.units * this.source.units);
  }

  #exact(direction: Direction): bigint | undefined {
    if (direction === 'multiplied') return (this.source.units * this.rate.units) / ONE;
    return this.rate.units === 0n ? undefined : (this.source.units * ONE) / this.rate.units;
  }
}

/** The difference of two decimals of any length; `undefined` if one of them is not a decimal. */
export function distanceOf(one: string, other: string): number | undefined {
  const [a, b] = [decimal(one), decimal(other)];
  return a && b && Number(distance(a.units, b.units)) / Number(ONE);
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

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}

function areFar(one: bigint, other: bigint): boolean {
  return one >= FAR * other || other >= FAR * one;
}
