import { distanceOf } from '../../base/conversion.ts';
import { countsOf } from '../../base/counts.ts';
import { isScalar, jsonOf, objectIn, walk } from '../../base/json.ts';
import { oncePerKey, oncePerObject } from '../../base/once.ts';
import { plural } from '../../base/plural.ts';
import { EVENT_FIELDS, type SimulateEvent } from '../../contract/lifecycle.ts';
import { readCondition } from '../../evidence/condition.ts';
import type { Body } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { LIMITS } from '../../order/limits.ts';
import { type Call, type Trace, tracesOf } from '../../order/trace.ts';
import { breach, type Check, type Judgement } from './check.ts';
import { digitsOf } from './received-amount.ts';

/** An amount may be rounded or cut to hundredths, so that it differs by less than one. */
const ROUNDING = 0.01;
/** Every floating-point number is exact to this many digits. */
const EXACT = 15;
/** The relative error of a floating-point number is smaller, even with 32 bits. */
const FLOATING = 1e-6;

/**
 * 4.3: received_amount is the amount that the order received, and received_network the network of the deposit. Whether
 * a service shows them is not specified. A service that shows another value under the same name did not read it.
 */
export const receivedValues: Check = {
  id: 'received-values',
  title: 'A received amount or network that is shown is the one that was named',
  kind: 'safety',
  requirements: EVENT_FIELDS.map(({ requirement }) => requirement),
  *judge(view) {
    for (const { wire, event, requirement } of EVENT_FIELDS) yield* leaks(tracesOf(view), wire, event, requirement);
    yield* networks(view);
    for (const trace of tracesOf(view)) {
      const { calls, journey } = trace;
      const mistaken = calls.filter(({ role, answer }) => role !== 'step' && answer !== 'refused');
      if (mistaken.some(({ exchange }) => readCondition(exchange.condition)?.name !== 'odd-amount')) continue;
      for (const { wire, event, requirement } of EVENT_FIELDS) {
        const naming = namingIn(view, trace, wire, event);
        if (naming === undefined) continue;
        const { call, named, shown } = naming;
        // A service may ignore a value in another notation, such as a JSON number.
        const isIgnored = ({ value, own }: ReceivedValue) => call.role === 'odd' && value === own;
        const wrong = shown.find(one => isOther(wire, named, one) && !isIgnored(one));
        if (wrong === undefined) continue;
        yield breach({
          requirement,
          consequence: 'money',
          cause: 'shown otherwise',
          message: `the service shows a different ${wire} than the call named`,
          expected: `${wire} ${named}, or none`,
          received: `${wire} ${wrong.value} in ${wrong.where}`,
          ...(wrong.value === wrong.own && { likely: `the service writes the order's own value in place of ${wire}` }),
          ...(isWithoutPoint(wrong.value, named) && { likely: 'the decimal point is dropped' }),
          ...(isInexact(wrong.value, named) && { likely: 'the amount passes through a floating-point number' }),
          evidence: [wrong.id, call.exchange.id, journey.id],
        });
      }
    }
  },
};

/** What an order shows after the only deposit whose call named a value. After two, either value may be shown. */
function namingIn(view: View, trace: Trace, wire: string, event: SimulateEvent) {
  const [call, ...more] = trace.calls.filter(({ asks, answer }) => asks === event && answer !== 'refused');
  const named = call && namedIn(call, wire);
  if (call === undefined || named === undefined || more.length > 0) return undefined;
  return { call, named, shown: shownSince(trace, call, wire, ownTypesIn(view)(event)) };
}

/**
 * Networks that a service shows under another name than the call. A network may have several names, and an unknown name
 * may become a default, so this is advice. But the mapping must be consistent: one name per network. A service that
 * breaks this rule mixes up orders.
 */
function* networks(view: View): Generator<Judgement> {
  const wire = 'received_network';
  const namings = tracesOf(view).flatMap(trace => {
    const naming = namingIn(view, trace, wire, 'wrong_chain');
    // What happens to an invented network is not specified.
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
          : named.startsWith(value)
            ? `the name is cut to ${plural(value.length, 'character')}, or the service has its own names of networks`
            : 'the service has its own names of networks, or a default for those that it does not know',
        evidence: [id, call.exchange.id],
      });
    }
}

