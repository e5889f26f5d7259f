import type { Delivery, SignatureSeen } from '../core/evidence.ts';
import { formatTimestamp } from '../core/timestamp.ts';
import type { View } from '../core/view.ts';
import { findMember, withDelivery, withHeader, withJson, withoutHeader, withText, withValueAt } from './edit.ts';
import type { Mutation } from './mutation.ts';

/** A mutation that changes one attributed delivery after another. */
function eachDelivery(
  name: string,
  requirement: string,
  change: (delivery: Delivery, view: View) => Delivery | undefined,
): Mutation {
  return {
    name,
    requirement,
    *apply(evidence, view) {
      for (const delivery of view.deliveries) {
        const changed = delivery.complete ? change(delivery, view) : undefined;
        if (changed) yield withDelivery(evidence, delivery.id, () => changed);
      }
    },
  };
}

/** A mutation of what the observer saw of a signature. */
function eachSignature(
  name: string,
  requirement: string,
  change: (seen: SignatureSeen, delivery: Delivery, view: View) => SignatureSeen,
): Mutation {
  return eachDelivery(name, requirement, (delivery, view) =>
    view.verifies(delivery)
      ? { ...delivery, signatures: delivery.signatures.map(seen => change(seen, delivery, view)) }
      : undefined,
  );
}

const BEYOND_TOLERANCE_MS = 301_000;

function shifted(ms: number) {
  return (seen: SignatureSeen, delivery: Delivery, view: View): SignatureSeen => ({
    ...seen,
    t: [formatTimestamp(BigInt(Math.round(delivery.at + ms)) * 1_000_000n, view.interpretation.timestampUnit)],
  });
}

const unsigned = { slots: [] as const };

/** Mutations of deliveries. */
export const DELIVERY_MUTATIONS: readonly Mutation[] = [
  eachDelivery('body replaced by HTML', 'wire.json', delivery => ({
    ...delivery,
    body: withText(delivery.body, '<html>'),
  })),
  eachDelivery('declared as text', 'wire.json', delivery => ({
    ...delivery,
    headers: withHeader(delivery.headers, 'content-type', 'text/plain'),
  })),
  eachDelivery('field renamed to camelCase', 'wire.snake-case', delivery => ({
    ...delivery,
    body: withJson(delivery.body, json => Object.assign(json, { createdAt: '' })),
  })),
  eachDelivery('amount sent as a number', 'wire.decimal-strings', delivery => ({
    ...delivery,
    body: withJson(delivery.body, json => Object.assign(json, { received_amount: 12.5 })),
  })),
  eachDelivery('amount changed from text to a number', 'version.stable-shapes', delivery => {
    const body = withJson(delivery.body, json => {
      const found = findMember(json, (key, value) => /(^|_)(amount|rate)$/.test(key) && typeof value === 'string');
      if (found) found.owner[found.key] = 12.5;
    });
    return body.text === delivery.body.text ? undefined : { ...delivery, body };
  }),
  eachDelivery('signature header removed', 'signature.header', (delivery, view) => {
    const names = view.signaturesOf(delivery).map(({ header }) => header);
    return { ...delivery, signatures: [], headers: names.reduce(withoutHeader, delivery.headers) };
  }),
  eachSignature('separators changed', 'signature.pairs', seen => ({ ...seen, ...unsigned, t: [], v1: 0 })),
  eachSignature('t removed', 'signature.t', seen => ({ ...seen, ...unsigned, t: [] })),
  eachSignature('v1 removed', 'signature.v1', seen => ({ ...seen, ...unsigned, v1: 0 })),
  eachSignature('signed with another secret', 'signature.hmac', seen => ({ ...seen, ...unsigned })),
  eachSignature('signed with another secret', 'webhook.signed', seen => ({ ...seen, ...unsigned })),
  eachSignature('serialised JSON signed again', 'signature.raw-body', seen => ({
    ...seen,
    ...unsigned,
    nearMiss: 'reserialised-body',
  })),
  eachSignature('digest in uppercase', 'signature.lowercase-hex', seen => ({
    ...seen,
    ...unsigned,
    nearMiss: 'uppercase-hex',
  })),
  eachSignature('t too old', 'signature.tolerance', shifted(-BEYOND_TOLERANCE_MS)),
  eachSignature('t too new', 'signature.tolerance', shifted(BEYOND_TOLERANCE_MS + 1000)),
  eachSignature('one secret alone', 'signature.rotation', seen => ({ ...seen, slots: seen.slots.slice(0, 1) })),
  eachDelivery('event id of another event', 'event.id', (delivery, view) => {
    const journey = view.journeyOf(delivery);
    const other = view.deliveries.find(
      candidate => view.journeyOf(candidate) !== journey && candidate.at < delivery.at,
    );
    const id = other && view.idOf(other);
    return id === undefined ? undefined : withValueAt(delivery, view.interpretation.eventId, view.typeOf(delivery), id);
  }),
];
