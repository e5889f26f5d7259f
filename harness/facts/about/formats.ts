import { header, isScalar, type Json, resolvePointer, walk } from '../../base/json.ts';
import { plural } from '../../base/plural.ts';
import { answersOfService, isOk } from '../../evidence/answered.ts';
import type { Delivery } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import type { Sample } from '../fact.ts';
import { identifierForm, timestampForm, timestampForms } from '../forms.ts';
import { bodiesIn, bodiesOf, MONEY, type ObservedBody, seenIn } from './answers.ts';

/** A value of one kind, and where and when it was seen. */
interface Occurrence extends ObservedBody {
  readonly kind: string;
}

/** Formats (Resources and their fields, Gaps): timestamps, decimal strings, identifiers, `request-id`. */
export function* aboutFormats(view: View): Generator<Sample> {
  yield* inHeaders(view);
  const scalars = [...scalarsOf(view)];
  yield* timestamps(scalars);
  yield* decimals(scalars);
  yield* identifiers('format.identifiers', [...idsOf(view)]);
  const ids = answersOfService(view).flatMap(({ id, sentAt, response }) => {
    const value = header(response.headers, 'request-id');
    return value === undefined ? [] : [{ kind: '', value, at: sentAt, id }];
  });
  yield* identifiers('response.request-id-format', ids);
}

const WHEN = /(_at|_on|_time|time|date|timestamp|_until)$/i;

/** A scalar member of a body. */
interface ScalarMember extends Occurrence {
  readonly key: string;
  readonly value: string | number | bigint;
}

function* scalarsOf(view: View): Generator<ScalarMember> {
  const bodies = [
    ...successes(view, 'getOnrampOrder').map(body => ({ kind: 'in onramp orders', ...body })),
    ...successes(view, 'simulateCollectionOrder').map(body => ({ kind: 'in answers to steps', ...body })),
    ...bodiesIn(view.deliveries).map(body => ({ kind: 'in events', ...body })),
  ];
  for (const { value: root, ...seen } of bodies) {
    for (const { key = '', value } of walk(root)) if (isScalar(value)) yield { ...seen, key, value };
  }
}

function successes(view: View, operation: string): readonly ObservedBody[] {
  return bodiesOf(answersOfService(view, operation).filter(({ response }) => isOk(response.status)));
}

/** The forms of every member that is named like a time, and of every text that looks like one. */
function* timestamps(scalars: readonly ScalarMember[]): Generator<Sample> {
  const times = scalars.filter(
    ({ key, value }) => WHEN.test(key) || (typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(value)),
  );
  for (const [kind, all] of Map.groupBy(times, seen => seen.kind)) {
    const formed = all.flatMap(seen => {
      const form = timestampForm(seen.value);
      return form === undefined ? [] : [{ ...seen, form }];
    });
    const merged = timestampForms(formed.map(({ form }) => form));
    for (const { at, id, form } of formed)
      yield { gap: 'format.timestamps', condition: kind, at, id, value: merged(form) };
  }
}

/** A decimal: sign, digits before and after the dot, exponent. */
const DECIMAL = /^([-+]?)(\d*)\.?(\d*)(e[-+]?\d+)?$/i;

/** How amounts and rates are written, by the names of their members. */
function* decimals(scalars: readonly ScalarMember[]): Generator<Sample> {
  for (const { kind, key, value, at, id } of scalars) {
    const [text, sign, whole = '', places = '', exponent] = (MONEY.test(key) && DECIMAL.exec(String(value))) || [];
    if (typeof value !== 'string' || !text) continue;
    const form = [
      places === '' ? 'no dot' : `${plural(places.length, 'digit')} behind the dot`,
      ...(sign ? [`a ${sign}`] : []),
      ...(/^0\d/.test(whole) ? ['leading zeros'] : []),
      ...(exponent ? ['an exponent'] : []),
    ];
    yield { gap: 'format.decimals', condition: `${kind}, ${key}`, at, id, value: form.join(', ') };
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
  { at, id }: Omit<ObservedBody, 'value'>,
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

/** Headers of the connection and of framing, and headers that another gap or requirement covers. */
const OTHER_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'date',
  'host',
  'request-id',
  'accept-encoding',
]);

/** Undocumented headers of answers (Endpoints) and of deliveries (Events), and the form of deliveries. */
function* inHeaders(view: View): Generator<Sample> {
  const { signatureHeaders } = view.interpretation;
  yield* each(
    'response.headers',
    answersOfService(view).map(exchange => ({ headers: exchange.response.headers, ...seenIn(exchange) })),
    OTHER_HEADERS,
  );
  yield* each('webhook.headers', view.deliveries, new Set([...OTHER_HEADERS, 'content-type', ...signatureHeaders]));
  for (const { at, id, method, headers } of view.deliveries) {
    yield { gap: 'webhook.form', condition: 'the method', at, id, value: method };
    const mediaType = header(headers, 'content-type') ?? 'none';
    yield { gap: 'webhook.form', condition: 'the media type', at, id, value: mediaType };
  }
}

function* each(
  gap: string,
  messages: readonly Pick<Delivery, 'headers' | 'at' | 'id'>[],
  without: ReadonlySet<string>,
): Generator<Sample> {
  const all = messages.map(({ headers, at, id }) => ({
    own: new Map(headers.map(([name, value]) => [name.toLowerCase(), value])),
    at,
    id,
  }));
  const names = [...new Set(all.flatMap(({ own }) => [...own.keys()]))].filter(name => !without.has(name)).sort();
  if (names.length === 0) for (const { at, id } of all) yield { gap, at, id, value: 'none' };
  for (const name of names) {
    const values = new Set(all.flatMap(({ own }) => own.get(name) ?? []));
    for (const { own, at, id } of all) {
      const value = own.get(name);
      yield { gap, condition: name, at, id, ...(value !== undefined && { value: inWords(name, value, values) }) };
    }
  }
}

/** Headers whose value depends on the service, not on the message or the time. */
const CHOSEN = /^(content-type|user-agent|server|accept|cache-control|vary|via|allow|x-powered-by)$/;
/** The most values of one header that are listed. */
const FEW = 4;

function inWords(name: string, value: string, values: ReadonlySet<string>): string {
  if (CHOSEN.test(name) && values.size <= FEW) return value;
  if (/^\d+$/.test(value)) return 'a number';
  if (values.size > 1 || /\d{5}|[0-9a-f]{8}-|[0-9a-f]{16}/i.test(value)) return 'a varying value';
  return value;
}
