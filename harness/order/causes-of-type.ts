import { countsOf } from '../base/counts.ts';
import { oncePerKey, oncePerObject } from '../base/once.ts';
import { mayAct } from '../evidence/classify.ts';
import { LIMITS } from './limits.ts';
import type { Call, Sighting, Trace } from './trace.ts';

/** Whether a call is a step that may cause events. */
export function isCause({ role, answer, asks }: Call): boolean {
  return asks !== undefined && role === 'step' && mayAct(answer);
}

/** The types of the events that come before anything was asked of their order. */
export function typesBeforeCalls({ calls: [first], events }: Trace): readonly string[] {
  const before = events.filter(({ at, isCredit }) => !isCredit && at < (first?.at ?? Number.POSITIVE_INFINITY));
  return before.map(({ type }) => type);
}

/** The event that an input simulates: it stands before the fields. */
function eventOf(input: string): string | undefined {
  return input.split(',')[0];
}

/** What the whole run shows, the orders that do not teach included. */
interface OfRun {
  readonly all: readonly Trace[];
  /** When events of the type came that named no order, while no journey was alone. */
  readonly ofNobody: readonly number[];
  /** How long (ms) after a call its events come at most. */
  readonly long: number;
}

/**
 * Finds the inputs that cause a type: adds the cause that explains most, as long as one explains more than it leaves
 * unmet. A further cause may also be shown by orders with mistaken calls: their steps send what the steps of other
 * orders send.
 */
export function causesOf(
  type: string,
  traces: readonly Trace[],
  inputs: ReadonlySet<string>,
  run: OfRun,
): { readonly causes: readonly string[]; readonly others: readonly string[] } {
  const { all } = run;
  const causes = new Set<string>();
  const others = new Set<string>();
  const errorIn = errorsOf(type, traces);
  const errorInAll = errorsOf(type, all);
  let error = errorIn([]);
  const own = traces.flatMap(({ events }) => events.filter(event => event.type === type));
  const isNameless = own.filter(event => event.isNameless).length * 2 > own.length;
  // What most orders show before any call is of their creation, also where it comes late to a few.
  const early = traces.filter(trace => typesBeforeCalls(trace).includes(type)).length;
  const isOfCreation = early * 2 > own.length;
  /** How much the best of several inputs explains. */
  const gainOf = (some: readonly string[]) => Math.max(0, ...some.map(input => error.total - errorIn([input]).total));
  const taken = countsOf(
    all.flatMap(({ calls }) => calls.filter(call => isCause(call) && !call.isRepeated).map(({ input }) => input)),
  );
  /** Whether most calls of an input account for an event. Elsewhere than on one way, a service may ignore the step. */
  const isMostly = (input: string) => {
    const gainIn = (error: ErrorsOf) => error(causes).unexplained - error([...causes, input]).unexplained;
    if (gainIn(errorInAll) * 2 > (taken.get(input) ?? 0)) return true;
    const alike = [...Map.groupBy(all, trace => wayTo(trace, input)).values()].filter(same => wayTo(same[0], input));
    return alike.some(same => same.length >= LIMITS.several && gainIn(errorsOf(type, same)) * 2 > same.length);
  };
  /** How much a first cause leaves unexplained. The same step with other fields counts as the same cause. */
  const rankOf = (input: string) => {
    if (causes.size > 0) return errorIn([...causes, input]).total;
    return Math.min(errorIn([input]).total, errorIn(sameStep(input)).total);
  };
  /** Whether orders with mistaken calls show several events that a cause does not explain. */
  const isDenied = ({ error: own, ofAll }: Record<'error' | 'ofAll', ReturnType<ErrorsOf>>) =>
    ofAll.unexplained - own.unexplained >= LIMITS.several;
  const isNamed = ({ input }: { readonly input: string }) => type.includes(eventOf(input) ?? '');
  const sameStep = (input: string) => [...inputs].filter(other => eventOf(other) === eventOf(input));
  /**
   * What orders show that took an input last. One order says nothing of a type that names no order, so orders that took
   * the step with other fields count too.
   */
  const lastOf = (input: string) => {
    const own = lastSteps(traces)(input);
    return isNameless && own.length < LIMITS.several ? sameStep(input).flatMap(lastSteps(traces)) : own;
  };
  for (;;) {
    const sole = [...inputs].filter(
      input =>
        !causes.has(input) &&
        !isEitherOr(type, lastOf(input)) &&
        ((causes.size === 0 && !isOfCreation) || isMostly(input)),
    );
    // An order or two that show another type in its place do not hide the step that sends nearly all. But of types
    // without an order that come in place of each other, none is of the step.
    const isHidden = causes.size === 0 && !isNameless && !isOfCreation && gainOf(sole) * 2 <= gainOf([...inputs]);
    // Of a type without an order, first an input whose calls account for most of its events.
    const regular = isNameless ? sole.filter(input => isRegular(type, new Set([...causes, input]), traces, run)) : [];
    const [best, ...rest] = (isHidden ? [...inputs] : regular.length > 0 ? regular : sole)
      .map(input => ({ input, error: errorIn([...causes, input]), ofAll: errorInAll([...causes, input]) }))
      .filter(({ error: own, ofAll }) => {
        if (causes.size === 0) return own.total < error.total;
        return ofAll.total + LIMITS.price < errorInAll(causes).total;
      })
      // Of causes that explain as much, the one that the type names, else the one that events come right after, unless
      // orders with mistakes deny it.
      .sort(
        (a, b) =>
          rankOf(a.input) - rankOf(b.input) ||
          Number(isNamed(b)) - Number(isNamed(a)) ||
          a.error.total - b.error.total ||
          Number(isDenied(a)) - Number(isDenied(b)) ||
          a.error.far + a.ofAll.total - b.error.far - b.ofAll.total,
      );
    // A type without an order that no calls account for is of no call, whatever it happens to come after.
    const isOfNobody = isNameless && !isRegular(type, causes, traces, run);
    if (best === undefined)
      return isOfNobody ? { causes: [], others: [] } : { causes: [...causes], others: [...others] };
    for (const { input, error, ofAll } of rest)
      if (error.total === best.error.total && ofAll.total <= best.ofAll.total) others.add(input);
    causes.add(best.input);
    error = best.error;
  }
}

