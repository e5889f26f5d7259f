import { answersOfService, isOk } from '../../core/answered.ts';
import { header, isScalar, type Json, resolvePointer, walk } from '../../core/json.ts';
import type { View } from '../../core/view.ts';
import { identifierForm } from '../identifier-form.ts';
import type { Sample } from '../sample.ts';
import { timestampForm, timestampForms } from '../timestamp-form.ts';
import { bodiesIn, bodiesOf } from './answers.ts';
import type { BodySeen } from './fields.ts';

/** A value of one kind, and where and when it was seen. */
interface Occurrence extends BodySeen {
  readonly kind: string;
}

/** Formats (Resources and their fields, Gaps): timestamps, identifiers, `request-id`. */
export function* aboutFormats(view: View): Generator<Sample> {
  yield* timestamps(view);
  yield* identifiers('format.identifiers', [...idsOf(view)]);
  const ids = answersOfService(view).flatMap(({ id, sentAt, response }) => {
    const value = header(response.headers, 'request-id');
    return value === undefined ? [] : [{ kind: '', value, at: sentAt, id }];
  });
  yield* identifiers('response.request-id-format', ids);
}

const WHEN = /(_at|_on|_time|time|date|timestamp|_until)$/i;

/** Every member with the name of a time, and every text that looks like one. */
function* timesOf(view: View): Generator<Occurrence> {
  const bodies = [
    ...successes(view, 'getOnrampOrder').map(body => ({ kind: 'in onramp orders', ...body })),
    ...successes(view, 'simulateCollectionOrder').map(body => ({ kind: 'in answers to steps', ...body })),
    ...bodiesIn(view.deliveries).map(body => ({ kind: 'in events', ...body })),
  ];
  for (const { value: root, ...seen } of bodies) {
    for (const { key = '', value } of walk(root)) {
      const text = typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(value);
      if (isScalar(value) && (text || WHEN.test(key))) yield { ...seen, value };
    }
  }
}

function successes(view: View, operation: string): readonly BodySeen[] {
  return bodiesOf(answersOfService(view, operation).filter(({ response }) => isOk(response.status)));
}

function* timestamps(view: View): Generator<Sample> {
  for (const [kind, all] of Map.groupBy(timesOf(view), seen => seen.kind)) {
    const formed = all.flatMap(seen => {
      const form = timestampForm(seen.value);
      return form === undefined ? [] : [{ ...seen, form }];
    });
    const merged = timestampForms(formed.map(({ form }) => form));
    for (const { at, id, form } of formed)
      yield { gap: 'format.timestamps', condition: kind, at, id, value: merged(form) };
  }
}

const ORDER_IDS = ['id', 'reference', 'customer_id'] as const;
const ACCOUNT_IDS = ['id', 'reference', 'provider_reference'] as const;

function* idsOf(view: View): Generator<Occurrence> {
  for (const { value: order, ...seen } of successes(view, 'getOnrampOrder')) {
    for (const name of ORDER_IDS) yield* occurrence(`onramp order ${name}`, resolvePointer(order, `/${name}`), seen);
    for (const name of ACCOUNT_IDS)
      yield* occurrence(`account ${name}`, resolvePointer(order, `/account/${name}`), seen);
  }
  for (const { id, order, from } of view.evidence.journeys)
    yield { kind: 'collection order', value: order, at: from, id };
  for (const journey of view.evidence.journeys) {
    for (const {
      id,
      deliveries: [first],
    } of view.eventsOf(journey))
      yield* occurrence('event', id, first);
  }
}

function* occurrence(
  kind: string,
  value: Json | undefined,
  { at, id }: Omit<BodySeen, 'value'>,
): Generator<Occurrence> {
  if (isScalar(value)) yield { kind, value, at, id };
}

function* identifiers(gap: string, all: readonly Occurrence[]): Generator<Sample> {
  for (const [kind, seen] of Map.groupBy(all, ({ kind: own }) => own)) {
    const texts = seen.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
    const form = texts.length > 0 ? identifierForm(texts) : '';
    for (const { at, id, value } of seen) {
      const own = typeof value === 'string' ? form : 'a number';
      yield { gap, ...(kind !== '' && { condition: kind }), at, id, value: own };
    }
  }
}
