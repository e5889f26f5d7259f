import {
  EVENT_FIELDS,
  FAILURES,
  HAPPY_PATH,
  LIFECYCLE,
  leadsToCredit,
  SIMULATE_EVENTS,
  type SimulateEvent,
} from '../../contract/lifecycle.ts';
import { CONDITIONS } from '../../evidence/condition.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { Delivery, Evidence, Journey, Step } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { causesIn } from '../../order/causes.ts';
import { type StepCall, type Trace, tracesOf } from '../../order/trace.ts';
import { type Mutation, mutation, withEventId, withTextReplaced } from './edit.ts';

const CREDITING = SIMULATE_EVENTS.filter(leadsToCredit);

/** An event id that no event has. */
const ANOTHER_ID = 'another-event-id';

/** A delivery with its journey. */
interface OwnedDelivery {
  readonly delivery: Delivery;
  readonly journey: Journey;
}

/** The first accepted step of each event in each order, event by event. */
function* takenSteps(view: View, events: readonly SimulateEvent[]): Generator<StepCall & Pick<Trace, 'journey'>> {
  for (const event of events)
    for (const { journey, calls } of tracesOf(view)) {
      const call = calls.find((own): own is StepCall => own.step?.event === event && own.answer === 'taken');
      if (call) yield { journey, ...call };
    }
}

/** The deliveries of the events that a step caused. */
function causedBy(view: View, step: Step): readonly Delivery[] {
  return causesIn(view).causes.flatMap(({ event, call }) => (call?.step === step ? event.deliveries : []));
}

/** The first delivery of each credit signal. */
function completions(view: View): readonly OwnedDelivery[] {
  return view.evidence.journeys.flatMap(journey =>
    view
      .eventsOf(journey)
      .flatMap(event => (event.type === COMPLETED ? [{ delivery: event.deliveries[0], journey }] : [])),
  );
}

/** Refused deliveries with the later deliveries of the same event. */
function* redeliveries(view: View): Generator<{ refused: Delivery; later: readonly Delivery[] }> {
  for (const { deliveries } of view.evidence.journeys.flatMap(journey => view.eventsOf(journey))) {
    const refused = deliveries.find(({ answer }) => answer.refused);
    const later = deliveries.filter(({ at }) => refused !== undefined && at > refused.at);
    if (refused && later.length > 0) yield { refused, later };
  }
}

/** Evidence without some deliveries. The waits for them since an exchange or delivery are missed. */
function silence(evidence: Evidence, dropped: readonly Delivery[], since: string): Evidence {
  return {
    ...evidence,
    deliveries: evidence.deliveries.filter(delivery => !dropped.includes(delivery)),
    waits: evidence.waits.map(wait => (wait.since === since ? { ...wait, outcome: 'missed' } : wait)),
  };
}

/** Evidence with a copy of a delivery about another order, with a new event id, at another time. */
function insert(
  evidence: Evidence,
  view: View,
  { delivery, journey }: OwnedDelivery,
  to: Journey,
  at: number,
): Evidence {
  const inserted: Delivery = {
    ...withTextReplaced(withAnotherId(view, delivery), journey.order, to.order),
    id: 'd-inserted',
    at,
    answer: { kind: 'status', status: 200, refused: false },
  };
  return { ...evidence, deliveries: [...evidence.deliveries, inserted].sort((a, b) => a.at - b.at) };
}

function withAnotherId(view: View, delivery: Delivery): Delivery {
  return withEventId(delivery, view, ANOTHER_ID);
}

/** The events of a step never arrive. */
function silenced(requirement: string, events: readonly SimulateEvent[]): Mutation {
  return mutation('webhook of a step dropped', requirement, function* (evidence, view) {
    // If nobody waited for it, a run does not show that it is lost.
    for (const { step, wait } of takenSteps(view, events)) {
      const caused = causedBy(view, step);
      if (caused.length > 0 && wait) yield silence(evidence, caused, step.exchange);
    }
  });
}

/** All steps of a kind have another status. */
function refused(requirement: string, status: number, fits: (step: Step) => boolean): Mutation {
  return mutation(`step answered ${status}`, requirement, function* (evidence) {
    const steps = evidence.journeys.flatMap(journey => journey.steps.filter(fits));
    if (steps.length > 0) yield withAnswered(evidence, steps, status);
  });
}

/** One step of the happy path at a time has another status. */
function eachRefused(requirement: string, status: number): Mutation {
  return mutation(`step answered ${status}`, requirement, (evidence, view) =>
    takenSteps(view, HAPPY_PATH)
      .filter(({ isOnPath }) => isOnPath)
      .map(({ step }) => withAnswered(evidence, [step], status)),
  );
}

