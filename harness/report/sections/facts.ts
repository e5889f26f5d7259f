import { plural } from '../../base/plural.ts';
import { facts } from '../../facts/facts.ts';
import { inPage, lead, type Section } from '../blocks.ts';
import { code } from '../line.ts';
import { gapFolds, gapsWithFacts } from '../observed-gaps.ts';
import type { RunIndex } from '../run-index.ts';

/** What was seen where the specification is silent, each fact with its evidence. */
export function factsSection({ evidence, summary: { dialect } }: RunIndex): Section | undefined {
  if (dialect === undefined) return undefined;
  const all = gapsWithFacts(facts(evidence, dialect).facts);
  const count = `${all.filter(({ seen }) => seen.length > 0).length} of ${plural(all.length, 'gap')} answered`;
  const blocks = [
    inPage(
      lead([
        'What was seen where the specification is silent, by its headings. An observed value is never the list of the ',
        ...['allowed ones. ', code('n of m'), ': seen n times where it could be seen m times.'],
      ]),
      gapFolds(all),
    ),
  ];
  return { id: 'facts', title: 'Facts', count, blocks };
}
