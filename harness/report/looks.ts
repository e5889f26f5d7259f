import type { Verdict } from '../base/exit-codes.ts';

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
