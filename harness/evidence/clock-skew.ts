import { median } from '../base/counts.ts';
import { header } from '../base/json.ts';
import type { Exchange } from './evidence.ts';

/** How far the service's clock differs from this machine's, according to the `Date` of its answers. */
export interface ClockSkew {
  /** Milliseconds by which the service's clock is ahead; negative if it is behind. Accurate to about a second. */
  readonly aheadMs: number;
  /** The number of answers that were used. */
  readonly samples: number;
}

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
