import { formatTimestamp } from '../../base/timestamp.ts';
import type { ObservedSignature } from '../../evidence/delivery.ts';
import type { Delivery } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { type Mutation, mutation, replaced, withEventId, withJson, withoutHeader, withText } from './edit.ts';

/** The change of a mutation; `undefined` if it does not apply. */
type Patch<T> = (seen: T, delivery: Delivery, view: View) => Partial<T> | undefined;

/** A mutation that changes one attributed delivery at a time. */
function eachDelivery(name: string, requirement: string, patch: Patch<Delivery>): Mutation {
  return mutation(name, requirement, function* (evidence, view) {
    for (const delivery of view.deliveries) {
      const change = delivery.complete ? patch(delivery, delivery, view) : undefined;
      if (change) yield { ...evidence, deliveries: replaced(evidence.deliveries, { ...delivery, ...change }) };
    }
  });
}

/** A mutation of the observed signature, if it verifies. */
function eachSignature(name: string, requirement: string, patch: Patch<ObservedSignature>): Mutation {
  return eachDelivery(name, requirement, (delivery, _, view) =>
    view.verifies(delivery)
      ? { signatures: delivery.signatures.map(seen => ({ ...seen, ...patch(seen, delivery, view) })) }
      : undefined,
  );
}

const BEYOND_TOLERANCE_MS = 301_000;

const unsigned = { slots: [] } as const;

/** Mutations of deliveries. */
export const DELIVERY_MUTATIONS: readonly Mutation[] = [
  eachDelivery('body replaced by HTML', 'wire.json', ({ body }) => ({ body: withText(body, '<html>') })),
  eachDelivery('field in camelCase added', 'wire.snake-case', ({ body }) => ({
    body: withJson(body, json => Object.assign(json, { createdAt: '' })),
  })),
  eachDelivery('amount sent as a number', 'wire.decimal-strings', ({ body }) => ({
    body: withJson(body, json => Object.assign(json, { received_amount: 12.5 })),
  })),
  eachDelivery('amount changed from text to a number', 'version.stable-shapes', ({ body }) => {
    const text = body.text?.replace(/"((?:\w+_)?(?:amount|rate))"\s*:\s*"[^"]*"/, '"$1":12.5');
    return text === undefined || text === body.text ? undefined : { body: withText(body, text) };
  }),
  eachDelivery('signature header removed', 'signature.header', (delivery, _, view) => ({
    signatures: [],
    headers: view.signaturesOf(delivery).reduce((left, { header }) => withoutHeader(left, header), delivery.headers),
  })),
  eachSignature('separators changed', 'signature.pairs', () => ({ ...unsigned, t: [], v1: 0 })),
  eachSignature('t removed', 'signature.t', () => ({ ...unsigned, t: [] })),
  eachSignature('v1 removed', 'signature.v1', () => ({ ...unsigned, v1: 0 })),
  eachSignature('signed with another secret', 'signature.hmac', () => unsigned),
  eachSignature('signed with another secret', 'webhook.signed', () => unsigned),
  eachSignature('serialised JSON signed again', 'signature.raw-body', () => ({
    ...unsigned,
    nearMiss: 'reserialised-body',
  })),
  eachSignature('digest in uppercase', 'signature.lowercase-hex', () => ({ ...unsigned, nearMiss: 'uppercase-hex' })),
  eachSignature('t too old', 'signature.tolerance', (_, { at }, { interpretation: { timestampUnit } }) => ({
    t: [formatTimestamp(BigInt(Math.round(at - BEYOND_TOLERANCE_MS)) * 1_000_000n, timestampUnit)],
  })),
  eachDelivery('one secret alone', 'signature.rotation', ({ signatures }) =>
    signatures.some(({ slots }) => slots.length > 1)
      ? { signatures: signatures.map(seen => ({ ...seen, slots: seen.slots.slice(0, 1) })) }
      : undefined,
  ),
  eachDelivery('event id of another event', 'event.id', (delivery, _, view) => {
    const journey = view.journeyOf(delivery);
    const other = view.deliveries.find(one => view.journeyOf(one) !== journey && one.at < delivery.at);
    const id = other && view.idOf(other);
    return id === undefined ? undefined : withEventId(delivery, view, id);
  }),
];
