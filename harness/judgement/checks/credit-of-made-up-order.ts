import { oncePerObject } from '../../base/once.ts';
import { isSimulateEvent, leadsToCredit } from '../../contract/lifecycle.ts';
import { isOk } from '../../evidence/answered.ts';
import { askedEvent, madeUpOrder } from '../../evidence/asked-event.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import { mentions } from '../../evidence/mentions.ts';
import type { View } from '../../evidence/view.ts';
import { causesIn } from '../../order/causes.ts';
import { breach, type Judgement } from './check.ts';

/**
 * An invented order id has nothing to disburse. Whether the service accepts a `disburse` for it is not specified (gap
 * simulate.unknown-order), and the service may create the order, so a credit is advice. It is a breach if the service
 * accepts other steps of unknown orders and sends nothing for them.
 */
export function* creditOfMadeUpOrder(view: View, exchange: Exchange): Generator<Judgement> {
  const order = madeUpOrder(exchange);
  if (order === undefined) return;
  const credit = deliveriesAbout(view, order).find(
    delivery => delivery.complete && view.typeOf(delivery) === COMPLETED && view.verifies(delivery),
  );
  if (credit === undefined) return;
  const status = exchange.response?.status;
  const event = acceptedEvent(exchange);
  const taken = event !== undefined && leadsToCredit(event) && !ignoresMadeUpOrders(view);
  yield breach({
    requirement: 'event.completed-not-before-disburse',
    ...(taken ? { severity: 'advice' } : { also: ['collection.credit-signal'] }),
    cause: 'no such order',
    message: `${COMPLETED} arrives for an order that does not exist`,
    expected: `no ${COMPLETED}: the order id was made up`,
    received: `a signed ${COMPLETED} for ${order}, after a call that got ${status ?? 'no answer'}`,
    likely: 'the webhook is sent before the order is looked up; a consumer would credit money that has not moved',
    evidence: [credit.id, exchange.id],
  });
}

/** Whether a step of an invented order was accepted and sent nothing, in a run whose webhooks name their orders. */
const ignoresMadeUpOrders = oncePerObject((view: View): boolean => {
  const named = new Set(
    causesIn(view).steps.flatMap(({ step, journey, event }) =>
      event && mentions(event.deliveries[0], new Set([journey.order])).length > 0 ? [step.event] : [],
    ),
  );
  return view.evidence.exchanges.some(exchange => {
    const order = madeUpOrder(exchange);
    const event = acceptedEvent(exchange);
    if (order === undefined || event === undefined || leadsToCredit(event) || !named.has(event)) return false;
    return deliveriesAbout(view, order).length === 0 && !view.troubled(exchange.sentAt, view.until, exchange.id);
  });
});

function acceptedEvent(exchange: Exchange) {
  const event = askedEvent(exchange);
  return isOk(exchange.response?.status ?? 0) && isSimulateEvent(event) ? event : undefined;
}

function deliveriesAbout(view: View, order: string) {
  const orders = new Set([order]);
  return view.evidence.deliveries.filter(delivery => delivery.ours && mentions(delivery, orders).length > 0);
}
