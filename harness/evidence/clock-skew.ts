import { median } from '../base/counts.ts';
import { header } from '../base/json.ts';
import type { Exchange, Headers } from './evidence.ts';

/** How far the service's clock differs from this machine's, according to the `Date` of its answers. */
export interface ClockSkew {
  /** Milliseconds by which the service's clock is ahead; negative if it is behind. Accurate to about a second. */
  readonly aheadMs: number;
  /** The number of answers that were used. */
  readonly samples: number;
}

/** A larger difference matters: it makes `t` of webhooks suspect. In milliseconds. */
export const CLOCKS_DIFFER_MS = 5_000;

/** `Date` has whole seconds, so half a second is lost on average. */
const CUT_MS = 500;

/** The median over all answers with a `Date`, compared with the middle of the call; `undefined` if there is none. */
export function clockSkew(exchanges: readonly Exchange[]): ClockSkew | undefined {
  const ahead = exchanges.flatMap(({ response, sentAt, endedAt }) => {
    const date = response && Date.parse(header(response.headers, 'date') ?? '');
    return date === undefined || Number.isNaN(date) ? [] : [date + CUT_MS - (sentAt + endedAt) / 2];
  });
  const aheadMs = median(ahead);
  return aheadMs === undefined ? undefined : { aheadMs: Math.round(aheadMs), samples: ahead.length };
}

/** From this offset on, the tolerance of a webhook handler cannot be judged, in milliseconds. */
const MOST_OFFSET_MS = 60_000;

/** How far the clock behind an answer is ahead, in whole seconds; `undefined` up to `most` ms, or if unknown. */
export function clockOffset(
  { response, endedAt }: { readonly response?: { readonly headers: Headers } | undefined; readonly endedAt: number },
  most = MOST_OFFSET_MS,
): number | undefined {
  const moment = Date.parse(header(response?.headers ?? [], 'date') ?? '');
  const offset = moment - endedAt;
  return Math.abs(offset) > most ? Math.round(offset / 1000) : undefined;
}
