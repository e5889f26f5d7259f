import { oncePerKey, oncePerObject } from '../base/once.ts';
import {
  EVENT_FIELDS,
  FAILURES,
  HAPPY_PATH,
  isSimulateEvent,
  leadsToCredit,
  type SimulateEvent,
} from '../contract/lifecycle.ts';
import { type AnswerClass, classify, mayAct } from '../evidence/answered.ts';
import { askedEvent, otherwiseNamed, writeStep } from '../evidence/asked-event.ts';
import { isKeyless, readCondition } from '../evidence/condition.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Delivery, Exchange, Journey, Step, Wait } from '../evidence/evidence.ts';
import { cutOrder, otherOrder } from '../evidence/mentions.ts';
import type { ReceivedEvent, View } from '../evidence/view.ts';
import { kindOf } from './kinds.ts';
import { namesNoOrder } from './nameless.ts';

/**
 * The role of a call: `step`; `keyless`, a step without an accepted key; `odd`, a call whose meaning the specification
 * leaves open; or `mistake`, a call that simulates nothing, whatever its answer (4.3).
 */
type CallRole = 'step' | 'keyless' | 'odd' | 'mistake';

/** One simulate call about an order. */
export interface Call {
  readonly at: number;
  readonly exchange: Exchange;
  readonly role: CallRole;
  readonly answer: AnswerClass;
  /** The event that it asks for; absent if it asks for none of the six. */
  readonly asks?: SimulateEvent;
  /** The event, followed by the optional fields that the call has. */
  readonly input: string;
  /** The recorded step; absent for a probe. */
  readonly step?: Step;
  readonly wait?: Wait;
  /** The steps before it, as {@link writeStep} writes them; absent if it is not known which were taken. */
  readonly way?: string;
  /** Whether it is the next step of the happy path, so that the specification obliges the service to accept it. */
  readonly isOnPath: boolean;
  /** Whether another step ran at the same time, so that either may have come first. */
  readonly isContested: boolean;
  /** Whether its order was in the exclusive section, so that an event without an order may belong to it. */
  readonly isAlone: boolean;
  /** Whether it has no optional field. */
  readonly isPlain: boolean;
  /** Whether the order took, or may have taken, the same event before. */
  readonly isRepeated: boolean;
}

/** A call that is recorded as a step. */
export type StepCall = Call & { readonly step: Step };

/** Whether a call is recorded as a step. */
export function isStep(call: Call): call is StepCall {
  return call.step !== undefined;
}

/** An event about an order. */
export interface Sighting {
  readonly at: number;
  readonly seen: ReceivedEvent;
  /** Its kind: the type, with the state of the order if several steps share the type. */
  readonly type: string;
  readonly isCredit: boolean;
  /** Whether a delivery of it verifies, so that a consumer would act on it. */
  readonly isSigned: boolean;
  /** Whether it names no order. */
  readonly isNameless: boolean;
  /** Whether any delivery of it was refused. */
  readonly isRefused: boolean;
  /** Whether all its deliveries were refused, and a redelivery did not arrive in time. */
  readonly isDropped: boolean;
  /** The wrong order that it names: another order, or a truncated id. */
  readonly misnamed?: string;
}

/** All observations of one order, in order of time. */
export class Trace {
  readonly journey: Journey;
  readonly calls: readonly Call[];
  readonly events: readonly Sighting[];

  constructor(journey: Journey, calls: readonly Call[], events: readonly Sighting[]) {
    this.journey = journey;
    this.calls = calls;
    this.events = events;
  }

  /** The first credit; absent if the order is not credited. */
  get credit(): Sighting | undefined {
    return this.events.find(({ isCredit }) => isCredit);
  }

  /** Whether the order took only steps without a field, and refused all other calls. */
  get isPlain(): boolean {
    return this.calls.every(call => call.isPlain && (call.role === 'step' || call.answer === 'refused'));
  }

  /** The calls that an event may answer. In one millisecond, calls come before events. */
  callsBefore(event: Timed): readonly Call[] {
    return this.calls.filter(call => call.at <= event.at);
  }

  /** The events that may answer a call. */
  eventsAfter(call: Timed): readonly Sighting[] {
    return this.events.filter(event => call.at <= event.at);
  }

