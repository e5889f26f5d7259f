import { Decimal } from 'decimal.js';
import { isObject, jsonOf } from '../core/json.ts';
import { answered, isOk } from './answers.ts';
import { breach, type Check } from './check.ts';

/** Enough digits that no product of two amounts is rounded. */
const Exact = Decimal.clone({ precision: 200 });

/**
 * Onramp orders: a source amount is converted into a destination amount at the quoted rate. Which of them the rate
 * multiplies, and what fees there are, is not specified, so that another amount is worth advice and no more.
 */
export const onrampRate: Check = {
  id: 'onramp-rate',
  title: 'the destination amount of an onramp order is its source amount at the quoted rate',
  kind: 'safety',
  requirements: ['onramp.converts'],
  *judge(view) {
    for (const { id, response } of answered(view, 'getOnrampOrder')) {
      const order = isOk(response.status) ? jsonOf(response.body)?.value : undefined;
      if (!isObject(order)) continue;
      const [source, rate, destination] = [order.source_amount, order.quoted_rate, order.destination_amount].map(read);
      if (source === undefined || rate === undefined || destination === undefined) continue;
      const [paid, at, got] = [source.value, rate.value, destination.value];
      // Half of the last digit of the rate, where it has a fraction that may have been rounded, and a whole one of the
      // destination, which may have been rounded up or down.
      const multiplied = paid.times(at).minus(got).abs();
      if (multiplied.lessThanOrEqualTo(paid.times(rate.fraction).div(2).plus(destination.digit))) continue;
      const divided = got.times(at).minus(paid).abs();
      if (divided.lessThanOrEqualTo(got.times(rate.fraction).div(2).plus(at.times(destination.digit)))) continue;
      yield breach({
        requirement: 'onramp.converts',
        severity: 'advice',
        cause: 'rate',
        message: 'the destination amount of an onramp order is not its source amount at the quoted rate',
        expected: `${paid.times(at).toFixed()}${at.isZero() ? '' : `, or ${paid.div(at).toSignificantDigits(20).toFixed()}`}, rounded`,
        received: `${order.destination_amount} for ${order.source_amount} at ${order.quoted_rate}`,
        likely: 'a fee is taken that no field tells, or the amounts are worked out in floating point',
        evidence: [id],
      });
    }
  },
};

/** A decimal string as its value, and what one in its last digit is worth: as a fraction, nothing where it has none. */
function read(text: unknown): { value: Decimal; digit: Decimal; fraction: Decimal } | undefined {
  const written = typeof text === 'string' ? /^\d+(?:\.(?<fraction>\d+))?$/.exec(text) : null;
  if (written === null) return undefined;
  const places = written.groups?.fraction?.length ?? 0;
  const digit = new Exact(10).pow(-places);
  return { value: new Exact(written[0]), digit, fraction: places === 0 ? new Exact(0) : digit };
}
