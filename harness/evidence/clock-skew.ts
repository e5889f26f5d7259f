import { header } from '../base/json.ts';
import type { Exchange } from './evidence.ts';

/** How far the service's clock is from this machine's, as the `Date` of its answers tells. */
export interface ClockSkew {
  /** Milliseconds that the service's clock is ahead; negative where it is behind. Right to about a second. */
  readonly aheadMs: number;
  /** Answers that it was read from. */
  readonly samples: number;
}

/** `Date` is cut to whole seconds: half a second was lost on the average. */
const CUT_MS = 500;

/** The median over all answers with a `Date`, each against the middle of its call; undefined where none has one. */
export function clockSkew(exchanges: readonly Exchange[]): ClockSkew | undefined {
  const ahead = exchanges
    .flatMap(({ response, sentAt, endedAt }) => {
      const date = response && Date.parse(header(response.headers, 'date') ?? '');
      return date === undefined || Number.isNaN(date) ? [] : [date + CUT_MS - (sentAt + endedAt) / 2];
    })
    .sort((a, b) => a - b);
  const median = ahead[Math.floor(ahead.length / 2)];
  return median === undefined ? undefined : { aheadMs: Math.round(median), samples: ahead.length };
}
