import { isJsonObject, type Json } from '../json/json.ts';
import { TIMESTAMP_FORMS } from './write-timestamp.ts';

/** What the placeholders of an example body stand for. */
export interface Filling {
  readonly order: string | number;
  /** The name of the order's state on the wire. */
  readonly state: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** The forms of a time in an example body: those of strings, and numbers. */
const TIMES: { readonly [form: string]: (moment: number) => Json } = {
  ...TIMESTAMP_FORMS,
  'epoch-s-number': moment => Math.floor(moment / 1000),
  'epoch-ms-number': moment => Math.floor(moment),
};

/**
 * An example body with its placeholders filled: `{order}`, `{state}` and `{time:FORM}`, each the whole of a string.
 * Everything else stays as it is.
 */
export function fillExample(example: Json, filling: Filling): Json {
  if (Array.isArray(example)) return example.map((item: Json) => fillExample(item, filling));
  if (isJsonObject(example))
    return Object.fromEntries(
      Object.entries(example).map(([name, member]) => [name, fillExample(member ?? null, filling)]),
    );
  if (example === '{order}') return filling.order;
  if (example === '{state}') return filling.state;
  const form = /^\{time:(.+)\}$/.exec(String(example))?.[1] ?? '';
  return Object.hasOwn(TIMES, form) ? (TIMES[form]?.(filling.at) ?? example) : example;
}
