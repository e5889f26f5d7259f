import { isOk } from '../core/answered.ts';
import { isKeyless } from '../core/condition.ts';
import { briefly, isObject, type JsonObject, jsonOf } from '../core/json.ts';
import type { View } from '../core/view.ts';
import { answered } from './answers.ts';
import { breach, type Check, type Judgement, pass } from './check.ts';

/** 4.2: an order is read by its id; what does not exist is answered with an error. */
export const onrampOrder: Check = {
  id: 'onramp-order',
  title: 'an onramp order is read by its id, and no other is returned',
  kind: 'safety',
  requirements: [
    'onramp.route',
    'onramp.readable-by-id',
    'onramp.error-responses',
    'onramp.account-optional',
    'onramp.converts',
  ],
  *judge(view) {
    for (const { id, condition, request, response } of answered(view, 'getOnrampOrder')) {
      const { status } = response;
      yield pass('onramp.route', id);
      if (isKeyless(condition)) continue;
      const asked = decodeURIComponent(request.url.slice(request.url.lastIndexOf('/') + 1));
      const order = jsonOf(response.body)?.value;
      if (condition === 'known' && !isOk(status) && status !== 401 && status !== 403) {
        yield breach({
          requirement: 'onramp.readable-by-id',
          also: [
            ...(nothingFound(view) ? ['onramp.route'] : []),
            ...(onlyWithAccount(view) ? ['onramp.account-optional'] : []),
          ],
          cause: `known ${status}`,
          message: 'an onramp order that can be read is not returned',
          expected: '200 with the order',
          received: `${status} ${briefly(order)}`,
          next: 'where the order is no longer there, change ONRAMP_ORDER_IDS',
          evidence: [id],
        });
      } else if (isOk(status) && condition === 'unknown') {
        yield breach({
          requirement: 'onramp.error-responses',
          cause: 'unknown id',
          message: 'an order that does not exist is answered with success',
          expected: 'one of the error responses',
          received: `${status} ${briefly(order)}`,
          evidence: [id],
        });
      } else if (isOk(status) && isObject(order) && typeof order.id === 'string') {
        yield* converts(id, order);
        if (order.id === asked) yield pass('onramp.readable-by-id', id);
        else {
          yield breach({
            requirement: 'onramp.readable-by-id',
            cause: 'other id',
            message: 'the order returned is another than the one asked for',
            expected: briefly(asked),
            received: briefly(order.id),
            evidence: [id],
          });
        }
      } else if (!isOk(status) && condition === 'unknown') yield pass('onramp.error-responses', id);
    }
  },
};

/** What an order is about may not be left blank. */
function* converts(id: string, order: JsonObject): Generator<Judgement> {
  const blank = ['source_currency', 'destination_currency', 'destination_address'].filter(field => order[field] === '');
  if (blank.length === 0) return;
  yield breach({
    requirement: 'onramp.converts',
    cause: 'blank',
    message: `an onramp order leaves ${blank.join(' and ')} blank`,
    expected: 'what is converted into what, and for whom',
    received: '""',
    evidence: [id],
  });
}

/** Whether the route is answered as if it were not there, whatever is asked. */
function nothingFound(view: View): boolean {
  return answered(view, 'getOnrampOrder').every(({ response }) => response.status === 404 || response.status === 405);
}

/** Whether only orders with a nested account are returned. */
function onlyWithAccount(view: View): boolean {
  const orders = answered(view, 'getOnrampOrder')
    .filter(({ response }) => isOk(response.status))
    .map(({ response }) => jsonOf(response.body)?.value);
  return orders.length > 0 && orders.every(order => isObject(order) && isObject(order.account));
}
