import type { Exchange } from '../core/evidence.ts';
import { header } from '../core/json.ts';

/** From this offset on a backend cannot be judged on tolerance, in milliseconds. */
const MOST_OFFSET_MS = 60_000;

/** How far the clock of a backend is ahead of ours, in whole seconds, where it is too far to judge tolerance by. */
export function clockOffset({
  response,
  endedAt,
}: Pick<Exchange, 'endedAt'> & { response?: Headed }): number | undefined {
  const moment = Date.parse(header(response?.headers ?? [], 'date') ?? '');
  const offset = moment - endedAt;
  return Math.abs(offset) > MOST_OFFSET_MS ? Math.round(offset / 1000) : undefined;
}

type Headed = Pick<NonNullable<Exchange['response']>, 'headers'> | undefined;
