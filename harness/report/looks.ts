import type { Verdict } from '../base/exit-codes.ts';
import type { RequirementStatus } from './statuses.ts';

/** The look of a status: a symbol, which works without colour, and a tone. */
export interface Look {
  readonly symbol: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'calm';
}

/** The looks of verdicts. */
export const VERDICTS: { readonly [verdict in Verdict]: Look } = {
  conformant: { symbol: '✓', tone: 'good' },
  nonconformant: { symbol: '✗', tone: 'bad' },
  unreachable: { symbol: '⚠', tone: 'warn' },
  incomplete: { symbol: '◐', tone: 'warn' },
  interrupted: { symbol: '■', tone: 'calm' },
};

/** The looks of requirement statuses, the most urgent first. */
export const REQUIREMENT_STATUSES = [
  { status: 'violated', symbol: '✗', words: 'violated', tone: 'bad' },
  { status: 'not-exercised', symbol: '◐', words: 'not exercised', tone: 'warn' },
  { status: 'verified', symbol: '✓', words: 'verified', tone: 'good' },
  { status: 'not-testable', symbol: '–', words: 'not testable', tone: 'calm' },
] as const satisfies readonly (Look & { readonly status: RequirementStatus['status']; readonly words: string })[];
