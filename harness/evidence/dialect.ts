import { HarnessError } from '../base/errors.ts';
import { isObject, type Json, type JsonObject, resolvePointer } from '../base/json.ts';
import { TIMESTAMP_UNITS, type TimestampUnit } from '../base/timestamp.ts';
import { isSimulateEvent, type SimulateEvent } from '../contract/lifecycle.ts';

/** The only event whose name the specification gives (Events). */
export const COMPLETED = 'disbursement.completed';

/**
 * The place of a value in a webhook: a JSON Pointer into its body (`/data/order_id`), `header:NAME`, or one of those
 * per event type if event families differ.
 */
export type Locator = string | { readonly [eventType: string]: string };

/** The places of the values that identify a delivery's order, type and event. Each may be unknown. */
export interface Places {
  readonly eventId?: Locator;
  readonly eventType?: Locator;
  readonly orderId?: Locator;
}

/** A further layout of a deployment that sends webhooks in several, for example in two versions. */
export interface Layout extends Places {
  /** A JSON Pointer or `header:NAME` where only webhooks of this layout have a value. */
  readonly where: string;
}

/** A status, or `ignored` (a 2xx, no webhook) or `fires` (a 2xx, a webhook again). */
export type StepAnswer = number | 'ignored' | 'fires';

/**
 * How one deployment behaves where the specification is silent (INTERFACE, the dialect file). Every key is optional;
 * unknown keys are kept.
 */
export interface Dialect extends Places {
  readonly signatureHeader?: string;
  readonly timestampUnit?: TimestampUnit;
  /** The further layouts, if there are several. */
  readonly layouts?: readonly Layout[];
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

/** Parses a dialect file. The error names every problem. @throws HarnessError `dialect-invalid` (usage) */
export function parseDialect(text: string, source: string): Dialect {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (cause) {
    throw invalid(source, [`it is not JSON: ${(cause as Error).message}`]);
  }
  if (!isObject(value)) throw invalid(source, ['it is not a JSON object']);
  const problems = problemsOf(value);
  if (problems.length > 0) throw invalid(source, problems);
  return value as Dialect;
}

function invalid(source: string, problems: readonly string[]): HarnessError {
  return new HarnessError('dialect-invalid', 'usage', `${source} is not a dialect file: ${problems.join('; ')}`, {
    expected: 'a JSON object with the keys of the dialect file, each optional',
    next: 'the command learn writes one that fits the target: learn --out FILE',
  });
}

/** Whether a value can be the name of a header. */
export function isToken(value: unknown): boolean {
  return typeof value === 'string' && /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(value);
}

type IsValid = (value: unknown) => boolean;

const isTextList: IsValid = value => Array.isArray(value) && value.every(item => typeof item === 'string');
const isPlace: IsValid = value =>
  typeof value === 'string' && (/^(\/|$)/.test(value) || isToken(/^header:(.*)$/.exec(value)?.[1]));
const isLocator: IsValid = value => isPlace(value) || (isObject(value) && Object.values(value).every(isPlace));
const isStatus: IsValid = value => Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599;
const isStepAnswer: IsValid = value => value === 'ignored' || value === 'fires' || isStatus(value);
const isEventTypes: IsValid = value =>
  isObject(value) &&
  Object.entries(value).every(([event, types]) => isSimulateEvent(event) && isTextList([types].flat()));

const isLayout: IsValid = value =>
  isObject(value) &&
  isPlace(value.where) &&
  (['eventId', 'eventType', 'orderId'] as const).every(key => value[key] === undefined || isLocator(value[key]));

const LOCATOR = [isLocator, 'a JSON Pointer, header:NAME, or an object of those by event type'] as const;
const STEP_ANSWER = [isStepAnswer, 'a status, "ignored" or "fires"'] as const;

/** The form of each key, and of each status. */
const KEYS: { readonly [key: string]: readonly [IsValid, form: string] } = {
  signatureHeader: [isToken, 'a header name'],
  timestampUnit: [value => TIMESTAMP_UNITS.some(unit => unit === value), `one of ${TIMESTAMP_UNITS.join(', ')}`],
  eventId: LOCATOR,
  eventType: LOCATOR,
  orderId: LOCATOR,
  layouts: [
    value => Array.isArray(value) && value.every(isLayout),
    'an array of objects with `where`, a JSON Pointer or header:NAME, and eventId, eventType and orderId',
  ],
  simulateNeedsKey: [value => typeof value === 'boolean', 'true or false'],
  simulateStatus: [isStatus, 'a status'],
  otherEvents: [isTextList, 'an array of event types'],
  eventTypes: [isEventTypes, 'an object: per simulate event a type, or an array of them'],
  statuses: [isObject, 'an object'],
  'statuses.unknownOrder': STEP_ANSWER,
  'statuses.illegalStep': STEP_ANSWER,
  'statuses.repeatedStep': STEP_ANSWER,
  'statuses.onrampErrors': [value => Array.isArray(value) && value.every(isStatus), 'an array of statuses'],
};

function problemsOf(dialect: JsonObject): readonly string[] {
  return Object.entries(KEYS).flatMap(([key, [fits, form]]) => {
    const value = resolvePointer(dialect, `/${key.replace('.', '/')}`);
    return value === undefined || fits(value) ? [] : [`${key} is ${JSON.stringify(value)}, not ${form}`];
  });
}
