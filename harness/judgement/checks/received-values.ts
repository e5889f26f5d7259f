import { distanceOf } from '../../base/conversion.ts';
import { isScalar, jsonOf, objectIn, walk } from '../../base/json.ts';
import { oncePerObject } from '../../base/once.ts';
import { EVENT_FIELDS, type SimulateEvent } from '../../contract/lifecycle.ts';
import { readCondition } from '../../evidence/condition.ts';
import type { Body } from '../../evidence/evidence.ts';
import { LIMITS } from '../../order/limits.ts';
import { type Call, type Trace, tracesOf } from '../../order/trace.ts';
import { breach, type Check, type Judgement } from './check.ts';
import { digitsOf } from './received-amount.ts';

/** An amount may be rounded to a hundredth. */
const ROUNDING = 0.01;
/** So many digits has every floating-point number exactly. */
const EXACT = 15;

/**
 * 4.3: received_amount is the amount that the order received, and received_network the network that the deposit arrived
 * on. Whether a service shows them is not specified; one that shows another value under the very name did not read it.
 */
export const receivedValues: Check = {
  id: 'received-values',
  title: 'A received amount or network that is shown is the one that was named',
  kind: 'safety',
  requirements: EVENT_FIELDS.map(({ requirement }) => requirement),
  *judge(view) {
    yield* leaks(tracesOf(view));
    yield* networks(tracesOf(view));
    for (const trace of tracesOf(view)) {
      const { calls, journey } = trace;
      const mistaken = calls.filter(({ role, answer }) => role !== 'step' && answer !== 'refused');
      if (mistaken.some(({ exchange }) => readCondition(exchange.condition)?.name !== 'odd-amount')) continue;
      for (const { wire, event, requirement } of EVENT_FIELDS) {
        const naming = namingIn(trace, wire, event);
        if (naming === undefined) continue;
        const { call, named, shown } = naming;
        const wrong = shown.find(one => isOther(wire, named, one));
        if (wrong === undefined) continue;
        yield breach({
          requirement,
          consequence: 'money',
          cause: 'shown otherwise',
          message: `the service shows a different ${wire} than the call named`,
          expected: `${wire} ${named}, or none`,
          received: `${wire} ${wrong.value}`,
          ...(wrong.value === wrong.own && { likely: `the service writes the order's own value in place of ${wire}` }),
          evidence: [wrong.id, call.exchange.id, journey.id],
        });
      }
    }
  },
};

/** What an order shows of the only deposit that a call named a value of: of two, either may be shown. */
function namingIn(trace: Trace, wire: string, event: SimulateEvent) {
  const [call, ...more] = trace.calls.filter(({ asks, answer }) => asks === event && answer !== 'refused');
  const named = call && namedIn(call, wire);
  if (call === undefined || named === undefined || more.length > 0) return undefined;
  return { call, named, shown: shownSince(trace, call, wire) };
}

/**
 * Networks that are shown under another name than a call gave. A network may have several names, and one that the
 * service does not know may become a default: this is advice. But one network always has one name, and a network that
 * is called by this name has it too. A service that breaks this rule mixes up orders.
 */
function* networks(traces: readonly Trace[]): Generator<Judgement> {
  const wire = 'received_network';
  const namings = traces.flatMap(trace => {
    const naming = namingIn(trace, wire, 'wrong_chain');
    // What becomes of a network that is made up is not specified.
    return naming?.call.step === undefined ? [] : [naming];
  });
  const all = namings.flatMap(({ named, shown }) => shown.map(({ value }) => [folded(named), folded(value)] as const));
  const isNamed = (name: string) => all.some(([named]) => named === name);
  const isShownAsItself = (name: string) => all.some(([named, value]) => named === name && value === name);
  const areMixed = all.some(
    ([named, value]) => value !== named && isNamed(value) && (isShownAsItself(named) || !isShownAsItself(value)),
  );
  for (const { call, named, shown } of namings)
    for (const { value, own, id } of shown) {
      if (folded(value) === folded(named) || value === own) continue;
      const isOfAnother = areMixed && isNamed(folded(value));
      yield breach({
        requirement: 'simulate.received-network',
        ...(isOfAnother ? { consequence: 'money' } : { severity: 'advice' }),
        cause: isOfAnother ? 'of another order' : 'another name',
        message: isOfAnother
          ? `an order shows the ${wire} that a call about another order named`
          : `the service shows another ${wire} than the call named`,
        expected: `${wire} ${named}, or none`,
        received: `${wire} ${value}`,
        likely: isOfAnother
          ? 'the service keeps the field of an earlier call, or reads it from the row of another order'
          : 'the service has its own names of networks, or a default for those that it does not know',
        evidence: [id, call.exchange.id],
      });
    }
}

/**
 * Amounts that orders show although no call about them named one, and a call about another order did before. A network
 * shows nothing of the kind: where a call names none, the service chooses one of the few that there are.
 */
