import { plural } from '../../core/plural.ts';
import type { Change } from '../../mutation/change.ts';
import type { Exposure, MutationScore } from '../../mutation/measure.ts';
import { describeEvidence } from '../describe-evidence.ts';
import { anchor } from '../html/anchor.ts';
import { group } from '../html/table.ts';
import { code, prose } from '../markdown-text.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';
import { cut } from '../wording.ts';
import { section } from './section.ts';

/** Characters of a changed value that are shown. */
const LONGEST = 120;

/** How much the verdict is worth: of the injected breaches, those that were detected and those that were not. */
export const mutationScoreSection = section({
  id: 'mutation-score',
  title: 'Mutation score',
  part: ({ summary }) => summary.mutationScore,
  count: ({ exposed, tried }) => `${exposed} of ${tried}`,
  html(score, index) {
    const hidden = undetected(score);
    const survivors = hidden.reduce((sum, { tried, exposed }) => sum + tried - exposed, 0);
    const title = markup`<b class="warn">◐ not detected</b>`;
    return markup`<p class="lead">${mutationScoreSentence(score)}</p>
${
  hidden.length > 0 &&
  group(
    title,
    survivors,
    hidden.map(exposure => survivorsOf(exposure, index)),
  )
}`;
  },
  markdown(score) {
    const hidden = undetected(score).map(
      ({ mutation, requirement, tried, exposed }) =>
        `- ${code(requirement)}: ${prose(`${mutation}: ${tried - exposed} of ${tried}`)}`,
    );
    return [mutationScoreSentence(score), ...(hidden.length > 0 ? [hidden.join('\n')] : [])];
  },
});

/** The breaches of one kind that no check detected: what each changed, and the checks that would have to see it. */
function survivorsOf({ mutation, requirement, tried, exposed, survivors = [] }: Exposure, index: RunIndex): Markup {
  const judges = index.summary.checks.filter(({ requirements }) => requirements.some(({ id }) => id === requirement));
  const checks = judges.map(
    ({ id, title }, nth) =>
      markup`${nth > 0 && ', '}<a href="#check-${anchor(id)}" title="${title}"><code>${id}</code></a>`,
  );
  const about = markup`<a href="#requirement-${anchor(requirement)}"><code>${requirement}</code></a>`;
  const count = `${tried - exposed} of ${tried}`;
  return markup`<div class="survivor"><p><b>${mutation}</b>: ${count} not detected, on ${about}</p>
<ul>${survivors.map(changes => markup`<li>${changes.map(change => changeOf(change, index))}</li>`)}</ul>
<p class="small">To detect it, a check of this requirement would have to see it: ${checks}.</p></div>
`;
}

function changeOf({ id, kind, differences }: Change, index: RunIndex): Markup {
  const lines = differences.map(
    ({ at, expected = 'nothing', received = 'nothing' }) =>
      markup`<br><code>${at}</code>: <del>${cut(expected, LONGEST)}</del> → <ins>${cut(received, LONGEST)}</ins>`,
  );
  const what = describeEvidence(id, index);
  return markup`<a href="#${anchor(id)}"><code>${id}</code></a> ${what}: ${kind}${lines}<br>`;
}

/** The kinds of injected breaches of which some were not detected. */
function undetected({ exposures }: MutationScore): readonly Exposure[] {
  return exposures.filter(({ tried, exposed }) => exposed < tried);
}

/** The mutation score of a run in one sentence. */
function mutationScoreSentence({ tried, exposed }: MutationScore): string {
  if (tried === 0) return 'The run has no evidence for injected breaches, so it proves nothing.';
  return (
    `${plural(tried, 'breach')} injected, one at a time, into a copy of this run's evidence: ` +
    `the checks detected ${exposed}. The verdict is only as reliable as this share.`
  );
}