/**
 * Whether calls of the steps that cause a type, with whatever fields, account for most of its events. A call may also
 * do nothing. What a call sends that was made outside the exclusive section comes to the order inside, or to nobody.
 */
function isRegular(type: string, causes: ReadonlySet<string>, traces: readonly Trace[], run: OfRun): boolean {
  const asked = new Set([...causes].map(eventOf));
  const sends = ({ asks, answer }: Call) => asked.has(asks) && mayAct(answer);
  const isSoonAfter = (call: Call, at: number) => at >= call.at && at - call.at <= run.long;
  const inputs = new Set(run.all.flatMap(({ calls }) => calls.filter(sends).map(({ input }) => input)));
  const outside = run.all
    .flatMap(({ calls }) => calls.filter(call => sends(call) && (call.role !== 'step' || !call.isAlone)))
    .sort((a, b) => a.at - b.at);
  const open = [...errorOf(type, traces, inputs).left.map(({ at }) => at), ...run.ofNobody]
    .sort((a, b) => a - b)
    .filter(at => {
      const nth = outside.findIndex(call => isSoonAfter(call, at));
      return nth < 0 || outside.splice(nth, 1).length === 0;
    });
  const own = traces.flatMap(trace => trace.events.filter(event => event.type === type));
  const all = own.length + run.ofNobody.length;
  return all - open.length > all * LIMITS.mostly;
}

/**
 * Whether orders that took the same way show either a type or another, and none both: then one of them is wrong, and
 * not both are owed.
 */
function isEitherOr(type: string, shown: readonly LastStep[]): boolean {
  return [...Map.groupBy(shown, ({ way }) => way).values()].some(same => {
    const [having, lacking] = [
      same.filter(({ types }) => types.has(type)),
      same.filter(({ types }) => !types.has(type)),
    ];
    const inPlace = new Set(lacking.flatMap(({ types }) => [...types]));
    return having.length > 0 && [...inPlace].some(other => !having.some(({ types }) => types.has(other)));
  });
}

