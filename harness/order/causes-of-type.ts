import { countsOf } from '../base/counts.ts';
import { oncePerKey, oncePerObject } from '../base/once.ts';
import { leadsToCredit, saysFailure } from '../contract/lifecycle.ts';
import { mayAct } from '../evidence/answered.ts';
import { LIMITS } from './limits.ts';
import type { Call, Sighting, Trace } from './trace.ts';

/** Whether a call is a step that may cause events. */
export function isCause({ role, answer, asks }: Call): boolean {
  return asks !== undefined && role === 'step' && mayAct(answer);
}

/** The types of the events that arrive before the first call of their order, except the credit. */
export function typesBeforeCalls(trace: Trace): readonly string[] {
  return trace.events.flatMap(event => (!event.isCredit && trace.isBeforeCalls(event) ? [event.type] : []));
}

/** The event that an input simulates. */
export function eventOf(input: string): string | undefined {
  return input.split(',')[0];
}

/** Observations of the whole run, including orders that are excluded from learning. */
interface OfRun {
  readonly all: readonly Trace[];
  /** Times of the events of the type that named no order and arrived while no journey was alone. */
  readonly ofNobody: readonly number[];
  /** The longest delay (ms) of an event after its call. */
  readonly long: number;
}

/**
 * Finds the inputs that cause a type: repeatedly adds the input that explains most, as long as it explains more events
 * than it leaves calls without one. Orders with mistaken calls count only for further causes. `others` holds the inputs
 * that explain the type equally well.
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
  const events = traces.flatMap(trace => trace.events.filter(event => event.type === type));
  const isNameless = events.filter(event => event.isNameless).length * 2 > events.length;
  /** How many events the best of several inputs explains. */
  const gainOf = (among: readonly string[]) => Math.max(0, ...among.map(input => error.total - errorIn([input]).total));
  const taken = countsOf(
    all.flatMap(({ calls }) => calls.filter(call => isCause(call) && !call.isRepeated).map(({ input }) => input)),
  );
  /** Whether most calls with an input account for an event, at least among orders with the same earlier steps. */
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
  const isNamed = ({ input }: { readonly input: string }) => type.includes(eventOf(input) ?? '');
  const sameStep = (input: string) => [...inputs].filter(other => eventOf(other) === eventOf(input));
  for (;;) {
    const sole = [...inputs].filter(
      input =>
        !causes.has(input) && !isEitherOr(type, lastSteps(traces)(input)) && (causes.size === 0 || isMostly(input)),
    );
    // One or two orders with another type instead do not rule out the step that explains nearly all events. This does
    // not hold for types that name no order: if two alternate after a step, the step causes neither.
    const isHidden = causes.size === 0 && !isNameless && gainOf(sole) * 2 <= gainOf([...inputs]);
    // If a type names no order, prefer inputs whose calls account for most of its events.
    const regular = isNameless ? sole.filter(input => isRegular(type, new Set([...causes, input]), traces, run)) : [];
    const [best, ...rest] = (isHidden ? [...inputs] : regular.length > 0 ? regular : sole)
      .map(input => ({ input, error: errorIn([...causes, input]), ofAll: errorInAll([...causes, input]) }))
      .filter(({ error: own, ofAll }) => {
        if (causes.size === 0) return own.total < error.total;
        return ofAll.total + LIMITS.price < errorInAll(causes).total;
      })
      // Among equal explanations, prefer the input that the type names, then the one closest to its events.
      .sort(
        (a, b) =>
          rankOf(a.input) - rankOf(b.input) ||
          Number(isNamed(b)) - Number(isNamed(a)) ||
          a.error.total - b.error.total ||
          a.error.far + a.ofAll.total - b.error.far - b.ofAll.total,
      );
    // If a type names no order and calls do not account for most of its events, no call causes it. A step that sends
    // either this type or another accounts for some, too.
    const eitherOr = [...inputs].filter(input => isEitherOr(type, lastSteps(traces)(input)));
    const isOfNobody = isNameless && !isRegular(type, new Set([...causes, ...eitherOr]), traces, run);
    if (best === undefined)
      return isOfNobody ? { causes: [], others: [] } : { causes: [...causes], others: [...others] };
    for (const { input, error, ofAll } of rest)
      if (error.total === best.error.total && ofAll.total <= best.ofAll.total) others.add(input);
    causes.add(best.input);
    error = best.error;
  }
}

/**
 * Whether calls of the steps that cause a type, with any fields, account for most of its events. A call may also have
 * no effect. An event of a call outside the exclusive section may be attributed to the order inside it, or to none. A
 * defective service may send an event for a refused call, and a failure beside a credit.
 */
