import { conversionOf, convertedBy, DIRECTIONS, onlyDirectionOf, pricesAreFar } from '../../base/conversion.ts';
import type { JsonObject } from '../../base/json.ts';
import { differenceAt } from '../../evidence/difference.ts';
import type { View } from '../../evidence/view.ts';
import { oddSightings, ordersRead } from './answers.ts';
import { breach, type Check } from './check.ts';

/**
 * Onramp orders: whether a rate multiplies or divides the source amount is not specified. If it does both for the same
 * currencies, some amounts are wrong. If the prices agree, the rates are only written in two ways, which is advice.
 */
export const onrampDirection: Check = {
  id: 'onramp-direction',
  title: 'Onramp orders of the same currencies are converted in the same direction',
  kind: 'safety',
  requirements: ['onramp.converts'],
  *judge(view) {
    for (const reads of readsByCurrencies(view).values()) {
      for (const { odd, usual, times } of oddSightings(reads, 'read')) {
        const isWrong = pricesAreFar(odd.conversion, usual.conversion);
        const right = convertedBy(odd.conversion, usual.value);
        yield breach({
          requirement: 'onramp.converts',
          ...(isWrong ? { consequence: 'money' } : { severity: 'advice' }),
          cause: isWrong ? 'direction' : 'notation',
          message: 'onramp orders of the same currencies are converted in opposite directions',
          expected: `${DIRECTIONS[usual.value]}, as in ${times}`,
          received: `${DIRECTIONS[odd.value]}: ${odd.words}`,
          ...(isWrong && { differences: [differenceAt('/destination_amount', right, odd.destination)] }),
          likely: isWrong
            ? `some amounts are ${odd.value} instead of ${usual.value}`
            : 'some rates are the inverse of others',
          evidence: [odd.exchange, usual.exchange],
        });
      }
    }
  },
};

/** The reads of orders with one direction of conversion, which `words` quote. */
function readsByCurrencies(view: View) {
  const reads = ordersRead(view).flatMap(({ exchange: { id: exchange }, order }) => {
    const conversion = conversionOf(order);
    const value = conversion && onlyDirectionOf(conversion);
    if (conversion === undefined || value === undefined) return [];
    const { source_amount, destination_amount: destination, quoted_rate } = order;
    const words = `${destination} for ${source_amount} at ${quoted_rate}`;
    return [{ exchange, value, conversion, destination, words, currencies: currenciesOf(order) }];
  });
  return Map.groupBy(reads, ({ currencies }) => currencies);
}

function currenciesOf({ source_currency, destination_currency }: JsonObject): string {
  return JSON.stringify([source_currency, destination_currency]);
}
