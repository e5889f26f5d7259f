import { plural } from '../../base/plural.ts';
import type { InjectedChange } from '../../judgement/mutation/change.ts';
import type { Exposure, MutationScore } from '../../judgement/mutation/measure.ts';
import {
  type Blocks,
  code,
  fold,
  inPage,
  joined,
  type Line,
  lead,
  link,
  list,
  type Section,
  stacked,
  strong,
  text,
} from '../blocks.ts';
import { describeEvidence } from '../describe-evidence.ts';
import { markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { cut } from '../wording.ts';

/** The most characters shown of a changed value. */
const LONGEST = 120;

/** The reliability of the verdict: how many injected breaches were detected, and which were not. */
export function mutationScoreSection(index: RunIndex): Section | undefined {
  const { mutationScore: score } = index.summary;
  if (score === undefined) return undefined;
  const hidden = score.exposures.filter(({ tried, exposed }) => exposed < tried);
  const count = hidden.reduce((sum, { tried, exposed }) => sum + tried - exposed, 0);
  const survivors = hidden.map(exposure => survivorsOf(exposure, index));
  const blocks = [
    lead(mutationScoreSentence(score)),
    hidden.length > 0 && fold(strong('◐ not detected', 'warn'), survivors, { count }),
  ];
  return { id: 'mutation-score', title: 'Mutation score', count: `${score.exposed} of ${score.tried}`, blocks };
}

/** The undetected breaches of one kind: their changes, and the checks that should have detected them. */
function survivorsOf({ mutation, requirement, tried, exposed, survivors = [] }: Exposure, index: RunIndex): Blocks {
  const { checks = [] } = index.summary.requirements.find(({ id }) => id === requirement) ?? {};
  const about = link(requirement, 'requirement');
  return [
    text([strong(mutation), `: ${tried - exposed} of ${tried} not detected, on `, about], 'survivor'),
    inPage(
      list(survivors.map(changes => stacked(...changes.map(change => changeOf(change, index))))),
      text(
        ['To detect it, a check of this requirement would have to see it: ', joined(checks.map(code), ', '), '.'],
        'small',
      ),
    ),
  ];
}

function changeOf({ id, kind, differences }: InjectedChange, index: RunIndex): Line {
  const lines = differences.map(
    ({ at, expected = 'nothing', received = 'nothing' }) =>
      markup`<code>${at}</code>: <del>${cut(expected, LONGEST)}</del> → <ins>${cut(received, LONGEST)}</ins>`,
  );
  return stacked([link(id), ` ${describeEvidence(id, index)}: ${kind}`], ...lines);
}

/** The mutation score of a run in one sentence. */
function mutationScoreSentence({ tried, exposed }: MutationScore): string {
  if (tried === 0) return 'The run has no evidence for injected breaches, so it proves nothing.';
  return (
    `${plural(tried, 'breach')} injected, one at a time, into a copy of this run's evidence: ` +
    `the checks detected ${exposed}. The verdict is only as reliable as this share.`
  );
}
