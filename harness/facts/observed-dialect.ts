import { isOk } from '../core/answered.ts';
import { arrivalOf, causality } from '../core/causality.ts';
import type { Condition } from '../core/condition.ts';
import type { Dialect, Locator, StepAnswer, TimestampUnit } from '../core/dialect.ts';
import type { Exchange } from '../core/evidence.ts';
import { isFromService } from '../core/from-service.ts';
import { SIMULATE_EVENTS, type SimulateEvent } from '../core/lifecycle.ts';
import { madeUpOrder } from '../core/made-up-order.ts';
import { mentions } from '../core/mentions.ts';
import type { View } from '../core/view.ts';
import { firedBy } from './fired.ts';
import type { Learned } from './learn.ts';

/** The share of the journeys which took a step that must show a type for it to be the step's. */
const MOSTLY = 0.5;

/** The dialect that a run's evidence shows, as far as it shows one: what `learn` writes down, and `--dialect` holds to. */
export function observedDialect(view: View, learned: Learned): Dialect {
  const first = (aspect: Learned['aspects'][number]['aspect']) => {
    const candidate = learned.aspects.find(known => known.aspect === aspect)?.candidates[0];
    return candidate && candidate.support > 0 ? candidate.locator : undefined;
  };
  const header = headerName(view);
  const { eventTypes, otherEvents } = eventNames(view);
  const accepted = statusesOf(
    view,
    exchange => exchange.condition === undefined && isOk(exchange.response?.status ?? 0),
  );
  const keyless = simulateCalls(view).find(({ condition }) => condition === 'without-key');
  return compact({
    signatureHeader: header,
    timestampUnit: view.deliveries.length > 0 ? (first('timestampUnit') as TimestampUnit | undefined) : undefined,
    eventId: first('eventId') as Locator | undefined,
    eventType: first('eventType') as Locator | undefined,
    orderId: first('orderId') as Locator | undefined,
    eventTypes,
    otherEvents: otherEvents.length > 0 ? otherEvents : undefined,
    simulateNeedsKey:
      keyless?.response &&
      ([401, 403].includes(keyless.response.status) ? true : isOk(keyless.response.status) ? false : undefined),
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

/** The simulate calls that the service itself answered, or nobody: a limiter's 429 answers no question. */
function simulateCalls(view: View): readonly Exchange[] {
  return view.evidence.exchanges.filter(
    ({ operation, response }) => operation === SIMULATE && (response === undefined || isFromService(response.status)),
  );
}

/** The signature header's name as it is most often written. */
function headerName(view: View): string | undefined {
  return view.deliveries.flatMap(delivery => view.signaturesOf(delivery)).find(({ slots }) => slots.length > 0)?.header;
}

function statusesOf(view: View, fits: (exchange: Exchange) => boolean): readonly number[] {
  const calls = simulateCalls(view).filter(fits);
  return [...new Set(calls.flatMap(({ response }) => response?.status ?? []))];
}

/** A status; or, for a 2xx, whether a webhook about the order came of it. */
function answerTo(view: View, condition: Condition): StepAnswer | undefined {
  const call = simulateCalls(view).find(exchange => exchange.condition === condition);
  if (call?.response === undefined) return undefined;
  if (!isOk(call.response.status)) return call.response.status;
  const stranger = madeUpOrder(call);
  if (stranger !== undefined) {
    const orders = new Set([stranger]);
    const heard = view.evidence.deliveries.some(delivery => delivery.ours && mentions(delivery, orders).length > 0);
    return heard ? 'fires' : 'ignored';
  }
  return firedBy(view, call) ? 'fires' : 'ignored';
}

function onrampErrors(view: View): readonly number[] | undefined {
  const errors = view.evidence.exchanges.filter(
    ({ operation, response }) => operation === 'getOnrampOrder' && (response?.status ?? 0) >= 400,
  );
  const statuses = [...new Set(errors.flatMap(({ response }) => response?.status ?? []))].filter(
    status => status <= 500 && isFromService(status),
  );
  return statuses.length > 0 ? statuses.sort((a, b) => a - b) : undefined;
}

/** Types by the step behind which they mostly come; those that come behind none, or before any, belong to no step. */
function eventNames(view: View): {
  readonly eventTypes: Dialect['eventTypes'];
  readonly otherEvents: readonly string[];
} {
  const { causes } = causality(view);
  const behind = new Map<string, Map<SimulateEvent | 'none', number>>();
  const order = new Map<string, number>();
  for (const { event, moment } of causes) {
    const { type } = event;
    if (type === undefined) continue;
    const step = moment?.step?.event ?? 'none';
    const counts = behind.get(type) ?? new Map<SimulateEvent | 'none', number>();
    behind.set(type, counts.set(step, (counts.get(step) ?? 0) + 1));
    order.set(type, order.get(type) ?? arrivalOf(event));
  }
  const taken = (event: SimulateEvent) =>
    view.evidence.journeys.filter(({ steps }) =>
      steps.some(step => step.event === event && view.outcomeOf(step) === 'accepted'),
    ).length;
  const typesOf = (event: SimulateEvent) =>
    [...behind]
      .filter(([, counts]) => (counts.get(event) ?? 0) > MOSTLY * taken(event))
      .map(([type]) => type)
      .sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  const entries = SIMULATE_EVENTS.map(event => [event, typesOf(event)] as const).filter(
    ([, types]) => types.length > 0,
  );
  const named = new Set(entries.flatMap(([, types]) => types));
  return {
    eventTypes:
      entries.length > 0
        ? Object.fromEntries(entries.map(([event, types]) => [event, types.length === 1 ? types[0] : types]))
        : undefined,
    otherEvents: [...behind.keys()].filter(type => !named.has(type)),
  };
}

function compact<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, member]) => member !== undefined && !(typeof member === 'object' && Object.keys(member).length === 0),
    ),
  ) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
