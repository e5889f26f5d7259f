import { causality } from '../core/causality.ts';
import { CONDITIONS } from '../core/condition.ts';
import { COMPLETED } from '../core/dialect.ts';
import type { Delivery, Evidence, Exchange, Journey, Step } from '../core/evidence.ts';
import {
  EVENT_FIELDS,
  FAILURES,
  HAPPY_PATH,
  LIFECYCLE,
  leadsToCredit,
  SIMULATE_EVENTS,
  type SimulateEvent,
} from '../core/lifecycle.ts';
import type { View } from '../core/view.ts';
import {
  withArrival,
  withExchange,
  withMissedWait,
  withoutDeliveries,
  withStatus,
  withTextReplaced,
  withValueAt,
} from './edit.ts';
import type { Mutation } from './mutation.ts';

const CREDITING = SIMULATE_EVENTS.filter(leadsToCredit);

/** An id that no event has. */
const ANOTHER_ID = 'another-event-id';

/** The deliveries of the events that a step caused. */
function causedBy(view: View, step: Step): readonly Delivery[] {
  return causality(view).causes.flatMap(({ event, moment }) => (moment?.step === step ? event.deliveries : []));
}

/** The first accepted step of each event in each journey, event by event. */
function* takenSteps(view: View, events: readonly SimulateEvent[]): Generator<{ journey: Journey; step: Step }> {
  for (const event of events) {
    for (const journey of view.evidence.journeys) {
      const step = journey.steps.find(taken => taken.event === event && view.outcomeOf(taken) === 'accepted');
      if (step) yield { journey, step };
    }
  }
}

/** What a step caused never came. */
function silenced(requirement: string, events: readonly SimulateEvent[]): Mutation {
  return {
    name: 'webhook of a step dropped',
    requirement,
    *apply(evidence, view) {
      for (const { step } of takenSteps(view, events)) {
        const ids = new Set(causedBy(view, step).map(({ id }) => id));
        if (ids.size > 0) yield withMissedWait(withoutDeliveries(evidence, ids), step.exchange);
      }
    },
  };
}

/** Every step of a kind was answered otherwise. */
function refused(requirement: string, status: number, fits: (step: Step, journey: Journey) => boolean): Mutation {
  return {
    name: `step answered ${status}`,
    requirement,
    *apply(evidence) {
      const calls = new Set(
        evidence.journeys.flatMap(journey =>
          journey.steps.filter(step => fits(step, journey)).map(({ exchange }) => exchange),
        ),
      );
      if (calls.size === 0) return;
      const change = (exchange: Exchange) => (calls.has(exchange.id) ? withStatus(exchange, status) : exchange);
      yield { ...evidence, exchanges: evidence.exchanges.map(change) };
    },
  };
}

/** One step after another was answered otherwise. */
function eachRefused(requirement: string, events: readonly SimulateEvent[], status: number): Mutation {
  return {
    name: `step answered ${status}`,
    requirement,
    *apply(evidence, view) {
      for (const { step } of takenSteps(view, events))
        yield withExchange(evidence, step.exchange, exchange => withStatus(exchange, status));
    },
  };
}

/** Completions as they came, first delivery of each. */
function completions(view: View): readonly { readonly delivery: Delivery; readonly journey: Journey }[] {
  return view.evidence.journeys.flatMap(journey =>
    view
      .eventsOf(journey)
      .flatMap(event => (view.isCompleted(event) ? [{ delivery: event.deliveries[0], journey }] : [])),
  );
}

/** A delivery as if it had been about another order, under an id of its own, at another time. */
function retold(view: View, delivery: Delivery, from: Journey, to: Journey, at: number): Delivery {
  const renamed = withValueAt(delivery, view.interpretation.eventId, view.typeOf(delivery), ANOTHER_ID);
  return {
    ...withTextReplaced(renamed, from.order, to.order),
    id: 'd-retold',
    at,
    answer: { kind: 'status', status: 200, refused: false },
  };
}

const withoutCompletion = (evidence: Evidence, view: View, journey: Journey, step: Step): Evidence => {
  const ids = new Set(
    view
      .deliveriesOf(journey)
      .filter(delivery => view.typeOf(delivery) === COMPLETED)
      .map(({ id }) => id),
  );
  return withMissedWait(withoutDeliveries(evidence, ids), step.exchange);
};