function isRegular(type: string, causes: ReadonlySet<string>, traces: readonly Trace[], run: OfRun): boolean {
  const asked = new Set([...causes].map(eventOf));
  const sends = ({ asks, answer }: Call) => asked.has(asks) && mayAct(answer);
  const isSoonAfter = (call: Call, at: number) => at >= call.at && at - call.at <= run.long;
  const inputs = new Set(run.all.flatMap(({ calls }) => calls.filter(sends).map(({ input }) => input)));
  const isOutside = (call: Call) => sends(call) && (call.role !== 'step' || !call.isAlone);
  const isRefused = ({ asks, answer }: Call) => asked.has(asks) && answer === 'refused';
  const isOfCredit = ({ input, answer }: Call) => saysFailure(type) && leadsToCredit(input) && mayAct(answer);
  const outside = run.all
    .flatMap(({ calls }) => calls.filter(call => isOutside(call) || isRefused(call) || isOfCredit(call)))
    .sort((a, b) => a.at - b.at);
  const open = [...errorOf(type, traces, inputs).left.map(({ at }) => at), ...run.ofNobody]
    .sort((a, b) => a - b)
    .filter(at => {
      const nth = outside.findIndex(call => isSoonAfter(call, at));
      return nth < 0 || outside.splice(nth, 1).length === 0;
    });
  const events = traces.flatMap(trace => trace.events.filter(event => event.type === type));
  const all = events.length + run.ofNobody.length;
  return all - open.length > all * LIMITS.mostly;
}

/**
 * Whether some orders with the same steps show the type and the others show another type in its place. One of the two
 * is then wrong, and the step does not owe both.
 */
function isEitherOr(type: string, shown: readonly LastStep[]): boolean {
  return [...Map.groupBy(shown, ({ way }) => way).values()].some(shownAlike => {
    const [withType, withoutType] = [
      shownAlike.filter(({ types }) => types.has(type)),
      shownAlike.filter(({ types }) => !types.has(type)),
    ];
    const inPlace = new Set(withoutType.flatMap(({ types }) => [...types]));
    return withType.length > 0 && [...inPlace].some(other => !withType.some(({ types }) => types.has(other)));
  });
}

/** What an order shows after its last step. */
interface LastStep {
  readonly way: string | undefined;
  /** The types of the events after the step, except the credit. */
  readonly types: ReadonlySet<string>;
}

/** What orders show whose last step had an input: after a later step, its events might belong to that step. */
const lastSteps = oncePerObject((traces: readonly Trace[]) => {
  const unasked = new Set(traces.flatMap(typesBeforeCalls));
  return oncePerKey((input: string): readonly LastStep[] =>
    traces.flatMap(trace => {
      // A call without an answer may have done nothing, so other events do not replace what the step sends.
      const isShown = (call: Call) => call.way !== undefined && call.input === input && call.answer === 'taken';
      const call = causingCalls(trace).find(isShown);
      if (call === undefined || trace.calls.some(({ at, answer }) => at > call.at && mayAct(answer))) return [];
      const events = trace.eventsAfter(call).filter(({ isCredit, type }) => !isCredit && !unasked.has(type));
      return [{ way: call.way, types: new Set(events.map(({ type }) => type)) }];
    }),
  );
});

/** The steps before an order's first call with an input; `undefined` if it has none or they are not known. */
function wayTo(trace: Trace | undefined, input: string): string | undefined {
  const call = trace && causingCalls(trace).find(({ input: each }) => each === input);
  return call?.way !== undefined ? `after ${call.way}` : undefined;
}

const causingCalls = oncePerObject((trace: Trace) => trace.calls.filter(isCause));

const eventsIn = oncePerObject(({ events }: Trace) => Map.groupBy(events, ({ type }) => type));

/** What a set of causes leaves unexplained. */
type ErrorsOf = (causes: Iterable<string>) => ReturnType<typeof errorOf>;

/** Like {@link errorOf}, but cached per set of causes, and fast for orders that do not show the type. */
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
 * What a set of causes leaves unexplained: `left` holds the events of the type without a call, `total` adds the
 * weighted number of calls without an event, and `far` counts the steps between each event and its cause.
 *
 * @param unmetInOthers the number of calls in other orders that certainly act and have no event of the type
 */
export function errorOf(type: string, traces: readonly Trace[], causes: ReadonlySet<string>, unmetInOthers = 0) {
  const left: Sighting[] = [];
  let unmet = unmetInOthers;
  let far = 0;
  for (const trace of traces) {
    const events = eventsIn(trace).get(type) ?? [];
    const owing = causingCalls(trace).filter(({ input }) => causes.has(input));
    const latest: Call[] = [];
    let next = 0;
    let sure = 0;
    let possible = 0;
    for (const event of events) {
      for (let call = owing[next]; call !== undefined && call.at <= event.at; call = owing[++next]) {
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
      far += trace.callsBefore(event).filter(({ at, role }) => role === 'step' && at > (cause?.at ?? 0)).length;
    }
    unmet += sure + owing.slice(next).filter(isSure).length;
  }
  return { left, unexplained: left.length, far, total: left.length + unmet * LIMITS.unmet };
}

/** Whether a call certainly makes a transition. The specification says so only of the happy path. */
function isSure({ isOnPath, isRepeated, answer }: Call): boolean {
  return answer === 'taken' && !isRepeated && isOnPath;
}
