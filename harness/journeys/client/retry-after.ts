import { header } from '../../base/json.ts';
import type { Headers } from '../../evidence/evidence.ts';
import { LIMITED } from '../../evidence/from-service.ts';

/** The status by which a service in maintenance, or a gateway in front of it, puts a call off. */
const UNAVAILABLE = 503;

/** An answer that asks to come again later. */
export interface PutOff {
  readonly status: number;
  /** How long it asks to wait, in milliseconds; absent where it does not say, or that cannot be read. */
  readonly ms?: number;
}

/** What an answer asks by its status and `Retry-After`; undefined where it does not put the call off. */
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

/** Milliseconds to wait, by a time in seconds or a date; not a number where it is neither. */
function retryAfter(text: string, now: number): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  // A date has letters: `Date.parse` also accepts plain numbers, as years. It is cut to a whole second.
  return /[a-z]/i.test(text) ? Math.max(0, Date.parse(text) + 1000 - now) : Number.NaN;
}