/** Evidence in which the calls of some steps have another status. */
function withAnswered(evidence: Evidence, steps: readonly Step[], status: number): Evidence {
  const calls = new Set(steps.map(({ exchange }) => exchange));
  const exchanges = evidence.exchanges.map(call =>
    call.response && calls.has(call.id) ? { ...call, response: { ...call.response, status } } : call,
  );
  return { ...evidence, exchanges };
}

/** The credit signal of one order at a time never arrives. */
function uncredited(requirement: string): Mutation {
  return mutation('disbursement.completed dropped', requirement, function* (evidence, view) {
    for (const { journey, step, wait } of takenSteps(view, CREDITING)) {
      if (wait === undefined) continue;
      const signals = view.deliveriesOf(journey).filter(delivery => view.typeOf(delivery) === COMPLETED);
      yield silence(evidence, signals, step.exchange);
    }
  });
}

/** A call that should cause nothing sends a webhook. */
function fires(condition: 'without-event' | 'unknown-event'): Mutation {
  return mutation(
    'webhook of a call that should cause none',
    CONDITIONS[condition].requirement ?? '',
    function* (evidence, view) {
      const call = evidence.exchanges.find(one => one.condition === condition && one.response?.status !== 429);
      const to = evidence.journeys.find(({ id }) => id === call?.journey);
      const [source] = completions(view);
      if (call && to && source) yield insert(evidence, view, source, to, call.endedAt + 0.01);
    },
  );
}

/** Whether a step is the first of the happy path and names no amount. */
function isPlainBeginning(step: Step): boolean {
  return step.event === HAPPY_PATH[0] && EVENT_FIELDS.every(field => step[field.step] === undefined);
}

/** Mutations of journeys: missing, early and duplicate events, and events about the wrong order. */
export const JOURNEY_MUTATIONS: readonly Mutation[] = [
  silenced('event.every-step', SIMULATE_EVENTS),
  ...SIMULATE_EVENTS.map(event => silenced(LIFECYCLE[event].requirement, [event])),
  eachRefused('lifecycle.happy-path', 409),
  eachRefused('collection.lifecycle', 409),
  eachRefused('simulate.route', 500),
  refused('version.prefix', 404, () => true),
  refused('simulate.optional-fields', 409, isPlainBeginning),
  ...FAILURES.map(failure => refused('lifecycle.other-steps', 409, ({ event }) => event === failure)),
  ...EVENT_FIELDS.map(field => refused(field.requirement, 500, step => step[field.step] !== undefined)),
  fires('without-event'),
  fires('unknown-event'),
  uncredited('event.completed-delivered'),
  uncredited('collection.credit-signal'),
  mutation('webhook of a step about another order', 'simulate.own-order', function* (evidence, view) {
    for (const { journey, step, wait } of takenSteps(view, HAPPY_PATH.slice(0, 1))) {
      const caused = causedBy(view, step);
      const [delivery] = caused;
      const to = evidence.journeys.find(({ steps }) => (steps[0]?.at ?? 0) > step.at);
      if (delivery === undefined || to === undefined || wait === undefined) continue;
      if (wait.to >= (to.steps[0]?.at ?? 0)) continue;
      const silent = silence(evidence, caused, step.exchange);
      yield insert(silent, view, { delivery, journey }, to, (step.at + wait.to) / 2);
    }
  }),
  mutation('early credit inserted', 'event.completed-not-before-disburse', function* (evidence, view) {
    for (const owned of completions(view)) {
      const disburse = owned.journey.steps.find(({ event }) => leadsToCredit(event));
      if (disburse) yield insert(evidence, view, owned, owned.journey, disburse.at - 0.01);
    }
  }),
  mutation('credit of a failed order inserted', 'event.completed-never-on-failure', function* (evidence, view) {
    const [source] = completions(view);
    if (source === undefined) return;
    for (const { journey, step } of takenSteps(view, FAILURES))
      yield insert(evidence, view, source, journey, Math.min(step.at + 5, journey.to ?? step.at + 5));
  }),
  mutation('credit sent twice, with two ids', 'collection.credited-once', function* (evidence, view) {
    for (const owned of completions(view)) yield insert(evidence, view, owned, owned.journey, owned.delivery.at + 0.01);
  }),
  mutation('redelivery dropped', 'webhook.at-least-once', function* (evidence, view) {
    for (const { refused: first, later } of redeliveries(view)) yield silence(evidence, later, first.id);
  }),
  mutation('event id changed on redelivery', 'event.id-kept', function* (evidence, view) {
    for (const { later } of redeliveries(view)) {
      const deliveries = evidence.deliveries.map(one => (later.includes(one) ? withAnotherId(view, one) : one));
      yield { ...evidence, deliveries };
    }
  }),
];
