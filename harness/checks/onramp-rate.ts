import { isOk } from '../core/answered.ts';
import { isObject, jsonOf } from '../core/json.ts';
import { answered } from './answers.ts';
import { breach, type Check } from './check.ts';

/**
 * Onramp orders: a source amount is converted into a destination amount at the quoted rate. Which of them the rate
 * multiplies, and which fees apply, is not specified, so a difference is advice.
 */
export const onrampRate: Check = {
  id: 'onramp-rate',
  title: 'The destination amount of an onramp order is its source amount at the quoted rate',
  kind: 'safety',
  requirements: ['onramp.converts'],
  *judge(view) {
    for (const { id, response } of answered(view, 'getOnrampOrder')) {
      const order = isOk(response.status) ? jsonOf(response.body)?.value : undefined;
      if (!isObject(order)) continue;
      const conversion = read(order.source_amount, order.quoted_rate, order.destination_amount);
      if (conversion === undefined || isAtRate(conversion)) continue;
      yield breach({
        requirement: 'onramp.converts',
        severity: 'advice',
        cause: 'rate',
        message: 'the destination amount of an onramp order is not its source amount at the quoted rate',
        expected: expectedOf(conversion),
        received: `${order.destination_amount} for ${order.source_amount} at ${order.quoted_rate}`,
        likely: 'a fee that no field shows, or floating-point arithmetic',
        evidence: [id],
      });
    }
  },
};

/** A conversion in whole units, of which `one` make 1: exact for any amounts. */
interface Conversion {
  readonly one: bigint;
  readonly source: bigint;
  readonly rate: bigint;
  readonly destination: bigint;
  /** One in the last digit of the destination, which may have been rounded up or down. */
  readonly digit: bigint;
  /** One in the last digit of the rate, which may have been rounded to it; nothing where it has no fraction. */
  readonly rateDigit: bigint;
}

function read(...texts: readonly unknown[]): Conversion | undefined {
  const [source, rate, destination] = texts.map(text => {
    const [written, whole, fraction = ''] = (typeof text === 'string' && /^(\d+)(?:\.(\d+))?$/.exec(text)) || [];
    return written === undefined ? undefined : { digits: BigInt(`${whole}${fraction}`), places: fraction.length };
  });
  if (source === undefined || rate === undefined || destination === undefined) return undefined;
  const places = Math.max(source.places, rate.places, destination.places);
  const unitOf = (number: { readonly places: number }) => 10n ** BigInt(places - number.places);
  return {
    one: 10n ** BigInt(places),
    source: source.digits * unitOf(source),
    rate: rate.digits * unitOf(rate),
    destination: destination.digits * unitOf(destination),
    digit: unitOf(destination),
    rateDigit: rate.places === 0 ? 0n : unitOf(rate),
  };
}

/** Whether destination = source × rate, or source = destination × rate, apart from rounding. */
function isAtRate({ one, source, rate, destination, digit, rateDigit }: Conversion): boolean {
  // Both sides doubled, because the rate is off by half a digit at most.
  const multiplied = 2n * distance(source * rate, destination * one) <= source * rateDigit + 2n * digit * one;
  const divided = 2n * distance(destination * rate, source * one) <= destination * rateDigit + 2n * rate * digit;
  return multiplied || divided;
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}

/** Digits after the point of a quotient, in a message. */
const PRECISION = 12n;

function expectedOf({ one, source, rate }: Conversion): string {
  const divided = rate === 0n ? '' : `, or ${written((source * 10n ** PRECISION) / rate, 10n ** PRECISION)}`;
  return `${written(source * rate, one * one)}${divided}, rounded`;
}

/** Units, of which `one` (a power of ten) make 1, as a decimal. */
function written(units: bigint, one: bigint): string {
  const fraction = String(one + (units % one)).slice(1);
  return `${units / one}.${fraction}`.replace(/\.?0*$/, '');
}
