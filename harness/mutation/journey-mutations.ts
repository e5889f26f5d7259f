import { COMPLETED, type SimulateEvent } from '../core/dialect.ts';
import type { Delivery, Evidence, Exchange, Journey, Step } from '../core/evidence.ts';
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

const HAPPY_PATH: readonly SimulateEvent[] = ['deposit_detected', 'deposit_confirmed', 'disburse'];
const FAILURES: readonly SimulateEvent[] = ['wrong_chain', 'expire', 'fail'];

/** An id that no event has. */
const ANOTHER_ID = 'another-event-id';

/** The deliveries that first came after a step and before the next: what the step caused. */
function causedBy(view: View, journey: Journey, step: Step): readonly Delivery[] {
  const next = journey.steps[journey.steps.indexOf(step) + 1]?.at ?? Number.POSITIVE_INFINITY;
  return view
    .eventsOf(journey)
    .filter(({ deliveries: [first] }) => first.at >= step.at && first.at < next)
    .flatMap(({ deliveries }) => deliveries);
}

function* takenSteps(view: View, event: SimulateEvent): Generator<{ journey: Journey; step: Step }> {
  for (const journey of view.evidence.journeys) {
    const step = journey.steps.find(candidate => candidate.event === event && view.outcomeOf(candidate) === 'accepted');
    if (step) yield { journey, step };
  }
}

/** What a step caused never came. */
function silenced(requirement: string, events: readonly SimulateEvent[]): Mutation {
  return {
    name: 'webhook of a step dropped',
    requirement,
    *apply(evidence, view) {
      for (const event of events) {
        for (const { journey, step } of takenSteps(view, event)) {
          const ids = new Set(causedBy(view, journey, step).map(({ id }) => id));
          if (ids.size > 0) yield withMissedWait(withoutDeliveries(evidence, ids), step.exchange);
        }
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
      for (const event of events) {
        for (const { step } of takenSteps(view, event))
          yield withExchange(evidence, step.exchange, exchange => withStatus(exchange, status));
      }
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
  silenced('event.every-step', [...HAPPY_PATH, ...FAILURES]),
  silenced('simulate.deposit-detected', ['deposit_detected']),
  silenced('simulate.deposit-confirmed', ['deposit_confirmed']),
  silenced('simulate.disburse', ['disburse']),
  silenced('simulate.wrong-chain', ['wrong_chain']),
  silenced('simulate.expire', ['expire']),
  silenced('simulate.fail', ['fail']),
  eachRefused('lifecycle.happy-path', HAPPY_PATH, 409),
  eachRefused('collection.lifecycle', HAPPY_PATH, 409),
  eachRefused('simulate.route', HAPPY_PATH, 500),
  refused('version.prefix', 404, () => true),
  refused(
    'simulate.optional-fields',
    409,
    ({ event, receivedAmount }, { steps }) =>
      event === 'deposit_detected' && receivedAmount === undefined && steps[0]?.event === event,
  ),
  refused('lifecycle.other-steps', 409, ({ event }) => event === 'wrong_chain'),
  refused('lifecycle.other-steps', 409, ({ event }) => event === 'expire'),
  refused('lifecycle.other-steps', 409, ({ event }) => event === 'fail'),
  refused('simulate.received-amount', 500, ({ receivedAmount }) => receivedAmount !== undefined),
  refused('simulate.received-network', 500, ({ receivedNetwork }) => receivedNetwork !== undefined),
  ...(['without-event', 'unknown-event'] as const).map(
    (condition): Mutation => ({
      name: 'webhook of a call that should cause none',
      requirement: condition === 'without-event' ? 'simulate.event-required' : 'simulate.event-values',
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
      for (const { journey, step } of takenSteps(view, 'deposit_detected')) {
        const caused = causedBy(view, journey, step);
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
        for (const { journey, step } of takenSteps(view, 'disburse'))
          yield withoutCompletion(evidence, view, journey, step);
      },
    }),
  ),
  {
    name: 'early credit inserted',
    requirement: 'event.completed-not-before-disburse',
    *apply(evidence, view) {
      for (const { delivery, journey } of completions(view)) {
        const disburse = journey.steps.find(({ event }) => event === 'disburse');
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
      for (const event of FAILURES) {
        for (const { journey, step } of takenSteps(view, event)) {
          yield withArrival(
            evidence,
            retold(view, source.delivery, source.journey, journey, Math.min(step.at + 5, journey.to ?? step.at + 5)),
          );
        }
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