/**
 * Values that orders show although only an earlier call about another order named them. Without a name in the call, a
 * service chooses one of the few networks, so a network counts only if the run made it up.
 */
function* leaks(traces: readonly Trace[], wire: string, event: SimulateEvent, requirement: string) {
  const isCertain = ({ step }: Call) => event !== 'wrong_chain' || step === undefined;
  const calls = traces.flatMap(trace => trace.calls.map(call => ({ trace, call })));
  const named = Map.groupBy(
    calls.filter(({ call }) => call.asks === event && call.answer !== 'refused' && isCertain(call)),
    ({ call }) => namedIn(call, wire),
  );
  const others = traces.filter(trace => trace.calls.every(call => namedIn(call, wire) === undefined));
  // A value that the service shows before any call names it belongs to the service.
  const isOfService = (value: string, before: number) =>
    traces.some(trace => textsOf(trace).some(({ at, text }) => at < before && text.includes(value)));
  /** The values with the order that shows each, and the order for which a call named it. */
  const leaked = others.flatMap(trace =>
    shownSince(trace, undefined, wire).flatMap(shown => {
      const before = (named.get(shown.value) ?? []).filter(({ call }) => call.at < shown.at);
      const [first] = before.toSorted((a, b) => a.call.at - b.call.at);
      if (first === undefined || shown.value === shown.own || isOfService(shown.value, first.call.at)) return [];
      return [{ trace, shown, by: (before.find(own => areTogether(own.trace, trace)) ?? first).trace }];
    }),
  );
  if (!areSeveral(leaked)) return;
  // If one scenario names the values and shows them in other orders, it can be repeated alone.
  const together = leaked.filter(({ trace, by }) => areTogether(by, trace));
  const alone = [...Map.groupBy(together, ({ by }) => by.journey.scenario).values()].filter(areSeveral).flat();
  for (const { trace, shown, by } of alone.length > 0 ? alone : leaked)
    yield breach({
      requirement,
      consequence: 'money',
      cause: 'of another order',
      message: `an order shows the ${wire} of another order`,
      expected: `no ${wire} that only a call about another order named`,
      received: `${wire} ${shown.value}, which a call about ${by.journey.order} named`,
      likely: 'the service keeps the field of an earlier call, such as in a default that all orders share',
      evidence: [shown.id, trace.journey.id, by.journey.id],
    });
}

function areTogether(one: Trace, other: Trace): boolean {
  return one.journey.scenario === other.journey.scenario;
}

/** Whether several orders show it: a single one may do so by chance. */
function areSeveral(leaked: readonly { readonly trace: Trace }[]): boolean {
  return new Set(leaked.map(({ trace }) => trace)).size >= LIMITS.several;
}

/** The bodies of the answers to an order's calls, and of its webhooks. */
const textsOf = oncePerObject(({ calls, events }: Trace) => [
  ...calls.map(({ at, exchange }) => ({ at, text: exchange.response?.body?.text ?? '' })),
  ...events.map(({ at, seen: { deliveries } }) => ({ at, text: deliveries[0].body.text ?? '' })),
]);

/** The value of a field of a call, if it is a string or number. */
function namedIn({ exchange: { request } }: Call, wire: string): string | undefined {
  const value = objectIn(request.body)?.[wire];
  return isScalar(value) ? String(value) : undefined;
}

/** A value under the name of a field, and the value under the name without `received_` beside it. */
interface ReceivedValue {
  /** The id of the delivery or exchange. */
  readonly id: string;
  /** What shows it, in words. */
  readonly where: string;
  readonly at: number;
  readonly value: string;
  /** Whether it is a JSON number. Digits that are lost in a number are not a separate finding. */
  readonly isNumber: boolean;
  readonly own: string | undefined;
}

/**
 * The types without an order that certainly belong to the order that shows them. Every accepted call of the step was
 * alone and has exactly one event of the type, so none came late from an earlier order.
 */
