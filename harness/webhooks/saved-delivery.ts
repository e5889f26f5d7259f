import { HarnessError, messageOf } from '../core/errors.ts';
import type { Headers } from '../core/evidence.ts';
import { isObject } from '../core/json.ts';

/** A webhook delivery that is kept as a file: what is needed to send it again, byte for byte. */
export interface SavedDelivery {
  /** When it came, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly method: string;
  /** The path and query that it came to. */
  readonly path: string;
  /** Its headers as they came: in order, repeated ones too, one character a byte. */
  readonly headers: Headers;
  /** The raw bytes of its body. */
  readonly body: Buffer;
}

/** The version of the file's form. */
const FORM = 1;

/**
 * The text of a saved delivery: one JSON object, `{"savedDelivery": 1, "at": "<RFC 3339>", "method", "path",
 * "headers": [[name, value], …], "body": "<base64>"}`.
 */
export function writeSavedDelivery({ at, method, path, headers, body }: SavedDelivery): string {
  const file = {
    savedDelivery: FORM,
    at: new Date(at).toISOString(),
    method,
    path,
    headers,
    body: body.toString('base64'),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads what {@link writeSavedDelivery} wrote. `source` names it in errors. @throws HarnessError `saved-delivery-invalid` (usage) */
export function readSavedDelivery(text: string, source: string): SavedDelivery {
  const value = parsed(text, source);
  if (!isObject(value) || value.savedDelivery !== FORM)
    throw invalid(source, `it is no saved delivery of form ${FORM}`);
  const { at, method, path, headers, body } = value;
  const came = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(came)) throw invalid(source, '"at" is no moment');
  if (typeof method !== 'string' || typeof path !== 'string') throw invalid(source, '"method" or "path" is no text');
  if (!isHeaders(headers)) throw invalid(source, '"headers" is no list of [name, value]');
  if (typeof body !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(body)) throw invalid(source, '"body" is no base64');
  return { at: came, method, path, headers, body: Buffer.from(body, 'base64') };
}

function parsed(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(source, `it is not JSON: ${messageOf(cause)}`);
  }
}

function isHeaders(value: unknown): value is Headers {
  return (
    Array.isArray(value) &&
    value.every(pair => Array.isArray(pair) && pair.length === 2 && pair.every(part => typeof part === 'string'))
  );
}

function invalid(source: string, problem: string): HarnessError {
  return new HarnessError('saved-delivery-invalid', 'usage', `${source}: ${problem}`, {
    expected: 'a file as `listen --save` keeps it',
    next: 'name the file of a delivery',
  });
}