function* leaks(traces: readonly Trace[]): Generator<Judgement> {
  const wire = 'received_amount';
  const calls = traces.flatMap(trace => trace.calls.map(call => ({ trace, call })));
  const named = Map.groupBy(
    calls.filter(({ call: { asks, answer } }) => asks === 'deposit_detected' && answer !== 'refused'),
    ({ call }) => namedIn(call, wire),
  );
  const others = traces.filter(trace => trace.calls.every(call => namedIn(call, wire) === undefined));
  // What the service shows by itself before anybody names it is a value of its own.
  const isOfService = (value: string, before: number) =>
    traces.some(trace => textsOf(trace).some(({ at, text }) => at < before && text.includes(value)));
  const leaked = others.flatMap(trace =>
    shownSince(trace, undefined, wire).flatMap((shown): readonly LeakedValue[] => {
      const before = (named.get(shown.value) ?? []).filter(({ call }) => call.at < shown.at);
      const [first] = before.toSorted((a, b) => a.call.at - b.call.at);
      if (first === undefined || shown.value === shown.own || isOfService(shown.value, first.call.at)) return [];
      return [{ trace, shown, by: (before.find(own => areTogether(own.trace, trace)) ?? first).trace }];
    }),
  );
  if (!areSeveral(leaked)) return;
  // A scenario that names values and shows them about other orders can be repeated alone.
  const together = leaked.filter(({ trace, by }) => areTogether(by, trace));
  const alone = [...Map.groupBy(together, ({ by }) => by.journey.scenario).values()].filter(areSeveral).flat();
  for (const { trace, shown, by } of alone.length > 0 ? alone : leaked)
    yield breach({
      requirement: 'simulate.received-amount',
      consequence: 'money',
      cause: 'of another order',
      message: `an order shows the ${wire} of another order`,
      expected: `no ${wire} that only a call about another order named`,
      received: `${wire} ${shown.value}, which a call about ${by.journey.order} named`,
      likely: 'the service keeps the field of an earlier call, such as in a default that all orders share',
      evidence: [shown.id, trace.journey.id, by.journey.id],
    });
}

/** A value that an order shows, and the order that a call named it about. */
interface LeakedValue {
  readonly trace: Trace;
  readonly shown: ReceivedValue;
  readonly by: Trace;
}

function areTogether(one: Trace, other: Trace): boolean {
  return one.journey.scenario === other.journey.scenario;
}

/** Whether several orders show something: one may do so by chance. */
function areSeveral(leaked: readonly LeakedValue[]): boolean {
  return new Set(leaked.map(({ trace }) => trace)).size >= LIMITS.several;
}

/** The bodies of the answers to the calls about an order, and of its webhooks. */
const textsOf = oncePerObject(({ calls, events }: Trace) => [
  ...calls.map(({ at, exchange }) => ({ at, text: exchange.response?.body?.text ?? '' })),
  ...events.map(({ at, seen: { deliveries } }) => ({ at, text: deliveries[0].body.text ?? '' })),
]);

/** The value of a field of a call, if it has it as a string or number. */
function namedIn({ exchange: { request } }: Call, wire: string): string | undefined {
  const value = objectIn(request.body)?.[wire];
  return isScalar(value) ? String(value) : undefined;
}

/** A value under the name of a field, with what stands beside it under the name without `received_`. */
interface ReceivedValue {
  /** The delivery or the exchange. */
  readonly id: string;
  readonly at: number;
  readonly value: string;
  /** Whether it is a JSON number. The digits that a number loses are no finding of their own. */
  readonly isNumber: boolean;
  readonly own: string | undefined;
}

/**
 * What answers and webhooks show of a field since a call; of any time, where none is given. A webhook that names no
 * order may be of an earlier one.
 */
function shownSince({ calls, events }: Trace, call: Call | undefined, wire: string): readonly ReceivedValue[] {
  const since = call?.at ?? Number.NEGATIVE_INFINITY;
  const answers = calls
    .filter(({ at }) => at >= since)
    .map(({ at, exchange }) => ({ id: exchange.id, at, body: exchange.response?.body }));
  const told = events
    .filter(({ at, isNameless }) => at >= since && !isNameless)
    .map(({ at, seen: { deliveries } }) => ({ id: deliveries[0].id, at, body: deliveries[0].body }));
  return [...answers, ...told].flatMap(({ body, ...where }) => (body ? shownIn(where, body, wire) : []));
}

function shownIn(where: Pick<ReceivedValue, 'id' | 'at'>, body: Body, wire: string): readonly ReceivedValue[] {
  const values = new Map(
    [...walk(jsonOf(body)?.value ?? null)].flatMap(({ pointer, value }) =>
      isScalar(value) ? [[folded(pointer), value] as const] : [],
    ),
  );
  const name = folded(wire);
  return [...values].flatMap(([place, value]) => {
    if (!place.endsWith(`/${name}`)) return [];
    const own = values.get(place.replace(/received(?=[^/]*$)/, ''));
    const isNumber = typeof value !== 'string';
    return [{ ...where, value: String(value), isNumber, own: own === undefined ? own : String(own) }];
  });
}

/** A name in lower case, without what separates its words. */
function folded(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/**
 * Whether a value is not the one that was named. A network may have several names, and an amount may be in another
 * unit; but the order's own network and amount are others.
 */
function isOther(wire: string, named: string, { value, isNumber, own }: ReceivedValue): boolean {
  if (wire !== 'received_amount') return value !== named && value === own;
  if (isNumber && Number(named) === Number(value)) return false;
  const distance = distanceOf(value, named);
  if (distance === undefined || distance <= ROUNDING) return false;
  const [shown, asked] = [digitsOf(value), digitsOf(named)];
  // A smaller unit of the currency may leave out the last digits of a long amount.
  return Number(value) === Number(own) || (shown !== asked && !(shown.length > EXACT && asked.startsWith(shown)));
}
