import { mutationScoreSentence, undetected } from '../describe-mutation-score.ts';
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
