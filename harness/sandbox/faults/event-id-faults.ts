import type { SimulateEvent } from '../../contract/lifecycle.ts';
import type { SandboxDialect } from '../dialect/resolve-dialect.ts';
import { FAILURES } from '../lifecycle/lifecycle.ts';
import type { FaultHooks, Faults } from './fault.ts';
import { changing, mapMembers, namesOrderInBody } from './hooks.ts';

/** If a redelivery keeps its signature, a changed body does not verify. */
const ALSO_UNSIGNED = { alsoBreaks: ['signature.hmac'] };

/** Faults of event ids, and of the content of deliveries with one id (verification rule 5). */
export const EVENT_ID_FAULTS: Faults = {
  'event.id': {
    'redelivery-with-another-amount': [
      'A redelivery or a duplicate has other amounts than the first delivery, under its event id.',
      withOtherAmounts(),
    ],
    'redelivery-without-order': [
      'A redelivery or a duplicate does not name its order.',
      changingRedeliveries((text, order) => text.replaceAll(order, '0')),
      {
        alsoBreaks: ['webhook.at-least-once'],
        breaks: namesOrderInBody,
      },
    ],
    'redelivery-of-another-order': [
      'A redelivery names the order of another event that was delivered before.',
      changingRedeliveries(toAnother()),
      {
        alsoBreaks: ['webhook.at-least-once', 'simulate.own-order'],
        breaks: namesOrderInBody,
      },
    ],
    'event-id-missing': [
      'Webhooks carry no event id.',
      {
        eventBody: (body, { id }) => mapMembers(body, (name, value) => (value === id ? undefined : [name, value])),
        attempt: (attempt, { eventId }) => {
          const others = Object.entries(attempt.headers).filter(([, value]) => value !== eventId);
          return { ...attempt, headers: Object.fromEntries(others) };
        },
      },
    ],
    'event-id-shared': ['All events of an order have the same id.', sharingId()],
    'event-id-shared-beside-reference': [
      'All events of an order have the same id, beside a reference that is unique per event.',
      sharingId(),
      { setup: withReference() },
    ],
  },
  'event.id-kept': {
    'event-id-renewed-on-redelivery': [
      'A redelivery has a new event id.',
      renewingId(),
      { alsoIntermittent: true, ...ALSO_UNSIGNED },
    ],
    'event-id-renewed-on-redelivery-of-failures': [
      'A redelivery of a failure event has a new event id.',
      renewingIdOf(FAILURES),
      ALSO_UNSIGNED,
    ],
    'event-id-retyped-on-redelivery': [
      'The event id is a JSON number, and the same digits as a string in a redelivery.',
      retypingId(),
      { ...ALSO_UNSIGNED, breaks: isInBody },
    ],
    'event-id-renewed-beside-reference': [
      'A redelivery has a new event id, beside a reference that stays.',
      renewingId(),
      { setup: withReference(), ...ALSO_UNSIGNED },
    ],
  },
};

/** Puts a digit before every amount in a redelivery. */
function withOtherAmounts(): FaultHooks {
  return changingRedeliveries(text => text.replaceAll(/(?<=amount"\s*:\s*")(?=\d)/g, '9'));
}

/** Changes the bodies of all deliveries of an event except the first. */
function changingRedeliveries(change: (text: string, order: string) => string): FaultHooks {
  const sent = new Set<string>();
  return {
    attempt: ({ body, headers }, { eventId, orderId = '' }) => {
      if (sent.has(eventId)) return { headers, body: Buffer.from(change(body.toString(), orderId)) };
      sent.add(eventId);
      return undefined;
    },
  };
}

/** Replaces the order by the one of an earlier redelivery, if that was different. */
function toAnother(): (text: string, order: string) => string {
  let last: string | undefined;
  let before: string | undefined;
  return (text, order) => {
    if (order !== last) [before, last] = [last, order];
    return before === undefined ? text : text.replaceAll(order, before);
  };
}

function sharingId(): FaultHooks {
  return changing(
    () => true,
    ({ orderId }) => ({ id: `evt_${orderId}` }),
  );
}

function renewingId(): FaultHooks {
  return {
    attempt: ({ body, headers }, { eventId, number }) => {
      if (number === 1) return undefined;
      const renew = (text: string) => text.replaceAll(eventId, `${eventId}${number}`);
      const renewed = Object.entries(headers).map(([name, value]) => [name, renew(value)]);
      return { body: Buffer.from(renew(body.toString())), headers: Object.fromEntries(renewed) };
    },
  };
}

function isInBody({ eventId }: SandboxDialect): boolean {
  const places = typeof eventId === 'string' ? [eventId] : Object.values(eventId);
  return places.every(place => place.startsWith('/'));
}

function retypingId(): FaultHooks {
  const numbers = new Map<string, number>();
  return {
    attempt: ({ body, headers }, { eventId, number }) => {
      const id = numbers.get(eventId) ?? 1_000_000 + numbers.size;
      numbers.set(eventId, id);
      const text = body.toString().replaceAll(`"${eventId}"`, number === 1 ? `${id}` : `"${id}"`);
      return { headers, body: Buffer.from(text) };
    },
  };
}

function renewingIdOf(steps: readonly SimulateEvent[]): FaultHooks {
  const ids = new Set<string>();
  return {
    events: (events, { step }) => {
      if (step !== undefined && steps.includes(step)) for (const { id } of events) ids.add(id);
      return undefined;
    },
    attempt: (attempt, context) => (ids.has(context.eventId) ? renewingId().attempt?.(attempt, context) : undefined),
  };
}

/** Adds a field under another name that behaves like an event id. */
function withReference(): FaultHooks {
  return {
    eventBody: (body, { type, orderId = 'none', createdAt }) => ({
      ...body,
      reference: `ref_${type}_${createdAt}_${orderId}`,
    }),
  };
}
