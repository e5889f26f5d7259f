import { HarnessError } from './errors.ts';
import { isSimulateEvent, type SimulateEvent } from './lifecycle.ts';

/** The only event whose name the specification gives (Events). */
export const COMPLETED = 'disbursement.completed';

/** Units of `t`: decimal seconds, milliseconds, microseconds, nanoseconds, or an RFC 3339 timestamp. */
export const TIMESTAMP_UNITS = ['s', 'ms', 'us', 'ns', 'iso'] as const;

/** A unit of `t` in the signature header. */
export type TimestampUnit = (typeof TIMESTAMP_UNITS)[number];

/**
 * Where a webhook holds a value: a JSON Pointer into its body (`/data/order_id`), `header:NAME`, or one of those per
 * event type where families of events differ.
 */
export type Locator = string | { readonly [eventType: string]: string };

/** A status, or `ignored` (a 2xx, no webhook) or `fires` (a 2xx, a webhook again). */
export type StepAnswer = number | 'ignored' | 'fires';

/**
 * What one deployment does where the specification is silent (INTERFACE, the dialect file). Every key is optional;
 * keys that are not listed here are kept as they are.
 */
export interface Dialect {
  readonly signatureHeader?: string;
  readonly timestampUnit?: TimestampUnit;
  readonly eventId?: Locator;
  readonly eventType?: Locator;
  readonly orderId?: Locator;
  readonly eventTypes?: { readonly [event in SimulateEvent]?: string | readonly string[] };
  readonly otherEvents?: readonly string[];
  readonly simulateNeedsKey?: boolean;
  readonly simulateStatus?: number;
  readonly statuses?: {
    readonly unknownOrder?: StepAnswer;
    readonly illegalStep?: StepAnswer;
    readonly repeatedStep?: StepAnswer;
    readonly onrampErrors?: readonly number[];
  };
  readonly [more: string]: unknown;
}

/** Reads a dialect file's text. Every problem is named at once. @throws HarnessError `dialect-invalid` (usage) */
export function parseDialect(text: string, source: string): Dialect {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(source, [`it is not JSON: ${(cause as Error).message}`]);
  }
  if (!isObject(value)) throw invalid(source, ['it is not a JSON object']);
  const problems = problemsOf(value);
  if (problems.length > 0) throw invalid(source, problems);
  return value;
}

function invalid(source: string, problems: readonly string[]): HarnessError {
  return new HarnessError('dialect-invalid', 'usage', `${source} is not a dialect file: ${problems.join('; ')}`, {
    expected: 'a JSON object with the keys of the dialect file, each optional',
    next: '`learn --out FILE` writes one that fits the target',
  });
}

function problemsOf(value: { readonly [key: string]: unknown }): string[] {
  const problems: string[] = [];
  const expect = (key: string, fits: boolean, form: string) => {
    if (value[key] !== undefined && !fits) problems.push(`${key} is ${JSON.stringify(value[key])}, not ${form}`);
  };
  expect('signatureHeader', isToken(value.signatureHeader), 'a header name');
  expect(
    'timestampUnit',
    TIMESTAMP_UNITS.some(unit => unit === value.timestampUnit),
    `one of ${TIMESTAMP_UNITS.join(', ')}`,
  );
  for (const key of ['eventId', 'eventType', 'orderId'])
    expect(key, isLocator(value[key]), 'a JSON Pointer, header:NAME, or an object of those by event type');
  expect('simulateNeedsKey', typeof value.simulateNeedsKey === 'boolean', 'true or false');
  expect('simulateStatus', isStatus(value.simulateStatus), 'a status');
  expect('otherEvents', isStrings(value.otherEvents), 'an array of event types');
  expect('eventTypes', isEventTypes(value.eventTypes), 'an object: per simulate event a type, or an array of them');
  expect('statuses', isObject(value.statuses), 'an object');
  if (isObject(value.statuses)) {
    for (const key of ['unknownOrder', 'illegalStep', 'repeatedStep']) {
      const answer = value.statuses[key];
      if (answer !== undefined && answer !== 'ignored' && answer !== 'fires' && !isStatus(answer)) {
        problems.push(`statuses.${key} is ${JSON.stringify(answer)}, not a status, "ignored" or "fires"`);
      }
    }
    const errors = value.statuses.onrampErrors;
    if (errors !== undefined && !(Array.isArray(errors) && errors.every(isStatus))) {
      problems.push('statuses.onrampErrors is not an array of statuses');
    }
  }
  return problems;
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}

function isToken(value: unknown): boolean {
  return typeof value === 'string' && /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(value);
}

function isPlace(value: unknown): boolean {
  return (
    typeof value === 'string' && (value === '' || value.startsWith('/') || isToken(value.match(/^header:(.*)$/)?.[1]))
  );
}

function isLocator(value: unknown): boolean {
  return isPlace(value) || (isObject(value) && Object.values(value).every(isPlace));
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 100 && (value as number) <= 599;
}

function isEventTypes(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([event, types]) => isSimulateEvent(event) && (typeof types === 'string' || isStrings(types)),
    )
  );
}
