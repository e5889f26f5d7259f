import { plural } from '../../core/plural.ts';
import type { MutationScore } from '../../mutation/measure.ts';
import { anchor } from '../html/anchor.ts';
import { group, table } from '../html/table.ts';
import { code, prose } from '../markdown-text.ts';
import { markup } from '../markup.ts';
import { section } from './section.ts';

/** How much the verdict is worth: of the injected breaches, those that were detected and those that were not. */
export const mutationScoreSection = section({
  id: 'mutation-score',
  title: 'Mutation score',
  part: ({ summary }) => summary.mutationScore,
  count: ({ exposed, tried }) => `${exposed} of ${tried}`,
  html(score) {
    const hidden = undetected(score);
    const rows = hidden.map(({ requirement, what }) => [
      markup`<a href="#requirement-${anchor(requirement)}"><code>${requirement}</code></a>`,
      what,
    ]);
    return markup`<p class="lead">${mutationScoreSentence(score)}</p>
${
  hidden.length > 0 &&
  group(markup`<b class="warn">◐ not detected</b>`, hidden.length, table(['Requirement', 'Injected breach'], rows))
}`;
  },
  markdown(score) {
    const hidden = undetected(score).map(({ requirement, what }) => `- ${code(requirement)}: ${prose(what)}`);
    return [mutationScoreSentence(score), ...(hidden.length > 0 ? [hidden.join('\n')] : [])];
  },
});

/** The injected breaches that were not detected, as lines; none where each was. */
function undetected({ exposures }: MutationScore) {
  return exposures
    .filter(({ tried, exposed }) => exposed < tried)
    .map(({ mutation, requirement, tried, exposed }) => ({
      requirement,
      what: `${mutation}: ${tried - exposed} of ${tried}`,
    }));
}

/** The mutation score of a run in one sentence. */
function mutationScoreSentence({ tried, exposed }: MutationScore): string {
  if (tried === 0) return 'There was no evidence into which a breach could be injected, so this run proves nothing.';
  return (
    `${plural(tried, 'breach')} injected, one at a time, into a copy of this run's evidence: ` +
    `the checks detected ${exposed}. The verdict is worth as much as this share.`
  );
}
