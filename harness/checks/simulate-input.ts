import { isOk } from '../core/answered.ts';
import { readCondition } from '../core/condition.ts';
import type { View } from '../core/view.ts';
import { answered } from './answers.ts';
import { breach, type Check, pass } from './check.ts';
import { mistakes } from './happy-path.ts';

/** Statuses about the key or the order: they say nothing about the event. */
const NOT_OF_THE_INPUT = new Set([401, 403, 404]);

/** 4.3: event is required and one of six; anything else simulates nothing, whatever the response. */
export const simulateInput: Check = {
  id: 'simulate-input',
  title: 'A call without a known event simulates nothing',
  kind: 'safety',
  requirements: ['simulate.event-required', 'simulate.event-values'],
  *judge(view) {
    for (const exchange of answered(view, 'simulateCollectionOrder')) {
      const { requirement, words } = readCondition(exchange.condition) ?? {};
      if (requirement === undefined) continue;
      const fired = firedBy(view, exchange.journey, exchange.sentAt);
      if (fired === undefined && !NOT_OF_THE_INPUT.has(exchange.response.status)) yield pass(requirement, exchange.id);
      const finding = {
        requirement,
        expected: 'an error response, and no webhook',
        received: `${exchange.response.status}${fired === undefined ? ', no webhook' : ' and a webhook'}`,
        evidence: fired === undefined ? [exchange.id] : [fired, exchange.id],
      };
      if (fired !== undefined)
        yield breach({ ...finding, cause: 'fired', message: `a simulate call ${words} sends a webhook` });
      else if (isOk(exchange.response.status)) {
        const message = `a simulate call ${words} succeeds`;
        yield breach({ ...finding, severity: 'advice', cause: 'accepted', message });
      }
    }
  },
};

/** A delivery about the journey between a call and its first real step. */
function firedBy(view: View, journeyId: string | undefined, from: number): string | undefined {
  const journey = view.evidence.journeys.find(({ id }) => id === journeyId);
  if (journey === undefined) return undefined;
  const earlier = new Set(
    view
      .eventsOf(journey)
      .filter(({ deliveries }) => deliveries[0].at < from)
      .map(({ type }) => type),
  );
  const until = journey.steps[0]?.at ?? Number.POSITIVE_INFINITY;
  const types = ordinaryTypes(view, journeyId);
  const fired = view
    .eventsOf(journey)
    .find(
      ({ type, deliveries: [first] }) => first.at >= from && first.at < until && !earlier.has(type) && !types.has(type),
    );
  return fired?.deliveries[0].id;
}

/** Types that come about other orders before any call: they belong to no call. */
function ordinaryTypes(view: View, except: string | undefined): ReadonlySet<string | undefined> {
  return new Set(
    view.evidence.journeys
      .filter(({ id }) => id !== except)
      .flatMap(journey => {
        const first = Math.min(journey.steps[0]?.at ?? 0, ...mistakes(view, journey).map(({ sentAt }) => sentAt));
        return view.eventsOf(journey).filter(({ deliveries }) => deliveries[0].at < first);
      })
      .map(({ type }) => type),
  );
}
