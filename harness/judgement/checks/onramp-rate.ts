import {
  type Conversion,
  conversionOf,
  convertedBy,
  directionsOf,
  timesPaid,
  wouldShowRounding,
} from '../../base/conversion.ts';
import { LIMITS } from '../../order/limits.ts';
import { ordersRead } from './answers.ts';
import { breach, type Check } from './check.ts';

/**
 * Onramp orders: the quoted rate converts a source amount into a destination amount. Which of them it multiplies and
 * which fees apply is not specified, so a difference is advice.
 */
export const onrampRate: Check = {
  id: 'onramp-rate',
  title: 'The destination amount of an onramp order is its source amount at the quoted rate',
  kind: 'safety',
  requirements: ['onramp.converts'],
  *judge(view) {
    const orders = ordersRead(view).flatMap(({ exchange: { id }, order }) => {
      const conversion = conversionOf(order);
      return conversion ? [{ id, order, conversion }] : [];
    });
    const fits = ({ conversion }: { readonly conversion: Conversion }) => directionsOf(conversion, true).length > 0;
    const others = orders.filter(own => !fits(own));
    const exact = countOf(orders.filter(own => fits(own) && wouldShowRounding(own.conversion)));
    // If most orders fit the rate as it is written, the service does not round it.
    const isExact = exact > countOf(others) && exact >= LIMITS.several;
    for (const { id, order, conversion } of others) {
      if (!isExact && directionsOf(conversion).length > 0) continue;
      yield breach({
        requirement: 'onramp.converts',
        severity: 'advice',
        cause: 'rate',
        message: 'the destination amount of an onramp order is not its source amount at the quoted rate',
        expected: expectedOf(conversion),
        received: `${order.destination_amount} for ${order.source_amount} at ${order.quoted_rate}`,
        likely: likelyOf(conversion),
        evidence: [id],
      });
    }
  },
};

function likelyOf(conversion: Conversion): string {
  const times = timesPaid(conversion);
  return times === undefined
    ? 'a fee that no field shows, or a rate that was rounded before it was applied'
    : `it is ${times.toPrecision(2)} times that: a decimal point is shifted, or the rate is quoted for other units`;
}

/** The number of different conversions. */
function countOf(answers: readonly { readonly conversion: Conversion }[]): number {
  const written = answers.map(({ conversion: { source, rate, destination } }) =>
    [source, rate, destination].map(({ units }) => units).join(),
  );
  return new Set(written).size;
}

function expectedOf(conversion: Conversion): string {
  const divided = convertedBy(conversion, 'divided');
  return `${convertedBy(conversion, 'multiplied')}${divided === undefined ? '' : `, or ${divided}`}, rounded`;
}
