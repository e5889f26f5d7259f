import type { TimestampUnit } from '../base/timestamp.ts';
import type { Dialect, Locator } from '../evidence/dialect.ts';
import type { View } from '../evidence/view.ts';
import { arrivalOf } from '../evidence/windows.ts';
import { causesIn, owedTypes } from '../order/causes.ts';
import { ANSWERED, onrampErrors } from './answered-keys.ts';
import type { FactsFile } from './fact.ts';
import type { Learned } from './learn.ts';
import { unanimous } from './reading.ts';

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

/** Types by the step that sends them. Types that no step sends are other events, in the order in which they came. */
function eventNames(view: View): {
  readonly eventTypes: Dialect['eventTypes'];
  readonly otherEvents: readonly string[];
} {
  const entries = [...owedTypes(view)].filter(([, types]) => types.length > 0);
  const named = new Set(entries.flatMap(([, types]) => types));
  const events = causesIn(view).causes.map(({ event }) => event);
  const types = events.toSorted((a, b) => arrivalOf(a) - arrivalOf(b)).flatMap(({ type }) => type ?? []);
  return {
    eventTypes: Object.fromEntries(entries.map(([event, own]) => [event, own.length === 1 ? own[0] : own])),
    otherEvents: [...new Set(types)].filter(type => !named.has(type)),
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
