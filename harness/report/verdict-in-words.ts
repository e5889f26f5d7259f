import type { Verdict } from '../core/exit-codes.ts';

/** How a verdict looks: a symbol that says it without colour, and the tone that colours it. */
export const VERDICTS: {
  readonly [verdict in Verdict]: { readonly symbol: string; readonly tone: 'good' | 'bad' | 'warn' | 'calm' };
} = {
  conformant: { symbol: '✓', tone: 'good' },
  nonconformant: { symbol: '✗', tone: 'bad' },
  unreachable: { symbol: '⚠', tone: 'warn' },
  incomplete: { symbol: '◐', tone: 'warn' },
  interrupted: { symbol: '■', tone: 'calm' },
};
