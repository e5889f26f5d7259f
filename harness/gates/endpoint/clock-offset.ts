import { header } from '../../base/json.ts';
import type { Headers } from '../../evidence/evidence.ts';

/** From this offset on a backend cannot be judged on tolerance, in milliseconds. */
const MOST_OFFSET_MS = 60_000;

/** How far the clock of a backend is ahead of ours, in whole seconds, where it is more than `most` milliseconds. */
export function clockOffset(
  { response, endedAt }: { readonly response?: { readonly headers: Headers } | undefined; readonly endedAt: number },
  most = MOST_OFFSET_MS,
): number | undefined {
  const moment = Date.parse(header(response?.headers ?? [], 'date') ?? '');
  const offset = moment - endedAt;
  return Math.abs(offset) > most ? Math.round(offset / 1000) : undefined;
}