  /** The position of an event among the events of its type, from 1. */
  nthOf({ type, at }: Sighting): number {
    return this.events.filter(event => event.type === type && event.at <= at).length;
  }

  /** Whether an event arrived before the first call. */
  isBeforeCalls(event: Timed): boolean {
    return this.callsBefore(event).length === 0;
  }

  /** Whether an event arrived when there had been no call for a while. @param long the least pause (ms) */
  comesByItself(event: Timed, long: number): boolean {
    return this.callsBefore(event).every(call => event.at - call.at > long);
  }

  /** The times of all calls that may have credited the order. @param mayCredit whether a call may credit one */
  creditCalls(mayCredit = asksForOwnCredit): readonly number[] {
    const crediting = this.calls.filter(mayCredit);
    return crediting.flatMap(({ answer, at }) => (answer === 'refused' || answer === 'limited' ? [] : [at]));
  }
}

/** The traces of a run. */
export const tracesOf = oncePerObject((view: View): readonly Trace[] => {
  const waits = new Map(view.evidence.waits.map(wait => [wait.since, wait]));
  const probes = Map.groupBy(
    view.evidence.exchanges.filter(
      ({ operation, condition }) => operation === 'simulateCollectionOrder' && condition !== undefined,
    ),
    ({ journey }) => journey,
  );
  return view.evidence.journeys.map(journey => {
    const calls = callsOf(view, journey, probes.get(journey.id) ?? [], waits);
    const events = view
      .eventsOf(journey)
      .flatMap(seen => byType(view, seen))
      .map((seen): Sighting => {
        const [first] = seen.deliveries;
        const misnamed = cutOrder(first, journey.order) ?? otherOrder(first, journey.order, view.idOf(first));
        return {
          at: first.at,
          seen,
          type: kindOf(view, seen.type, first, journey.order),
          isCredit: seen.type === COMPLETED,
          isSigned: seen.deliveries.some(one => view.verifies(one)),
          isNameless: misnamed === undefined && namesNoOrder(view, first),
          isRefused: seen.deliveries.some(({ answer }) => answer.refused),
          isDropped: isDropped(seen, waits, view),
          ...(misnamed !== undefined && { misnamed }),
        };
      });
    return new Trace(journey, calls, events);
  });
});

function isDropped({ deliveries }: ReceivedEvent, waits: ReadonlyMap<string, Wait>, view: View): boolean {
  const last = deliveries.at(-1);
  const wait = last && waits.get(last.id);
  return (
    deliveries.every(({ answer }) => answer.refused) &&
    wait !== undefined &&
    wait.outcome !== 'abandoned' &&
    !view.troubled(wait.from, wait.to, wait.since)
  );
}

/**
 * Splits an event into several if different events wrongly share an id, which their types show. A refused body that
 * arrives again is the same event, whatever type a header gives it.
 */
function byType(view: View, seen: ReceivedEvent): readonly ReceivedEvent[] {
  const firstOf = (one: Delivery) =>
    seen.deliveries.find(before => before === one || (before.answer.refused && before.body.sha256 === one.body.sha256));
  const groups = [...Map.groupBy(seen.deliveries, one => view.typeOf(firstOf(one) ?? one) ?? '').entries()];
  if (groups.length === 1) return [seen];
  return groups.map(([type, deliveries]) => ({ ...seen, type, deliveries: deliveries as [Delivery, ...Delivery[]] }));
}

type Bare = Omit<Call, 'way' | 'isOnPath' | 'isContested' | 'isAlone' | 'isPlain' | 'isRepeated'>;