/** What an order shows after its last step. */
interface LastStep {
  readonly way: string | undefined;
  /** Types that come after the step, the credit aside. */
  readonly types: ReadonlySet<string>;
}

/** What orders show that took an input last. What comes after a step that was taken later may be of that one. */
const lastSteps = oncePerObject((traces: readonly Trace[]) => {
  const unasked = new Set(traces.flatMap(typesBeforeCalls));
  return oncePerKey((input: string): readonly LastStep[] =>
    traces.flatMap(trace => {
      // A call without an answer may have done nothing: what comes after it is not in place of what the step sends.
      const isShown = (own: Call) => own.way !== undefined && own.input === input && own.answer === 'taken';
      const call = causingCalls(trace).find(isShown);
      if (call === undefined || trace.calls.some(({ at, answer }) => at > call.at && mayAct(answer))) return [];
      const own = trace.events.filter(({ at, isCredit, type }) => at >= call.at && !isCredit && !unasked.has(type));
      return [{ way: call.way, types: new Set(own.map(({ type }) => type)) }];
    }),
  );
});

/** How an order came to its first call of an input; undefined where it has none, or that is not known. */
function wayTo(trace: Trace | undefined, input: string): string | undefined {
  const call = trace && causingCalls(trace).find(own => own.input === input);
  return call?.way !== undefined ? `after ${call.way}` : undefined;
}

/** The calls of an order that may cause an event. */
const causingCalls = oncePerObject((trace: Trace) => trace.calls.filter(isCause));

/** The events of an order by type. */
const eventsIn = oncePerObject(({ events }: Trace) => Map.groupBy(events, ({ type }) => type));

/** How much several causes of a type leave open. */
type ErrorsOf = (causes: Iterable<string>) => ReturnType<typeof errorOf>;

/** {@link errorOf}, which looks once for the same causes, and only at orders that show the type. */
function errorsOf(type: string, traces: readonly Trace[]): ErrorsOf {
  const showing = traces.filter(trace => eventsIn(trace).has(type));
  const others = traces.filter(trace => !eventsIn(trace).has(type));
  const unmetInOthers = countsOf(others.flatMap(trace => causingCalls(trace).filter(isSure)).map(({ input }) => input));
  const known = oncePerKey((inputs: string) => {
    const causes = new Set(inputs.split(' '));
    const unmet = [...causes].reduce((sum, input) => sum + (unmetInOthers.get(input) ?? 0), 0);
    return errorOf(type, showing, causes, unmet);
  });
  return causes => known([...causes].join(' '));
}

/**
 * The events of a type that no call explains; how many they are, with the calls that surely act and have none; and how
 * many calls lie between all events and their causes.
 *
 * @param unmetInOthers the calls of other orders that surely act and have no event of the type
 */
export function errorOf(type: string, traces: readonly Trace[], causes: ReadonlySet<string>, unmetInOthers = 0) {
  const left: Sighting[] = [];
  let unmet = unmetInOthers;
  let far = 0;
  for (const trace of traces) {
    const events = eventsIn(trace).get(type) ?? [];
    const own = causingCalls(trace).filter(({ input }) => causes.has(input));
    const latest: Call[] = [];
    let next = 0;
    let sure = 0;
    let possible = 0;
    for (const event of events) {
      for (let call = own[next]; call !== undefined && call.at <= event.at; call = own[++next]) {
        if (isSure(call)) sure++;
        else possible++;
        latest.push(call);
      }
      if (sure > 0) sure--;
      else if (possible > 0) possible--;
      else {
        left.push(event);
        continue;
      }
      const cause = latest.shift();
      far += trace.calls.filter(({ at, role }) => role === 'step' && at > (cause?.at ?? 0) && at <= event.at).length;
    }
    unmet += sure + own.slice(next).filter(isSure).length;
  }
  return { left, unexplained: left.length, far, total: left.length + unmet * LIMITS.unmet };
}

/** Whether a call surely makes a transition. Of the happy path alone the specification says so. */
function isSure({ isOnPath, isRepeated, answer }: Call): boolean {
  return answer === 'taken' && !isRepeated && isOnPath;
}
