import { header } from '../../base/json.ts';
import type { Headers } from '../../evidence/evidence.ts';
import { LIMITED } from '../../evidence/from-service.ts';

/** The status with which a service in maintenance, or its gateway, puts off a call. */
const UNAVAILABLE = 503;

/** An answer that asks the client to call again later. */
export interface PutOff {
  readonly status: number;
  /** How long it asks to wait, in milliseconds; absent if it does not say, or not readably. */
  readonly ms?: number;
}

/** What an answer asks by its status and `Retry-After`; `undefined` if it does not put off the call. */
export function putOff(
  response: { readonly status: number; readonly headers: Headers } | undefined,
  now: number,
): PutOff | undefined {
  if (response?.status !== LIMITED && response?.status !== UNAVAILABLE) return undefined;
  const ms = retryAfter(header(response.headers, 'retry-after')?.trim() ?? '', now);
  return { status: response.status, ...(!Number.isNaN(ms) && { ms }) };
}

/** The words for answers that put calls off. */
export function inWords({ status, ms }: PutOff): string {
  return ms === undefined ? `${status}` : `${status} with Retry-After`;
}

/** Milliseconds to wait, from a number of seconds or a date; `NaN` if the text is neither. */
function retryAfter(text: string, now: number): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  // A date has letters: `Date.parse` would also accept plain numbers, as years. It has whole seconds, so one is added.
  return /[a-z]/i.test(text) ? Math.max(0, Date.parse(text) + 1000 - now) : Number.NaN;
}
