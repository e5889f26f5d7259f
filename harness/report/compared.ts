import type { Journey } from '../evidence/evidence.ts';
import type { Finding } from '../judgement/checks/judge.ts';
import type { Comparison } from './comparison.ts';

/** What happened at one place of two journeys; absent where a journey was over. */
export interface RowOfTwo {
  readonly before?: string;
  readonly now?: string;
  /** Whether the later one shows the finding there. */
  readonly found: boolean;
}

/** A journey that shows what is new, beside the one that was like it. */
export interface SideBySide {
  readonly finding: Finding;
  readonly scenario: string;
  readonly before: Pick<Journey, 'id' | 'order'>;
  readonly now: Pick<Journey, 'id' | 'order'>;
  readonly rows: readonly RowOfTwo[];
  /** The first row in which they differ; absent where they do not in what happened, or in which order. */
  readonly first?: number;
}

/** What changed since a baseline, and new breaches beside what happened then. */
export interface Compared {
  readonly comparison: Comparison;
  /** Empty where the record of the baseline was not at hand. */
  readonly divergences: readonly SideBySide[];
}
