import { plural } from '../base/plural.ts';
import { leadsToCredit, type SimulateEvent } from '../contract/lifecycle.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import type { Left } from './time-left.ts';

/** What a run is doing. */
export interface Doing {
  readonly scenarios: { readonly done: number; readonly of: number };
  /** Journeys under way. */
  readonly inFlight: number;
  /** What is waited for longest, and for how many milliseconds until now. */
  readonly waiting?: { readonly what: string; readonly ms: number } | undefined;
  /** In how many milliseconds the run probably ends; `finishing` where all that was planned is driven. */
  readonly left?: Left | 'finishing' | undefined;
}

/** A webhook that comes sooner than this is not worth a word, in milliseconds. */
const SOON_MS = 500;

/** What a run is doing, on one line: `12/24 scenarios · 31 in flight`. Where it is narrow, it says less. */
export function liveLine({ scenarios, inFlight, waiting, left }: Doing, columns: number): string {
  const parts = [
    `${scenarios.done}/${plural(scenarios.of, 'scenario')}`,
    ...(left === undefined ? [] : [leftInWords(left)]),
    ...(inFlight > 0 ? [`${inFlight} in flight`] : []),
    ...(waiting && waiting.ms >= SOON_MS ? [waitingFor(waiting)] : []),
  ];
  // The last column stays free: some terminals wrap there.
  const room = columns - 1;
  let line = '';
  for (const part of parts) {
    const longer = line === '' ? part : `${line} · ${part}`;
    if (longer.length <= room) line = longer;
  }
  const [first = ''] = parts;
  return line === '' ? first.slice(0, room) : line;
}

function leftInWords(left: Left | 'finishing'): string {
  if (left === 'finishing') return left;
  const reason = left.because === undefined ? '' : `: ${left.because}`;
  return `about ${Math.max(1, Math.round(left.ms / 1000))} s left${reason}`;
}

function waitingFor({ what, ms }: NonNullable<Doing['waiting']>): string {
  return `waiting ${(ms / 1000).toFixed(1)} s for ${what}`;
}

/** The webhook that a step of an order is followed by, in words. */
export function webhookOf(event: SimulateEvent, order: string): string {
  const what = leadsToCredit(event) ? COMPLETED : `the webhook of ${event}`;
  // The width of other characters is not known.
  return /^[\x21-\x7e]{1,40}$/.test(order) ? `${what} of ${order}` : what;
}
