import { type Conversion, conversionOf, convertedBy, directionsOf } from '../../base/conversion.ts';
import { isObject, jsonOf } from '../../base/json.ts';
import { isOk } from '../../evidence/answered.ts';
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
      const conversion = conversionOf(order);
      if (conversion === undefined || directionsOf(conversion).length > 0) continue;
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

function expectedOf(conversion: Conversion): string {
  const divided = convertedBy(conversion, 'divided');
  return `${convertedBy(conversion, 'multiplied')}${divided === undefined ? '' : `, or ${divided}`}, rounded`;
}
