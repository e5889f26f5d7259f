import { Conversion, DIRECTIONS } from '../../base/conversion.ts';
import type { JsonObject } from '../../base/json.ts';
import { differenceAt } from '../../evidence/difference.ts';
import type { View } from '../../evidence/view.ts';
import { LIMITS } from '../../order/limits.ts';
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
        const isWrong = odd.conversion.isFarFrom(usual.conversion);
        const right = odd.conversion.convertedBy(usual.value);
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
  const reads = conversionsIn(view).flatMap(({ id: exchange, order, conversion }) => {
    const value = conversion.direction;
    if (value === undefined) return [];
    const { source_amount, destination_amount: destination, quoted_rate } = order;
    const words = `${destination} for ${source_amount} at ${quoted_rate}`;
    return [{ exchange, value, conversion, destination, words, currencies: currenciesOf(order) }];
  });
  return Map.groupBy(reads, ({ currencies }) => currencies);
}

function currenciesOf({ source_currency, destination_currency }: JsonObject): string {
  return JSON.stringify([source_currency, destination_currency]);
}

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
    const orders = conversionsIn(view);
    const fits = ({ conversion }: { readonly conversion: Conversion }) => conversion.directions(true).length > 0;
    const others = orders.filter(own => !fits(own));
    const exact = countOf(orders.filter(own => fits(own) && own.conversion.wouldShowRounding));
    // If most orders fit the rate as it is written, the service does not round it.
    const isExact = exact > countOf(others) && exact >= LIMITS.several;
    for (const { id, order, conversion } of others) {
      if (!isExact && conversion.directions().length > 0) continue;
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

function likelyOf({ timesPaid: times }: Conversion): string {
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
  const divided = conversion.convertedBy('divided');
  return `${conversion.convertedBy('multiplied')}${divided === undefined ? '' : `, or ${divided}`}, rounded`;
}

/** The reads of orders that tell a conversion. */
function conversionsIn(view: View) {
  return ordersRead(view).flatMap(({ exchange: { id }, order }) => {
    const conversion = Conversion.of(order);
    return conversion ? [{ id, order, conversion }] : [];
  });
}
