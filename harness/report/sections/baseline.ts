import { comparisonBlocks } from '../comparison-blocks.ts';
import { section } from './section.ts';

/** What is new, known and gone since the baseline, with new breaches beside what happened then. */
export const baselineSection = section({
  id: 'baseline',
  title: 'Since the baseline',
  short: 'Baseline',
  part: ({ compared }) => compared,
  blocks: (compared, index) => comparisonBlocks(compared, index.findings),
});
