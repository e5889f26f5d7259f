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

/** Amounts are exact in units of this many decimal places; longer ones are left alone. */
const PLACES = 30;
const ONE = 10n ** BigInt(PLACES);

/** A decimal in exact units, and one in its last digit: what rounding may have changed. */
interface Decimal {
  readonly units: bigint;
  readonly digit: bigint;
}

/** An amount converted at a rate. */
interface Conversion {
  readonly source: Decimal;
  readonly rate: Decimal;
  readonly destination: Decimal;
}

function read(...texts: readonly unknown[]): Conversion | undefined {
  const [source, rate, destination] = texts.map(text => {
    const [written, whole, fraction = ''] = (typeof text === 'string' && /^(\d+)(?:\.(\d+))?$/.exec(text)) || [];
    if (written === undefined || fraction.length > PLACES) return undefined;
    const digit = 10n ** BigInt(PLACES - fraction.length);
    return { units: BigInt(`${whole}${fraction}`) * digit, digit };
  });
  return source && rate && destination && { source, rate, destination };
}

/** Whether destination = source × rate, or source = destination × rate, apart from rounding. */
function isAtRate({ source, rate, destination }: Conversion): boolean {
  // A rate without a fraction is exact.
  const slack = rate.digit === ONE ? 0n : rate.digit;
  // Both sides doubled, because the rate is off by half a digit at most.
  const product = 2n * distance(source.units * rate.units, destination.units * ONE);
  const quotient = 2n * distance(destination.units * rate.units, source.units * ONE);
  return (
    product <= source.units * slack + 2n * destination.digit * ONE ||
    quotient <= destination.units * slack + 2n * rate.units * destination.digit
  );
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}

function expectedOf({ source, rate }: Conversion): string {
  const divided = rate.units === 0n ? '' : `, or ${written((source.units * ONE) / rate.units)}`;
  return `${written((source.units * rate.units) / ONE)}${divided}, rounded`;
}

/** Units as a decimal with at most 12 places. */
function written(units: bigint): string {
  const fraction = String(ONE + (units % ONE)).slice(1, 13);
  return `${units / ONE}.${fraction}`.replace(/\.?0*$/, '');
}
