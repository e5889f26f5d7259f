import { countsOf } from '../base/counts.ts';
import { oncePerKey } from '../base/once.ts';
import { FAILURES, HAPPY_PATH, leadsToCredit, saysFailure } from '../contract/lifecycle.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import { causesOf, errorOf, eventOf, isCause, typesBeforeCalls } from './causes-of-type.ts';
import { aWhile, LIMITS } from './limits.ts';
import { type Call, inputsOf, isTaken, type Sighting, type Trace } from './trace.ts';

/** What a run shows about the service: what each input owes, and what arrives unasked. */
export interface Model {
  /** The types that an input causes; empty if none is known. */
  owes(input: string): ReadonlySet<string>;
  /** Types that an input may cause just as well as the input that is taken for their cause: no order decides. */
  mayOwe(input: string): ReadonlySet<string>;
  /** The types that other orders show in place of a type. */
  synonyms(type: string): ReadonlySet<string>;
  /** The most events of a type in any order without mistaken calls. */
  most(type: string): number;
  /** Whether any input causes a type. */
  isOwed(type: string): boolean;
  /** Whether a type also arrives for orders without any call that causes it. */
  isUnasked(type: string): boolean;
  /** Whether nearly all orders without a call that causes a type get none. */
  needsCall(type: string): boolean;
}

/**
 * Learns what each input owes: for each type, the causes that leave the fewest events and calls unexplained. It uses no
 * time limit, so late events do no harm.
 *
 * @param ofNobody for each type, when events without an order arrived while no journey was alone. Default: none
 * @param otherwise a model of all traces: it answers for inputs that these lack, and rules out causes
 */
