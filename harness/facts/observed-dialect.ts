import { isOk } from '../core/answered.ts';
import { causality } from '../core/causality.ts';
import type { Condition } from '../core/condition.ts';
import type { Dialect, Locator, StepAnswer, TimestampUnit } from '../core/dialect.ts';
import type { Exchange } from '../core/evidence.ts';
import { isFromService, isOwnAnswer } from '../core/from-service.ts';
import { SIMULATE_EVENTS, type SimulateEvent } from '../core/lifecycle.ts';
import type { View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';
import { firedBy } from './fired.ts';
import type { Learned } from './learn.ts';

/** A type belongs to a step if more than this share of the journeys that took the step show it. */
const MOSTLY = 0.5;

/** The dialect that the evidence shows, as far as it shows one: `learn` writes it, `--dialect` compares with it. */
export function observedDialect(view: View, learned: Learned): Dialect {
  const first = (aspect: Learned['aspects'][number]['aspect']) => {
    const candidate = learned.aspects.find(known => known.aspect === aspect)?.candidates[0];
    return candidate && candidate.support > 0 ? candidate.locator : undefined;
  };
  const signatures = view.deliveries.flatMap(delivery => view.signaturesOf(delivery));
  const { eventTypes, otherEvents } = eventNames(view);
  const plain = simulateCalls(view).filter(({ condition }) => condition === undefined);
  const accepted = statusesOf(plain).filter(isOk);
  return compact({
    signatureHeader: signatures.find(({ slots }) => slots.length > 0)?.header,
    timestampUnit: view.deliveries.length > 0 ? (first('timestampUnit') as TimestampUnit | undefined) : undefined,
    eventId: first('eventId') as Locator | undefined,
    eventType: first('eventType') as Locator | undefined,
    orderId: first('orderId') as Locator | undefined,
    layouts: view.interpretation.layouts,
    eventTypes,
    otherEvents,
    simulateNeedsKey: needsKey(view, 'without-key') ?? (needsKey(view, 'wrong-key') === false ? false : undefined),
    simulateStatus: accepted.length === 1 ? accepted[0] : undefined,
    statuses: compact({
      unknownOrder: answerTo(view, 'unknown-order'),
      illegalStep: answerTo(view, 'illegal-step'),
      repeatedStep: answerTo(view, 'repeated-step'),
      onrampErrors: onrampErrors(view),
    }),
  });
}

const SIMULATE = 'simulateCollectionOrder';

/** Simulate calls with an answer of the service itself, or with none. The 429 of a limiter answers no question. */
function simulateCalls(view: View): readonly Exchange[] {
  return view.evidence.exchanges.filter(
    exchange => exchange.operation === SIMULATE && (exchange.response === undefined || isOwnAnswer(exchange)),
  );
}

/** Whether calls under a condition are refused for their key; undefined where they show neither. */
function needsKey(view: View, condition: Condition): boolean | undefined {
  const statuses = statusesOf(simulateCalls(view).filter(exchange => exchange.condition === condition));
  if (statuses.some(status => status === 401 || status === 403)) return true;
  return statuses.some(isOk) ? false : undefined;
}

function statusesOf(exchanges: readonly Exchange[]): readonly number[] {
  return [...new Set(exchanges.flatMap(({ response }) => response?.status ?? []))];
}

/** The answer to a probe: a status or, for a 2xx, whether it sent a webhook about the order. */
function answerTo(view: View, condition: Condition): StepAnswer | undefined {
  const call = simulateCalls(view).find(exchange => exchange.condition === condition);
  if (call?.response === undefined) return undefined;
  if (!isOk(call.response.status)) return call.response.status;
  return firedBy(view, call) ? 'fires' : 'ignored';
}

function onrampErrors({ evidence }: View): readonly number[] {
  return statusesOf(evidence.exchanges.filter(({ operation }) => operation === 'getOnrampOrder'))
    .filter(status => status >= 400 && status <= 500 && isFromService(status))
    .sort((a, b) => a - b);
}

/** Types by the step that causes them. Types that no step causes are other events. */
function eventNames(view: View): {
  readonly eventTypes: Dialect['eventTypes'];
  readonly otherEvents: readonly string[];
} {
  const { steps, causes } = causality(view);
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
