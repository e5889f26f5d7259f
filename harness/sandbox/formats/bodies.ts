import { isJsonObject, type Json, type JsonObject } from '../json.ts';

/** Undocumented fields of a reply, if the dialect has extra fields. */
export const EXTRA_FIELDS: JsonObject = {
  object: 'resource',
  livemode: false,
  links: { self: 'https://sandbox.example/resource?a=1&b=2' },
  tags: ['sandbox', '<test>'],
};

/** Undocumented fields of an event, if the dialect has extra fields. */
export const EXTRA_EVENT_FIELDS: JsonObject = {
  api_version: '2026-01-01',
  livemode: false,
  pending_webhooks: 1,
  previous_attributes: {},
  note: 'naïve café ☕ <b>&</b> a/b',
  // A text of another system, which follows no rule of this one.
  raw: '{"amountReceived":12.5,"createdAt":"2026-01-01T00:00:00Z"}',
};

const HOUR_MS = 3_600_000;
const iso = (moment: number) => new Date(moment).toISOString();

/**
 * The forms of a timestamp in a body, with what writes milliseconds since the Unix epoch in them. All are strings
 * (Resources and their fields).
 */
export const TIMESTAMP_FORMS = {
  'iso-ms': iso,
  'iso-s': (moment: number) => iso(moment).replace(/\.\d+Z$/, 'Z'),
  'iso-us': (moment: number) => iso(moment).replace(/Z$/, '000Z'),
  'iso-offset': (moment: number) => iso(moment + HOUR_MS).replace(/Z$/, '+01:00'),
  'epoch-s': (moment: number) => String(Math.floor(moment / 1000)),
  'epoch-ms': (moment: number) => String(Math.floor(moment)),
};

/** The values of the placeholders in an example body. */
interface Filling {
  readonly order: string;
  /** The fields of the order on the wire. */
  readonly fields: JsonObject;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** The forms of a time in an example body: the string forms and numbers. */
export const TIMES: { readonly [form: string]: (moment: number) => string | number } = {
  ...TIMESTAMP_FORMS,
  'epoch-s-number': moment => Math.floor(moment / 1000),
  'epoch-ms-number': moment => Math.floor(moment),
};

/** The forms of an amount in an example body: decimal strings and numbers, in units or in hundredths. */
export const AMOUNT_FORMS = {
  decimal: amount => amount,
  number: amount => Number(amount),
  minor: amount => String(Math.round(Number(amount) * 100)),
  'minor-number': amount => Math.round(Number(amount) * 100),
} as const satisfies { readonly [form: string]: (amount: string) => string | number };

/** A placeholder: its name and its form. */
const PLACEHOLDER = /^\{(\w+)(?::([\w-]+))?\}$/;

/**
 * Fills the placeholders of an example body. Each is a whole string: `{order}`, `{order:number}`, `{state}`,
 * `{time:FORM}`, `{amount:FORM}`, `{network}`, `{received_amount:FORM}` and `{received_network}`. Without a mismatch,
 * the received values are those that were due.
 */
export function fillExample(example: Json, filling: Filling): Json {
  if (Array.isArray(example)) return example.map((item: Json) => fillExample(item, filling));
  if (isJsonObject(example))
    return Object.fromEntries(
      Object.entries(example).map(([name, member]) => [name, fillExample(member ?? null, filling)]),
    );
  const [, name, form = ''] = PLACEHOLDER.exec(String(example)) ?? [];
  return (name && filled(name, form, filling)) ?? example;
}

/** An id as a JSON number, if it consists of digits. */
export function asNumber(id: string): string | number {
  return /^\d+$/.test(id) ? Number(id) : id;
}

function filled(name: string, form: string, { order, fields, at }: Filling): Json | undefined {
  if (name === 'order') return form === 'number' ? asNumber(order) : order;
  if (name === 'state') return String(fields.status);
  if (name === 'time') return Object.hasOwn(TIMES, form) ? TIMES[form]?.(at) : undefined;
  const value = fields[name] ?? fields[name.replace(/^received_/, '')];
  if (name.endsWith('network')) return value;
  if (!name.endsWith('amount') || typeof value !== 'string' || !Object.hasOwn(AMOUNT_FORMS, form)) return undefined;
  return AMOUNT_FORMS[form as keyof typeof AMOUNT_FORMS](value);
}
