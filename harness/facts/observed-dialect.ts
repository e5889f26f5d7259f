import type { Dialect, Locator, TimestampUnit } from '../core/dialect.ts';
import { SIMULATE_EVENTS, type SimulateEvent } from '../core/lifecycle.ts';
import type { View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';
import { causesIn } from '../order/causes.ts';
import { ANSWERED, onrampErrors } from './answered-keys.ts';
import type { FactsFile } from './fact.ts';
import type { Learned } from './learn.ts';
import { unanimous } from './reading.ts';

/** A type belongs to a step if more than this share of the journeys that took the step show it. */
const MOSTLY = 0.5;

/** The dialect that the evidence shows, as far as it shows one: `learn` writes it, `--dialect` compares with it. */
export function observedDialect(view: View, learned: Learned, { facts: found }: FactsFile): Dialect {
  const first = (aspect: Learned['aspects'][number]['aspect']) => {
    const candidate = learned.aspects.find(known => known.aspect === aspect)?.candidates[0];
    return candidate && candidate.support > 0 ? candidate.locator : undefined;
  };
  const signatures = view.deliveries.flatMap(delivery => view.signaturesOf(delivery));
  const { eventTypes, otherEvents } = eventNames(view);
  return compact({
    signatureHeader: signatures.find(({ slots }) => slots.length > 0)?.header,
    timestampUnit: view.deliveries.length > 0 ? (first('timestampUnit') as TimestampUnit | undefined) : undefined,
    eventId: first('eventId') as Locator | undefined,
    eventType: first('eventType') as Locator | undefined,
    orderId: first('orderId') as Locator | undefined,
    layouts: view.interpretation.layouts,
    eventTypes,
    otherEvents,
    simulateNeedsKey: unanimous(ANSWERED.simulateNeedsKey(found)),
    simulateStatus: unanimous(ANSWERED.simulateStatus(found)),
    statuses: compact({
      unknownOrder: unanimous(ANSWERED.unknownOrder(found)),
      illegalStep: unanimous(ANSWERED.illegalStep(found)),
      repeatedStep: unanimous(ANSWERED.repeatedStep(found)),
      onrampErrors: onrampErrors(found)?.value,
    }),
  });
}

/** Types by the step that causes them. Types that no step causes are other events. */
function eventNames(view: View): {
  readonly eventTypes: Dialect['eventTypes'];
  readonly otherEvents: readonly string[];
} {
  const { steps, causes } = causesIn(view);
  const typed = causes.flatMap(({ event, moment }) =>
    event.type === undefined ? [] : [{ type: event.type, step: moment?.step?.event, at: arrivalOf(event) }],
  );
  const byType = [...Map.groupBy(typed, ({ type }) => type)].toSorted(
    ([, [a]], [, [b]]) => (a?.at ?? 0) - (b?.at ?? 0),
  );
  const typesOf = (event: SimulateEvent) => {
    const taken = new Set(steps.flatMap(seen => (seen.accepted && seen.step.event === event ? [seen.journey] : [])));
    const mostly = (events: typeof typed) => events.filter(({ step }) => step === event).length > MOSTLY * taken.size;
    return byType.flatMap(([type, events]) => (mostly(events) ? [type] : []));
  };
  const entries = SIMULATE_EVENTS.map(event => [event, typesOf(event)] as const).filter(
    ([, types]) => types.length > 0,
  );
  const named = new Set(entries.flatMap(([, types]) => types));
  return {
    eventTypes: Object.fromEntries(entries.map(([event, types]) => [event, types.length === 1 ? types[0] : types])),
    otherEvents: byType.map(([type]) => type).filter(type => !named.has(type)),
  };
}

/** An object without the members that are undefined or hold nothing. */
function compact<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, member]) => member !== undefined && !(typeof member === 'object' && Object.keys(member).length === 0),
    ),
  ) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
