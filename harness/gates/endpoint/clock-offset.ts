import { header } from '../../base/json.ts';
import type { Headers } from '../../evidence/evidence.ts';

/** From this clock offset on, tolerance cannot be judged, in milliseconds. */
const MOST_OFFSET_MS = 60_000;

/** How far the backend's clock is ahead, in whole seconds; `undefined` up to `most` milliseconds, or if unknown. */
export function clockOffset(
  { response, endedAt }: { readonly response?: { readonly headers: Headers } | undefined; readonly endedAt: number },
  most = MOST_OFFSET_MS,
): number | undefined {
  const moment = Date.parse(header(response?.headers ?? [], 'date') ?? '');
  const offset = moment - endedAt;
  return Math.abs(offset) > most ? Math.round(offset / 1000) : undefined;
}