function callsOf(view: View, journey: Journey, probes: readonly Exchange[], waits: ReadonlyMap<string, Wait>) {
  const steps = journey.steps.flatMap((step): readonly Bare[] => {
    const exchange = view.exchange(step.exchange);
    const wait = waits.get(step.exchange);
    if (exchange === undefined) return [];
    const answer = classify(exchange.response?.status);
    return [
      {
        at: step.at,
        exchange,
        role: 'step',
        answer,
        asks: step.event,
        input: inputOf(step),
        step,
        ...(wait && { wait }),
      },
    ];
  });
  const others = probes.map((exchange): Bare => {
    const asked = askedEvent(exchange);
    const otherwise = otherwiseNamed(asked);
    const answer = classify(exchange.response?.status);
    const role = otherwise === undefined ? roleOf(exchange) : answer === 'refused' ? 'mistake' : 'odd';
    const named = isSimulateEvent(asked) ? asked : otherwise;
    const asks = role === 'mistake' ? undefined : named;
    return { at: exchange.sentAt, exchange, role, answer, ...(asks && { asks }), input: asks ?? '' };
  });
  return placed(
    view,
    journey,
    [...steps, ...others].sort((a, b) => a.at - b.at),
  );
}

function placed(view: View, journey: Journey, calls: readonly Bare[]): readonly Call[] {
  const taken: Bare[] = [];
  const asked = new Set<SimulateEvent | undefined>();
  let isKnown = true;
  return calls.map(call => {
    const isContested = call.step !== undefined && view.isContested(journey, call.step);
    const isAlone = call.at >= (journey.alone ?? Number.POSITIVE_INFINITY);
    const isPlain = EVENT_FIELDS.every(({ step }) => call.step?.[step] === undefined);
    const isNext =
      call.asks === HAPPY_PATH[taken.length] &&
      taken.every(({ asks, input }, nth) => asks === HAPPY_PATH[nth] && input === asks);
    const isRepeated = asked.has(call.asks);
    const result: Call = {
      ...call,
      ...(isKnown && !isContested && { way: taken.map(({ step }) => (step ? writeStep(step) : '')).join() }),
      isOnPath: isKnown && !isContested && isNext && call.role === 'step',
      ...{ isContested, isAlone, isPlain, isRepeated },
    };
    if (call.role === 'step' && mayAct(call.answer)) {
      if (call.answer === 'unknown' || isContested) isKnown = false;
      else if (!isRepeated) taken.push(call);
      asked.add(call.asks);
    } else if ((call.role === 'keyless' || call.role === 'odd') && (mayAct(call.answer) || call.answer === 'broken'))
      isKnown = false;
    return result;
  });
}

function roleOf({ condition }: Exchange): CallRole {
  const { requirement, omits } = readCondition(condition) ?? {};
  if (isKeyless(condition)) return 'keyless';
  return requirement !== undefined || omits === 'body' ? 'mistake' : 'odd';
}

/** Every input of an event: without its optional field, and with it. */
export const inputsOf = oncePerKey((event: SimulateEvent): readonly string[] => [
  event,
  ...EVENT_FIELDS.flatMap(field => (field.event === event ? [`${event},${field.wire}`] : [])),
]);

function inputOf(step: Step): string {
  return [step.event, ...EVENT_FIELDS.filter(field => step[field.step] !== undefined).map(({ wire }) => wire)].join();
}

/** Whether a call asks for a step of the happy path. */
export function isOfPath({ asks }: Pick<Call, 'asks'>): boolean {
  return HAPPY_PATH.some(event => event === asks);
}

/** Something with a time (unix ms). */
export type Timed = Pick<Sighting, 'at'>;

/** Whether a call is a step that the service accepted. */
export function isTaken({ role, answer }: Call): boolean {
  return role === 'step' && answer === 'taken';
}

/** Whether a call asks for a credit. */
export function asksForCredit({ asks }: Pick<Call, 'asks'>): boolean {
  return asks !== undefined && leadsToCredit(asks);
}

/** Whether a call repeats an earlier one under its Idempotency-Key. */
export function isReplay({ exchange }: Pick<Call, 'exchange'>): boolean {
  return readCondition(exchange.condition)?.name === 'replay';
}

/** Whether a call asks for a new credit. A replay under the key of an earlier call does not. */
export function asksForOwnCredit(call: Call): boolean {
  return asksForCredit(call) && (call.role === 'step' || otherwiseNamed(askedEvent(call.exchange)) !== undefined);
}

/** Whether an accepted call ended its order without a disbursement. */
export function endsUnpaid({ asks, answer }: Call): boolean {
  return asks !== undefined && FAILURES.includes(asks) && answer === 'taken';
}
