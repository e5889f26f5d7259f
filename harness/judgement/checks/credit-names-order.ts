import { oncePerObject } from '../../base/once.ts';
import { isSimulateEvent, leadsToCredit } from '../../contract/lifecycle.ts';
import { isOk } from '../../evidence/answered.ts';
import { askedEvent, madeUpOrder } from '../../evidence/asked-event.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import { valueAt } from '../../evidence/interpretation.ts';
import { mentions, scalars } from '../../evidence/mentions.ts';
import type { ReceivedEvent, View } from '../../evidence/view.ts';
import { causesIn } from '../../order/causes.ts';
import { valuesAboutOrder } from './bodies.ts';
import { type Breach, breach, type Check, type Judgement, pass, SEVERAL } from './check.ts';

/** On average, at most this many orders may share a value that identifies an order or its customer. */
const MOST_SHARE = 4;

/** A short number or a decimal: an amount, a rate or a count. */
const QUANTITY = /^-?(?:\d{0,5}|\d*\.\d+)$/;

/**
 * Events: only `disbursement.completed` permits crediting a customer, so it must identify the order: by its id or by
 * any other value that differs between orders. If no webhook names its order, this is advice, because payloads are not
 * specified.
 */
export const creditNamesOrder: Check = {
  id: 'credit-names-order',
  title: 'A credit signal identifies the order it credits',
  kind: 'safety',
  requirements: ['collection.credit-signal', 'simulate.own-order'],
  *judge(view) {
    const credits = view.evidence.journeys.flatMap(journey => {
      const [event] = view.eventsOf(journey).filter(({ type }) => type === COMPLETED);
      return event && view.verifies(event.deliveries[0]) ? [{ journey, event }] : [];
    });
    const nameless = credits.filter(({ event }) => !namesOrder(event)).map(({ event }) => event);
    for (const { event } of credits)
      if (namesOrder(event)) yield pass('collection.credit-signal', event.deliveries[0].id);
    const others = view.evidence.journeys.flatMap(journey => view.eventsOf(journey));
    const places = new Set(others.flatMap(placesOfOrder));
    const altered = nameless.flatMap(event => alteredIn(event, places));
    const isPadded = (event: ReceivedEvent) =>
      event.type !== COMPLETED && !namesOrder(event) && isMentioned(event, event.journey.order);
    yield* [...altered, ...others.filter(isPadded).flatMap(event => alteredIn(event, places))].map(alteredId);
    const doSomeName = nameless.length < credits.length;
    if (doSomeName || altered.length > 0 || nameless.length < SEVERAL || tellApart(view, nameless)) return;
    const severity = others.some(namesOrder) ? 'breach' : 'advice';
    for (const { journey, deliveries } of nameless)
      yield breach({
        requirement: 'collection.credit-signal',
        severity,
        cause: 'no order',
        message: `${COMPLETED} does not identify the order it credits`,
        expected: `${journey.order}, or a reference that other orders do not share`,
        received: 'identical values for every order, except the event id, times and amounts',
        likely: 'the webhook leaves out its order; a consumer cannot know whom to credit',
        evidence: [deliveries[0].id, journey.id],
      });
  },
};

function namesOrder(event: ReceivedEvent): boolean {
  return placesOfOrder(event).length > 0;
}

/** The places in which an event names its order. A consumer does not find an id with spaces around it. */
function placesOfOrder({ deliveries, journey: { order } }: ReceivedEvent): readonly string[] {
  const isPadded = (value = '') => value !== order && value.trim() === order;
  return deliveries.flatMap(delivery =>
    mentions(delivery, new Set([order])).flatMap(({ place }) => (isPadded(valueAt(delivery, place)) ? [] : [place])),
  );
}

function isMentioned({ deliveries }: ReceivedEvent, order: string): boolean {
  return mentions(deliveries[0], new Set([order])).length > 0;
}

/** A shorter text may be part of an id by chance. */
const SHORTEST = 8;

/**
 * The values of an event in places where other events have the id of their order: the id in another letter case,
 * truncated or extended, or any other value of a member that is named after an order.
 */
function alteredIn(event: ReceivedEvent, places: ReadonlySet<string>) {
  const id = lettersOf(event.journey.order);
  const found = scalars(event.deliveries[0]).find(({ place, value }) => {
    const own = lettersOf(value);
    const isForm = own.length >= SHORTEST && (id.includes(own) || own.includes(id));
    return places.has(place) && (isForm || OF_AN_ORDER.test(place));
  });
  return found ? [{ event, value: found.value }] : [];
}

/** The place of a member named after an order, or of an id in it: `/data/order_id`, `/data/order/id`. */
const OF_AN_ORDER = /order[^/]*(?:\/[^/]*id)?$/i;

function lettersOf(id: string): string {
  return id.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function alteredId({ event: { journey, deliveries, type }, value }: ReturnType<typeof alteredIn>[number]): Breach {
  const isCredit = type === COMPLETED;
  return breach({
    requirement: isCredit ? 'collection.credit-signal' : 'simulate.own-order',
    ...(!isCredit && { severity: 'advice' }),
    cause: isCredit ? 'altered' : `${type} altered`,
    message: `${type} names its order by a wrong id`,
    expected: `${journey.order}, as in other webhooks`,
    received: value,
    likely: 'the id is cut short, written in another form, or that of something else; a consumer finds no such order',
    evidence: [deliveries[0].id, journey.id],
  });
}

/** Whether some place of all events has a value that may identify an order, unlike a network, which many share. */
function tellApart(view: View, events: readonly ReceivedEvent[]): boolean {
  const byPlace = Map.groupBy(
    events.flatMap(event => references(view, event)),
    ({ place }) => place,
  );
  return [...byPlace.values()].some(own => {
    const values = new Set(own.map(({ value }) => value));
    return own.length === events.length && values.size > 1 && values.size * MOST_SHARE >= own.length;
  });
}

/** Values that may identify an order: those that all deliveries of an event share, except amounts. */
function references(view: View, { deliveries }: ReceivedEvent) {
  const [first, ...others] = deliveries;
  const isShared = (place: string, value: string) =>
    others.every(other => scalars(other).some(one => one.place === place && one.value === value));
  return valuesAboutOrder(view, first).filter(({ place, value }) => !QUANTITY.test(value) && isShared(place, value));
}

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
      event && isMentioned(event, journey.order) ? [step.event] : [],
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
