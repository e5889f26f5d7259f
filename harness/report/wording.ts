import type { Verdict } from '../base/errors.ts';
import type { Finding } from '../judgement/checks/judge.ts';

/** Milliseconds for a reader: `0.4 ms`, `12 ms`, `1.25 s`, `3 min 05 s`. */
export function duration(ms: number): string {
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_995) return `${(ms / 1000).toFixed(2)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** A time relative to another: `+0.125 s`. */
export function after(start: number, at: number): string {
  const seconds = (at - start) / 1000;
  return `${seconds < 0 ? '−' : '+'}${Math.abs(seconds).toFixed(3)} s`;
}

/** How often something was seen: `once`, `3 times`. */
export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** How often a finding was seen, and since when it is known: `3 times, known since 2026-11-03 02:00:00 UTC`. */
export function seen({ count, since }: Pick<Finding, 'count' | 'since'>): string {
  return since === undefined ? times(count) : `${times(count)}, known since ${moment(since)}`;
}

/** A time as `2026-11-03 02:00:00 UTC`. */
export function moment(at: number | string): string {
  return new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}

/** Text cut to a length, with an ellipsis if it was longer. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** The first `most` items in one list and the number of others; a dash if there are none. */
export function list(items: readonly string[], most: number, separator = ', '): string {
  if (items.length === 0) return '–';
  const more = items.length - most;
  return `${items.slice(0, most).join(separator)}${more > 0 ? `${separator}and ${more} more` : ''}`;
}

/** Text in lines of at most `length`, broken at spaces if possible. */
export function wrap(text: string, length: number): readonly string[] {
  if (text.length <= length) return [text];
  const space = text.lastIndexOf(' ', length);
  const end = space > 0 ? space : length;
  return [text.slice(0, end), ...wrap(text.slice(end).trimStart(), length)];
}

/** Capitalises the first letter of a text. */
export function startSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The look of a status: a symbol, which works without colour, and a tone. */
interface Look {
  readonly symbol: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'calm';
}

/** A tone of words. A symbol or a word says the same. */
export type Tone = Look['tone'];

/** The looks of verdicts, and of the statuses of scenarios, journeys and requirements. */
export const LOOKS = {
  conformant: { symbol: '✓', tone: 'good' },
  nonconformant: { symbol: '✗', tone: 'bad' },
  unreachable: { symbol: '⚠', tone: 'warn' },
  incomplete: { symbol: '◐', tone: 'warn' },
  interrupted: { symbol: '■', tone: 'calm' },
  passed: { symbol: '✓', tone: 'good' },
  failed: { symbol: '✗', tone: 'bad' },
  skipped: { symbol: '–', tone: 'calm' },
  verified: { symbol: '✓', tone: 'good' },
  violated: { symbol: '✗', tone: 'bad' },
  'not-exercised': { symbol: '◐', tone: 'warn' },
  'not-testable': { symbol: '–', tone: 'calm' },
} as const satisfies { readonly [V in Verdict]: Look } & { readonly [status: string]: Look };