export function estimate(
  all: readonly Trace[],
  ofNobody: ReadonlyMap<string, readonly number[]> = new Map(),
  otherwise?: Model,
): Model {
  // An event without a type, such as an unreadable one, may be any that its order lacks.
  const typed = all.filter(({ events }) => events.every(({ type }) => type !== ''));
  const traces = typed.length >= LIMITS.never ? typed : all;
  const owed = new Map<string, Set<string>>();
  const possible = new Map<string, Set<string>>();
  const unasked = new Set<string>();
  const ofCalls = new Set<string>();
  const early = new Set(traces.flatMap(typesBeforeCalls));
  const isAsked = ({ calls }: Trace) => calls.every(({ role }) => role === 'step');
  const asked = traces.filter(isAsked);
  const synonyms = synonymsIn(traces);
  const types = new Set(asked.flatMap(({ events }) => events.map(({ type }) => type)));
  const inputs = new Set(traces.flatMap(({ calls }) => calls.filter(isCause).map(({ input }) => input)));
  const ofPath = new Set(HAPPY_PATH.flatMap(inputsOf));
  const long = aWhile(slowestCredit(traces));
  for (const type of types) {
    // A failure event never belongs to a step of the happy path, however often it follows one.
    const tells = ({ events }: Trace) => !events.some(event => synonyms(type).has(event.type));
    const own = traces.filter(tells);
    const among = saysFailure(type) ? inputs.difference(ofPath) : inputs;
    const found =
      type === COMPLETED
        ? { causes: [...inputs].filter(leadsToCredit), others: [] }
        : causesOf(type, own.filter(isAsked), among, { all: own, ofNobody: ofNobody.get(type) ?? [], long });
    // The model of all traces may have ruled out that an input causes the type.
    const isOpen = (input: string) =>
      otherwise === undefined || otherwise.owes(input).has(type) || otherwise.mayOwe(input).has(type);
    const causes = found.causes.filter(isOpen);
    for (const input of causes) owed.set(input, (owed.get(input) ?? new Set()).add(type));
    for (const input of found.others.filter(isOpen)) possible.set(input, (possible.get(input) ?? new Set()).add(type));
    if (type === COMPLETED) continue;
    const isOwed = causes.length > 0;
    const ofType = traces.flatMap(({ events }) => events.filter(event => event.type === type));
    if (isOwed && isOfCalls(type, causes, traces)) ofCalls.add(type);
    // A service may expire orders by itself. Nothing else happens to an order before its first call.
    const needsCall = ofCalls.has(type) && !causes.some(input => eventOf(input) === 'expire');
    if (early.has(type) && !needsCall) unasked.add(type);
    const lacksCause = (trace: Trace) => errorOf(type, [trace], new Set(causes)).unexplained > 0;
    const isSpontaneous = (trace: Trace, event: Sighting) =>
      trace.comesByItself(event, long) && !(needsCall && trace.isBeforeCalls(event));
    const byItself = (trace: Trace) =>
      !isOwed || trace.events.some(event => event.type === type && isSpontaneous(trace, event));
    // If as many events without an order arrive as there are orders, each order may send one, however late.
    const isOnePerOrder = ofType.length + (ofNobody.get(type)?.length ?? 0) === traces.length;
    const isOfAll = isOnePerOrder && ofType.every(event => event.isNameless);
    const without = isOfAll ? traces.filter(lacksCause) : asked.filter(one => lacksCause(one) && byItself(one));
    if (without.length >= LIMITS.several) unasked.add(type);
  }
  for (const type of types) {
    const causes = [...owed].flatMap(([input, types]) => (types.has(type) ? [input] : []));
    if (!isOfAnyStep(type, causes, asked, owed) && !isOfCreation(type, causes, traces, owed)) continue;
    for (const input of causes) owed.get(input)?.delete(type);
    for (const types of possible.values()) types.delete(type);
    unasked.add(type);
  }
  for (const input of takenForPath(owed)) owed.delete(input);
  const most = new Map<string, number>();
  for (const { events } of asked)
    for (const [type, ofType] of Map.groupBy(events, event => event.type))
      most.set(type, Math.max(most.get(type) ?? 0, ofType.length));
  const ofAnyStep = new Set([...owed.values()].flatMap(types => [...types]));
  return {
    owes: input => owed.get(input) ?? otherwise?.owes(input) ?? NONE,
    mayOwe: input => possible.get(input) ?? otherwise?.mayOwe(input) ?? NONE,
    synonyms,
    most: type => Math.max(most.get(type) ?? 0, otherwise?.most(type) ?? 0),
    isOwed: type => ofAnyStep.has(type) || (otherwise?.isOwed(type) ?? false),
    needsCall: type => ofCalls.has(type) || (otherwise?.needsCall(type) ?? false),
    isUnasked: type => unasked.has(type) || (otherwise?.isUnasked(type) ?? false),
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Whether nearly all orders without a call that causes a type lack it. A nameless event may be about any order. */
function isOfCalls(type: string, causes: readonly string[], traces: readonly Trace[]): boolean {
  const ofType = (trace: Trace) => trace.events.filter(event => event.type === type);
  if (traces.flatMap(ofType).some(({ isNameless }) => isNameless)) return false;
  const bare = traces.filter(({ calls }) => lacksCall(calls, causes));
  const without = bare.filter(trace => ofType(trace).length === 0).length;
  return without >= LIMITS.never && without > bare.length * LIMITS.mostly;
}

function lacksCall(calls: readonly Call[], causes: readonly string[]): boolean {
  return calls.every(({ input, answer }) => answer !== 'taken' || !causes.includes(input));
}

/**
 * Whether a type that names no order follows several steps, and each of these steps also sends an event that names its
 * order. Such events may come at any time and belong to no step.
 */
function isOfAnyStep(
  type: string,
  causes: readonly string[],
  traces: readonly Trace[],
  owed: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const named = new Set(traces.flatMap(({ events }) => events.flatMap(one => (one.isNameless ? [] : [one.type]))));
  const steps = causes.filter(input => [...(owed.get(input) ?? [])].some(other => other !== type && named.has(other)));
  return !named.has(type) && new Set(steps.map(eventOf)).size >= LIMITS.several;
}

/**
 * The inputs of failures that send only what the happy path sends, although the same failure with another field has a
 * webhook of its own. The service takes such a call for a step of the happy path: nothing shows what it owes.
 */
function takenForPath(owed: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const ofPath = new Set(HAPPY_PATH.flatMap(inputsOf).flatMap(input => [...(owed.get(input) ?? [])]));
  const isOfPath = (input: string) => owed.get(input)?.isSubsetOf(ofPath);
  return FAILURES.map(inputsOf).flatMap(inputs =>
    inputs.some(input => isOfPath(input) === false) ? inputs.filter(isOfPath) : [],
  );
}

/**
 * Whether a type comes once for every order, even for several before an accepted call that causes it, or for one that
 * also lacks the other types that the same step sends. Such events belong to the creation of orders, however late they
 * come. An event that says that its order failed belongs to its end.
 */
function isOfCreation(
  type: string,
  causes: readonly string[],
  traces: readonly Trace[],
  owed: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  if (saysFailure(type) || !traces.every(({ events }) => isOnceIn(events, type))) return false;
  const bare = traces.filter(trace => {
    const event = trace.events.find(one => one.type === type);
    return event !== undefined && lacksCall(trace.callsBefore(event), causes);
  });
  const steps = new Set(causes.map(eventOf));
  const siblings = [...owed].flatMap(([input, types]) => (steps.has(eventOf(input)) ? [...types] : []));
  const lacksSibling = ({ events }: Trace) => siblings.some(sibling => events.every(event => event.type !== sibling));
  return bare.length >= LIMITS.several || bare.some(lacksSibling);
}

/**
 * The types that a call causes: those of its input, else those of its step without fields, else those of its step with
 * a field. Empty if none is known.
 */
export function owedTo(model: Model, { input, asks }: Call): ReadonlySet<string> {
  if (asks === undefined) return model.owes(input);
  const all = [input, asks, ...inputsOf(asks)].map(each => model.owes(each));
  return all.find(({ size }) => size > 0) ?? NONE;
}

function isOnceIn(events: readonly Sighting[], type: string): boolean {
  return events.filter(event => event.type === type).length === 1;
}

/** The longest delay (ms) between a step and the webhook that it owes, if its order shows only one; 0 if none does. */
export function slowestOwed(traces: readonly Trace[], model: Model): number {
  const delays = traces.flatMap(trace =>
    trace.calls.filter(isCause).flatMap(call => {
      const [event, ...more] = trace.eventsAfter(call).filter(({ type }) => model.owes(call.input).has(type));
      return event && more.length === 0 ? [event.at - call.at] : [];
    }),
  );
  return Math.max(0, ...delays);
}

/** The delay (ms) of the slowest credit after the call that asked for it; 0 if there is no credit. */
export function slowestCredit(traces: readonly Trace[]): number {
  const delays = traces.flatMap(trace => {
    const { credit } = trace;
    if (credit === undefined) return [];
    const call = trace.callsBefore(credit).findLast(each => isCause(each) && leadsToCredit(each.input));
    return call ? [credit.at - call.at] : [];
  });
  return Math.max(0, ...delays);
}

/**
 * For each type, the types that other orders show in its place, for example `usdt.received` and `usdc.received`: nearly
 * all events of both follow the same step, and no order shows both. Only events that name their orders count. A type
 * that also follows another step is the webhook of that step.
 */
function synonymsIn(traces: readonly Trace[]): (type: string) => ReadonlySet<string> {
  const after = traces.flatMap(trace =>
    trace.events.flatMap(event => {
      const call = trace.callsBefore(event).findLast(isTaken);
      return event.isCredit || event.isNameless ? [] : [{ trace, type: event.type, step: call?.asks }];
    }),
  );
  const homes = [...Map.groupBy(after, ({ type }) => type)].flatMap(([type, all]) => {
    const orders = new Set(all.map(({ trace }) => trace));
    const [[step, times] = [undefined, 0]] = [...countsOf(all.map(one => one.step))].sort(([, a], [, b]) => b - a);
    const isAtHome = step !== undefined && times > LIMITS.mostly * all.length && orders.size >= LIMITS.never;
    return isAtHome ? [{ type, orders, step }] : [];
  });
  return oncePerKey((type: string) => {
    const own = homes.find(home => home.type === type);
    const others = homes.filter(({ step, orders }) => step === own?.step && orders.isDisjointFrom(own.orders));
    return new Set(others.map(other => other.type));
  });
}
