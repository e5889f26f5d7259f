import { plural } from '../../base/plural.ts';
import { facts } from '../../facts/facts.ts';
import { inPage, lead } from '../blocks.ts';
import { gapFolds, gapsSeen } from '../gap-folds.ts';
import { filterForm } from '../html/filter-form.ts';
import { code } from '../line.ts';
import { section } from './section.ts';

/** What was seen where the specification is silent, each fact with its evidence. */
export const factsSection = section({
  id: 'facts',
  title: 'Facts',
  part: ({ evidence, summary: { dialect } }) => dialect && gapsSeen(facts(evidence, dialect).facts),
  count: all => `${all.filter(({ seen }) => seen.length > 0).length} of ${plural(all.length, 'gap')} answered`,
  blocks: all => [
    inPage(
      lead([
        'What was seen where the specification is silent, by its headings. An observed value is never the list of the ',
        ...['allowed ones. ', code('n of m'), ': seen n times where it could be seen m times.'],
      ]),
      filterForm('facts', 'facts', 'retry, 409, /data/order_id'),
      gapFolds(all),
    ),
  ],
});