const ownTypesIn = oncePerObject((view: View) =>
  oncePerKey((step: SimulateEvent): ReadonlySet<string> => {
    const taking = tracesOf(view).flatMap(({ calls, events }) => {
      const first = calls.find(({ asks, answer }) => asks === step && answer !== 'refused');
      const after = events.filter(({ at, isNameless }) => isNameless && at >= (first?.at ?? 0));
      return first ? [{ isAlone: first.isAlone, types: countsOf(after.map(({ type }) => type)) }] : [];
    });
    // A single one may come from an earlier run.
    const [some] = taking.length < LIMITS.several ? [] : taking;
    const isOfEach = (type: string) => taking.every(({ isAlone, types }) => isAlone && types.get(type) === 1);
    return new Set([...(some?.types.keys() ?? [])].filter(isOfEach));
  }),
);

/**
 * What answers and webhooks show of a field since a call, or at any time if there is no call. A webhook without an
 * order may belong to an earlier call, unless its type is one of `ownTypes`.
 */
function shownSince(
  { calls, events }: Trace,
  call: Call | undefined,
  wire: string,
  ownTypes: ReadonlySet<string> = new Set(),
): readonly ReceivedValue[] {
  const since = call?.at ?? Number.NEGATIVE_INFINITY;
  const answers = calls
    .filter(({ at }) => at >= since)
    .map(({ at, asks, exchange }) => ({
      ...{ id: exchange.id, at, where: `the answer to ${asks ?? 'a call'}`, body: exchange.response?.body },
    }));
  const told = events
    .filter(({ at, type, isNameless }) => at >= since && (!isNameless || ownTypes.has(type)))
    .map(({ at, type, seen: { deliveries } }) => ({
      ...{ id: deliveries[0].id, at, where: type || 'a webhook', body: deliveries[0].body },
    }));
  return [...answers, ...told].flatMap(({ body, ...where }) => (body ? shownIn(where, body, wire) : []));
}

function shownIn(
  where: Pick<ReceivedValue, 'id' | 'at' | 'where'>,
  body: Body,
  wire: string,
): readonly ReceivedValue[] {
  const values = new Map(
    [...walk(jsonOf(body)?.value ?? null)].flatMap(({ pointer, value }) =>
      isScalar(value) ? [[folded(pointer), value] as const] : [],
    ),
  );
  const name = folded(wire);
  return [...values].flatMap(([place, value]) => {
    if (!place.endsWith(`/${name}`)) return [];
    const [own] = ['', 'expected'].flatMap(word => values.get(place.replace(/received(?=[^/]*$)/, word)) ?? []);
    const isNumber = typeof value !== 'string';
    return [{ ...where, value: String(value), isNumber, own: own === undefined ? own : String(own) }];
  });
}

/** A name in lower case, without separators between words. */
function folded(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/**
 * Whether a value differs from the one that the call named. A network may have several names, and an amount another
 * unit; but the order's expected network and amount do differ.
 */
function isOther(wire: string, named: string, { value, isNumber, own }: ReceivedValue): boolean {
  if (wire !== 'received_amount') return value !== named && value === own;
  if (isNumber && Number(named) === Number(value)) return false;
  if (isInexact(value, named)) return true;
  const distance = distanceOf(value, named);
  if (distance === undefined || distance < ROUNDING) return false;
  const [shown, asked] = [digitsOf(value), digitsOf(named)];
  if (isWithoutPoint(value, named)) return true;
  // A smaller unit of the currency may omit the last digits of a long amount.
  return Number(value) === Number(own) || (shown !== asked && !(shown.length > EXACT && asked.startsWith(shown)));
}

/** Whether only the point of the named amount is missing: `001` for `0.01`. A number of smaller units is not padded. */
function isWithoutPoint(value: string, named: string): boolean {
  return /^0\d/.test(value) && value === named.replace('.', '');
}

/** Whether an amount is nearly the named one, with more digits: rounding removes digits, floating point adds them. */
function isInexact(value: string, named: string): boolean {
  const [shown, asked] = [digitsOf(value), digitsOf(named)];
  const distance = distanceOf(value, named);
  const isNear = distance !== undefined && distance < FLOATING * Number(named);
  return isNear && shown.length >= EXACT && shown.length > asked.length;
}
