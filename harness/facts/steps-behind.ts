import { COMPLETED } from '../core/dialect.ts';
import type { Journey, Step } from '../core/evidence.ts';
import { isObject, type Json, jsonOf } from '../core/json.ts';
import { EVENT_FIELDS, isSimulateEvent, leadsToCredit } from '../core/lifecycle.ts';
import type { EventSeen, View } from '../core/view.ts';

/** An event with the step that is behind it, in words. */
export interface EventBehind {
  readonly event: EventSeen;
  /** `deposit_detected`, `deposit_detected of another amount`, `before any step`; a probe's condition for its call. */
  readonly step: string;
  /** When that step was sent; 0 before any. */
  readonly since: number;
}

/** Something that may have caused an event. */
interface Moment {
  readonly step: string;
  readonly at: number;
  /** Whether its events had time to come before the next moment. */
  readonly calm: boolean;
}

/** What stands for a time in which nothing had been simulated. */
export const BEFORE = 'before any step';

/** How many of the journeys that took a step must show a type behind it for the type to be the step's. */
const MOSTLY = 0.5;

/** A step in words: which amount or network it names makes another condition of it. */
export function stepInWords(step: Step): string {
  const field = EVENT_FIELDS.find(own => step[own.step] !== undefined);
  return field ? `${step.event} ${field.inWords}` : step.event;
}

/**
 * Every event with the step behind it. An event that comes late falls behind a later step than its own; so where its
 * type mostly comes behind a step that the order had taken before, it is counted there.
 */
export function eventsBehindSteps(view: View): readonly EventBehind[] {
  const known = memo.get(view);
  if (known) return known;
  const moments = momentsOf(view);
  const windows = view.evidence.journeys.flatMap(journey =>
    view.eventsOf(journey).map(event => {
      const behind = (moments.get(journey) ?? []).filter(({ at }) => at <= event.deliveries[0].at);
      return { event, journey, behind };
    }),
  );
  const belongs = belonging(moments, windows);
  const found = windows.map(({ event, behind }) => {
    const last = behind.at(-1);
    const own = behind.findLast(({ step }) => belongs(event.type, step)) ?? last;
    return { event, step: own?.step ?? BEFORE, since: own?.at ?? 0 };
  });
  memo.set(view, found);
  return found;
}

const memo = new WeakMap<View, readonly EventBehind[]>();

/** By journey: steps that may have been taken, and calls of probes that were, in the order of time. */
function momentsOf(view: View): ReadonlyMap<Journey, readonly Moment[]> {
  const waited = new Set(view.evidence.waits.filter(({ kind }) => kind === 'event').map(({ since }) => since));
  const probes = Map.groupBy(
    view.evidence.exchanges.filter(
      ({ operation, condition, response }) =>
        operation === 'simulateCollectionOrder' &&
        condition !== undefined &&
        response !== undefined &&
        response.status < 300,
    ),
    ({ journey }) => journey,
  );
  return new Map(
    view.evidence.journeys.map(journey => {
      const steps = journey.steps
        .filter(step => view.outcomeOf(step) !== 'refused')
        .map((step, index, all) => ({
          step: stepInWords(step),
          at: step.at,
          calm: waited.has(step.exchange) || index === all.length - 1,
        }));
      const calls = (probes.get(journey.id) ?? []).map(({ condition = '', sentAt, request }) => ({
        step: stepOfProbe(condition, request.body && jsonOf(request.body)?.value),
        at: sentAt,
        calm: false,
      }));
      return [journey, [...steps, ...calls].sort((a, b) => a.at - b.at)];
    }),
  );
}

/** A call with another key, or none, that was taken is a step like any other. */
function stepOfProbe(condition: string, body: Json | undefined): string {
  return /^(without|wrong)-key$/.test(condition) && isObject(body) ? String(body.event) : condition;
}

interface Window {
  readonly event: EventSeen;
  readonly journey: Journey;
  readonly behind: readonly Moment[];
}

/** Says whether a type mostly comes behind a step. */
function belonging(
  moments: ReadonlyMap<Journey, readonly Moment[]>,
  windows: readonly Window[],
): (type: string | undefined, step: string) => boolean {
  const took = new Map<string, number>();
  for (const own of moments.values()) {
    const calm = own.filter(moment => moment.calm).map(({ step }) => step);
    for (const step of new Set(calm)) took.set(step, (took.get(step) ?? 0) + 1);
  }
  const showed = new Map<string, Set<string>>();
  for (const { event, journey, behind } of windows) {
    const last = behind.at(-1);
    if (last?.calm !== true) continue;
    const key = `${last.step} ${event.type}`;
    showed.set(key, (showed.get(key) ?? new Set()).add(journey.id));
  }
  return (type, step) => {
    if (type === COMPLETED) return isSimulateEvent(step) && leadsToCredit(step);
    return (showed.get(`${step} ${type}`)?.size ?? 0) > MOSTLY * (took.get(step) ?? Number.POSITIVE_INFINITY);
  };
}
