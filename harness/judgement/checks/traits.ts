import { isObject, isScalar, type Json, jsonOf } from '../../base/json.ts';
import type { Body, Journey, Step } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { arrivalOf } from '../../evidence/windows.ts';

/** What a consumer can see of an order: by place in an answer or an event, the values that stand there. */
export interface Traits {
  readonly values: ReadonlyMap<string, string>;
  readonly hasEvents: boolean;
  /** The amounts that the events show. */
  readonly amounts: readonly number[];
}

/** Names of members that may hold a sum of money. */
const SUM = /amount|received|paid|sum|total|value|quantity|due|balance/i;
/** Names of members whose decimal string is a sum of money, and no time, rate or count. */
const MONEY = /^(.*_)?(amount|received|paid|total|sum|due|balance)$/i;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * What a consumer can see of an order, or of what came of one of its steps until the next.
 *
 * @param only the step. Default: all
 */
export function traitsOf(view: View, journey: Journey, only?: Step): Traits {
  const taken = journey.steps.filter(step => view.outcomeOf(step) !== 'refused');
  const next = only && taken[taken.indexOf(only) + 1];
  const values = new Map<string, string>();
  for (const step of only ? [only] : taken) {
    const { response } = view.exchange(step.exchange) ?? {};
    if (response) gather(values, `answer ${step.event}`, response.body);
    values.set(`answer ${step.event} status`, String(response?.status));
  }
  const from = only?.at ?? Number.NEGATIVE_INFINITY;
  const until = next?.at ?? Number.POSITIVE_INFINITY;
  const events = view.eventsOf(journey).filter(event => arrivalOf(event) >= from && arrivalOf(event) < until);
  for (const { type = '', deliveries } of events) {
    values.set(`event ${type}`, '');
    gather(values, `event ${type}`, deliveries[0].body);
  }
  const amounts = [...values].flatMap(([place, value]) =>
    place.startsWith('event ') && isAmount(place, value) ? Number(value) : [],
  );
  return { values, hasEvents: events.length > 0, amounts };
}

/** Adds the values of a body. */
function gather(values: Map<string, string>, where: string, body: Body): void {
  const add = (value: Json, place: string) => {
    if (Array.isArray(value)) value.forEach((item, index) => void add(item, `${place}/${index}`));
    else if (isObject(value)) for (const [name, inner] of Object.entries(value)) add(inner, `${place}/${name}`);
    else values.set(place, isScalar(value) ? String(value) : JSON.stringify(value));
  };
  const json = jsonOf(body);
  if (json) add(json.value, where);
}

/**
 * Where an order differs from all of several plain ones; undefined where it does not. What differs among the plain
 * ones tells nothing, but for a sum that is smaller or larger than any of theirs, or that has the digits of the amount.
 */
export function differs({ values }: Traits, plain: readonly Traits[], amount: string): string | undefined {
  for (const [place, value] of values) {
    const theirs = plain.flatMap(other => other.values.get(place) ?? []);
    if (theirs.length === 0) return place;
    if (theirs.includes(value)) continue;
    const isSteady = theirs.length > 1 && theirs.every(other => other === theirs[0]);
    if (isSteady || digitsOf(value) === digitsOf(amount) || isBeyond(place, value, theirs)) return place;
  }
  const missing = [...(plain[0]?.values.keys() ?? [])].filter(place => !values.has(place));
  return missing.find(place => plain.every(other => other.values.has(place)));
}

/** Whether a value is an amount of money, by its name: `received_amount`, `total`, or `value` in `received`. */
function isAmount(place: string, value: string): boolean {
  const [name = '', around = ''] = place.split('/').toReversed();
  if (!NUMBER.test(value)) return false;
  return /amount/i.test(name) || (value.includes('.') && MONEY.test(/^value$/i.test(name) ? around : name));
}

function nameIn(place: string): string {
  return place.slice(place.lastIndexOf('/') + 1);
}

function isBeyond(place: string, value: string, theirs: readonly string[]): boolean {
  if (!SUM.test(nameIn(place)) && !value.includes('.')) return false;
  if (![value, ...theirs].every(text => NUMBER.test(text))) return false;
  const numbers = theirs.map(Number);
  return Number(value) < Math.min(...numbers) || Number(value) > Math.max(...numbers);
}

/** The digits of a number without zeros around them, which are the same in any unit of a currency. */
export function digitsOf(value: string): string {
  return value.replace('.', '').replace(/^0+|0+$/g, '');
}