/** Journeys, broken: events that are missing, early, doubled, misdirected. */
export const JOURNEY_MUTATIONS: readonly Mutation[] = [
  silenced('event.every-step', SIMULATE_EVENTS),
  ...SIMULATE_EVENTS.map(event => silenced(LIFECYCLE[event].requirement, [event])),
  eachRefused('lifecycle.happy-path', HAPPY_PATH, 409),
  eachRefused('collection.lifecycle', HAPPY_PATH, 409),
  eachRefused('simulate.route', HAPPY_PATH, 500),
  refused('version.prefix', 404, () => true),
  refused(
    'simulate.optional-fields',
    409,
    (step, { steps }) =>
      step.event === HAPPY_PATH[0] &&
      EVENT_FIELDS.every(field => step[field.step] === undefined) &&
      steps[0]?.event === step.event,
  ),
  ...FAILURES.map(failure => refused('lifecycle.other-steps', 409, ({ event }) => event === failure)),
  ...EVENT_FIELDS.map(field => refused(field.requirement, 500, step => step[field.step] !== undefined)),
  ...(['without-event', 'unknown-event'] as const).map(
    (condition): Mutation => ({
      name: 'webhook of a call that should cause none',
      requirement: CONDITIONS[condition].requirement ?? '',
      *apply(evidence, view) {
        const call = evidence.exchanges.find(
          exchange => exchange.condition === condition && exchange.response?.status !== 429,
        );
        const to = evidence.journeys.find(({ id }) => id === call?.journey);
        const source = completions(view)[0];
        if (call && to && source)
          yield withArrival(evidence, retold(view, source.delivery, source.journey, to, call.endedAt + 0.01));
      },
    }),
  ),
  {
    name: 'webhook of a step about another order',
    requirement: 'simulate.own-order',
    *apply(evidence, view) {
      for (const { journey, step } of takenSteps(view, HAPPY_PATH.slice(0, 1))) {
        const caused = causedBy(view, step);
        const to = evidence.journeys.find(({ steps }) => (steps[0]?.at ?? 0) > step.at);
        const wait = evidence.waits.find(({ since }) => since === step.exchange);
        const [first] = caused;
        if (first === undefined || to === undefined || wait === undefined || wait.to >= (to.steps[0]?.at ?? 0))
          continue;
        const silent = withMissedWait(withoutDeliveries(evidence, new Set(caused.map(({ id }) => id))), step.exchange);
        yield withArrival(silent, retold(view, first, journey, to, (step.at + wait.to) / 2));
      }
    },
  },
  ...['event.completed-delivered', 'collection.credit-signal'].map(
    (requirement): Mutation => ({
      name: 'disbursement.completed dropped',
      requirement,
      *apply(evidence, view) {
        for (const { journey, step } of takenSteps(view, CREDITING))
          yield withoutCompletion(evidence, view, journey, step);
      },
    }),
  ),
  {
    name: 'early credit inserted',
    requirement: 'event.completed-not-before-disburse',
    *apply(evidence, view) {
      for (const { delivery, journey } of completions(view)) {
        const disburse = journey.steps.find(({ event }) => leadsToCredit(event));
        if (disburse) yield withArrival(evidence, retold(view, delivery, journey, journey, disburse.at - 0.01));
      }
    },
  },
  {
    name: 'credit of a failed order inserted',
    requirement: 'event.completed-never-on-failure',
    *apply(evidence, view) {
      const [source] = completions(view);
      if (source === undefined) return;
      for (const { journey, step } of takenSteps(view, FAILURES)) {
        const at = Math.min(step.at + 5, journey.to ?? step.at + 5);
        yield withArrival(evidence, retold(view, source.delivery, source.journey, journey, at));
      }
    },
  },
  {
    name: 'credit sent twice, under two ids',
    requirement: 'collection.credited-once',
    *apply(evidence, view) {
      for (const { delivery, journey } of completions(view))
        yield withArrival(evidence, retold(view, delivery, journey, journey, delivery.at + 0.01));
    },
  },
  {
    name: 'redelivery dropped',
    requirement: 'webhook.at-least-once',
    *apply(evidence, view) {
      for (const { refused: first, later } of redeliveries(view)) {
        yield withMissedWait(withoutDeliveries(evidence, new Set(later.map(({ id }) => id))), first.id);
      }
    },
  },
  {
    name: 'event id changed on redelivery',
    requirement: 'event.id-kept',
    *apply(evidence, view) {
      for (const { later } of redeliveries(view)) {
        const ids = new Set(later.map(({ id }) => id));
        const change = (delivery: Delivery) =>
          ids.has(delivery.id)
            ? withValueAt(delivery, view.interpretation.eventId, view.typeOf(delivery), ANOTHER_ID)
            : delivery;
        yield { ...evidence, deliveries: evidence.deliveries.map(change) };
      }
    },
  },
];

/** Refused deliveries, with what came of the same event afterwards. */
function* redeliveries(view: View): Generator<{ refused: Delivery; later: readonly Delivery[] }> {
  for (const journey of view.evidence.journeys) {
    for (const { deliveries } of view.eventsOf(journey)) {
      const refused = deliveries.find(({ answer }) => answer.refused);
      const later = deliveries.filter(({ at }) => refused !== undefined && at > refused.at);
      if (refused && later.length > 0) yield { refused, later };
    }
  }
}
