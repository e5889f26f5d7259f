import { jsonOf, stringify } from '../../base/json.ts';
import { setAtPointer } from '../../base/set-at-pointer.ts';
import type { Body, Delivery, Evidence, Headers } from '../../evidence/evidence.ts';
import { placesOf, valueAt } from '../../evidence/interpretation.ts';
import type { View } from '../../evidence/view.ts';

/** A JSON object that may be changed. */
export type Editable = { [key: string]: unknown };

/** A copy of a body with changed JSON; the body itself if its JSON has no members. */
export function withJson(body: Body, change: (json: Editable) => void): Body {
  const value = jsonOf(body)?.value;
  if (typeof value !== 'object' || value === null) return body;
  const copy = structuredClone(value) as unknown as Editable;
  change(copy);
  return withText(body, stringify(copy));
}

/** A copy of a body with another text. */
export function withText(body: Body, text: string): Body {
  const { base64: _, ...rest } = body;
  return { ...rest, text, size: text.length, sha256: `changed: ${text}` };
}

/** The headers without one of them. The name is case-insensitive. */
export function withoutHeader(headers: Headers, name: string): Headers {
  return headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase());
}

/** The headers with one set to a value. */
export function withHeader(headers: Headers, name: string, value: string): Headers {
  return [...withoutHeader(headers, name), [name, value]];
}

/** The items, with the one of the same id replaced. */
export function replaced<T extends { readonly id: string }>(items: readonly T[], by: T): readonly T[] {
  return items.map(item => (item.id === by.id ? by : item));
}

/** A delivery with a text replaced in its body and headers. */
export function withTextReplaced(delivery: Delivery, from: string, to: string): Delivery {
  const { body, headers } = delivery;
  return {
    ...delivery,
    body: body.text === undefined ? body : withText(body, body.text.replaceAll(from, to)),
    headers: headers.map(([name, value]) => [name, value.replaceAll(from, to)]),
  };
}

/** A delivery with another event id in every place where the service puts it. */
export function withEventId(delivery: Delivery, view: View, id: string): Delivery {
  const locator = placesOf(delivery, view.interpretation).eventId ?? {};
  const places =
    typeof locator === 'string' ? locator : (locator[view.typeOf(delivery) ?? ''] ?? Object.values(locator));
  return [places].flat().reduce((changed, place) => withValueAt(changed, place, id), delivery);
}

function withValueAt(delivery: Delivery, place: string, value: string): Delivery {
  if (valueAt(delivery, place) === undefined) return delivery;
  const [, name] = /^header:(.*)$/.exec(place) ?? [];
  if (name !== undefined) return { ...delivery, headers: withHeader(delivery.headers, name, value) };
  return { ...delivery, body: withJson(delivery.body, json => setAtPointer(json, place, value)) };
}

/** A breach of a requirement, injected into evidence that shows the requirement to hold. */
export interface Mutation {
  /** The change, in words. */
  readonly name: string;
  /** The requirement that the change breaks. */
  readonly requirement: string;
  /** Returns changed copies of the evidence, each with a change in another place. The view shows the same evidence. */
  readonly apply: (evidence: Evidence, view: View) => Iterable<Evidence>;
}

/** Makes a mutation. */
export function mutation(name: string, requirement: string, apply: Mutation['apply']): Mutation {
  return { name, requirement, apply };
}
