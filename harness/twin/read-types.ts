import { COMPLETED } from '../core/dialect.ts';
import { leadsToCredit, SIMULATE_EVENTS, type SimulateEvent } from '../core/lifecycle.ts';
import { oncePerObject } from '../core/once.ts';
import type { EventSeen } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';
import { madeWithOrders } from '../facts/made-with-orders.ts';
import { median, type Reading, shown } from '../facts/reading.ts';
import { causesIn, type StepSeen } from '../order/causes.ts';
import { LIFECYCLE } from '../sandbox/lifecycle/lifecycle.ts';
import type { Observed } from './observed.ts';

/** An order that took each of its steps once, on a way that every order can take. */
interface Course {
  /** Its steps, in order, joined. */
  readonly way: string;
  readonly events: readonly EventSeen[];
  /** When its first step was sent. */
  readonly at: number;
}

/** Which types each step causes, and which come when an order is made, by how many events of a type orders have. */
interface Types {
  readonly bySteps: ReadonlyMap<SimulateEvent, readonly string[]>;
  readonly made: readonly string[];
}

/**
 * Tells by counting, not by time, which step causes which type: an order that took one step more has as many events
 * more as that step causes, however late they come. A type that every order has once, whatever its steps, comes when
 * the order is made. Where no orders differ by a step alone, the types that mostly come after it are taken for its own.
 */
export const typesOf = oncePerObject((observed: Observed): Types => {
  const courses = coursesOf(observed);
  const ways = new Map([...Map.groupBy(courses, ({ way }) => way)]);
  const types = [...new Set(observed.events.flatMap(({ type }) => type ?? []))];
  const count = (type: string, way: string) =>
    median((ways.get(way) ?? []).map(({ events }) => events.filter(event => event.type === type).length));
  const firsts = SIMULATE_EVENTS.filter(event => ways.has(event));
  const isMade = (type: string) =>
    firsts.length > 1 && firsts.every(event => (count(type, event) ?? 0) > 0) && !growsLater(type);
  const growsLater = (type: string) =>
    [...ways.keys()].some(way => {
      const earlier = count(type, before(way));
      return earlier !== undefined && (count(type, way) ?? 0) > earlier;
    });
  const made = types.filter(type => type !== COMPLETED && isMade(type));
  const unnamed = madeWithOrders(observed.view);
  const caused = (event: SimulateEvent) =>
    types.flatMap(type => {
      if (unnamed.has(type)) return [];
      if ((type === COMPLETED) !== (type === COMPLETED && leadsToCredit(event))) return [];
      const own = [...ways.keys()].filter(way => lastOf(way) === event);
      const more = own.flatMap(way => {
        const base = way === event ? (made.includes(type) ? 1 : 0) : count(type, before(way));
        return base === undefined ? [] : [added(count(type, way), base)];
      });
      return Array.from({ length: Math.max(0, median(more) ?? 0) }, () => type);
    });
  const inOrder = (event: SimulateEvent) => {
    const counted = byArrival(caused(event), event, courses);
    const mostly = [observed.dialect.eventTypes?.[event] ?? []].flat().filter(type => !made.includes(type));
    const types = (counted.length > 0 ? counted : mostly).filter(type => type !== COMPLETED || leadsToCredit(event));
    // The specification says which step the credit signal belongs to: the sandbox speaks nothing else.
    const lacksCredit = types.length > 0 && leadsToCredit(event) && !types.includes(COMPLETED);
    return lacksCredit ? [...types, COMPLETED] : types;
  };
  return { made, bySteps: new Map(SIMULATE_EVENTS.map(event => [event, inOrder(event)])) };
});

const before = (way: string) => way.slice(0, way.lastIndexOf(' '));
const lastOf = (way: string) => way.slice(way.lastIndexOf(' ') + 1);
const added = (now = 0, earlier = 0) => now - earlier;

/** The orders whose accepted steps are on a way that every order can take. */
function coursesOf({ view }: Observed): readonly Course[] {
  const steps = Map.groupBy(causesIn(view).steps, ({ journey }) => journey);
  return [...steps].flatMap(([journey, own]) => {
    const taken = own.filter(({ step }) => view.outcomeOf(step) !== 'refused');
    const first = taken[0]?.step;
    if (first === undefined || !isStraight(taken) || hasProbes(view.evidence.exchanges, journey.id)) return [];
    const way = taken.map(({ step }) => step.event).join(' ');
    return [{ way, events: view.eventsOf(journey), at: first.at }];
  });
}

function isStraight(taken: readonly StepSeen[]): boolean {
  const states = taken.map(({ step }) => LIFECYCLE[step.event]);
  return (
    taken.every(({ step, accepted }) => accepted && !step.receivedAmount && !step.receivedNetwork) &&
    states.every(({ from }, index) =>
      from.includes(index === 0 ? 'awaiting_deposit' : (states[index - 1]?.to ?? 'failed')),
    )
  );
}

function hasProbes(exchanges: Observed['evidence']['exchanges'], journey: string): boolean {
  return exchanges.some(exchange => exchange.journey === journey && exchange.condition !== undefined);
}

/** Types in the order in which they usually come. */
function byArrival(types: readonly string[], event: SimulateEvent, courses: readonly Course[]): readonly string[] {
  const own = courses.filter(({ way }) => lastOf(way) === event);
  const place = (type: string) =>
    median(
      own.flatMap(({ events }) => {
        const last = events.findLastIndex(one => one.type === type);
        return last < 0 ? [] : [last - events.length];
      }),
    ) ?? 0;
  const places = new Map(types.map(type => [type, place(type)]));
  return types.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/** The types that a step causes, in the order in which they come. */
export function eventTypes(observed: Observed, event: SimulateEvent): Reading | undefined {
  const types = typesOf(observed).bySteps.get(event) ?? [];
  const own = observed.events.filter(({ type = '' }) => types.includes(type));
  return types.length === 0 ? undefined : shown(types.length === 1 ? types[0] : types, idsOf(own));
}

/** The types of events that come when an order is made. */
export function otherEvents(observed: Observed): Reading<readonly string[]> | undefined {
  const { made, bySteps } = typesOf(observed);
  const caused = new Set([...bySteps.values()].flat());
  const early = observed.causes.filter(({ moment, event: { type } }) => !moment && type && !caused.has(type));
  const soon = early.flatMap(({ event: { type = '' } }) => type);
  const types = [...new Set([...made, ...soon, ...madeWithOrders(observed.view)])];
  const own = observed.events.filter(({ type = '' }) => types.includes(type));
  return shown(types, idsOf(own.length > 0 ? own : observed.events));
}

function idsOf(events: readonly EventSeen[]): readonly string[] {
  return events.toSorted((a, b) => arrivalOf(a) - arrivalOf(b)).map(({ deliveries }) => deliveries[0].id);
}
