import { type Gap, gaps } from '../contract/gaps.ts';
import { plural } from '../core/plural.ts';
import { isPreviewGap } from '../facts/comparison-rule.ts';
import type { Fact, FactsFile } from '../facts/fact.ts';
import { describeBasis, describeValues } from './describe-fact.ts';
import { code, codeCell, prose } from './markdown-text.ts';
import { cut } from './wording.ts';

const LONGEST_VALUE = 120;
const MOST_EVIDENCE = 3;

/**
 * What a target was seen to do where the specification is silent, as a page of a repository: one entry a gap, with the
 * silence, what was seen, on how much evidence, since when, and what it was before. Pure: the same facts give the same page.
 */
export function observedAsMarkdown({ target, facts }: FactsFile): string {
  const byGap = Map.groupBy(facts, ({ gap }) => gap);
  const known = [...gaps().values()];
  const strange = [...byGap.keys()].filter(gap => !gaps().has(gap));
  const answered = known.filter(({ id }) => byGap.get(id)?.some(isSeen));
  const contradicted = facts.filter(({ status }) => status === 'contradicted');
  const last = facts.flatMap(({ lastSeen }) => lastSeen ?? []).reduce((a, b) => (a > b ? a : b), '');
  const sections = [...Map.groupBy(known, ({ section }) => section)];
  return `${[
    `# Observed: ${prose(target)}`,
    `Generated from \`facts.json\`; \`observe\` folds a further run in. Do not edit it by hand.`,
    [
      `What this service was seen to do where the specification is silent. **${answered.length} of ${known.length}** gaps are answered${last === '' ? '' : `, last on ${day(last)}`}.`,
      'An observed value is one that was seen; it is never the list of the allowed ones. What stands under *seen* as `n of m` was seen n times where it could have been seen m times, in the last run that exercised it.',
    ].join(' '),
    ...(contradicted.length > 0
      ? [
          '## Contradictions',
          contradicted.map(fact => `- ${code(name(fact))}: ${prose(fact.reason ?? 'seen in two ways')}`).join('\n'),
        ]
      : []),
    ...sections.flatMap(([section, own]) => [
      `## ${prose(section)}`,
      ...own.flatMap(gap => entry(gap, byGap.get(gap.id) ?? [])),
    ]),
    ...(strange.length > 0 ? ['## Other', ...strange.flatMap(id => table(byGap.get(id) ?? []))] : []),
    '## How this is known',
    'Evidence is named by the ids of exchanges (`x…`), deliveries (`d…`) and journeys (`j…`) in the run that showed it last: `report.html` of that run opens each. `npm run -s harness -- explain GAP` tells a gap; `npm run -s harness -- drift OLD NEW` tells what changed between two of these files. To hold later runs to a fact, write `"confirmed": "who, when"` into its entry of `facts.json`, and run with `--baseline` on this folder.',
  ].join('\n\n')}\n`;
}

function isSeen({ status }: Fact): boolean {
  return status !== 'unanswered';
}

function entry(gap: Gap, facts: readonly Fact[]): readonly string[] {
  const seen = facts.filter(isSeen);
  const notes = [
    `Not said: ${prose(gap.text)}`,
    ...(isPreviewGap(gap.id) ? ['A preview route: it may change without notice.'] : []),
    ...(seen.length === 0 ? [`**Unanswered:** ${prose(facts[0]?.reason ?? 'not exercised')}.`] : []),
  ];
  return [`### \`${gap.id}\``, notes.join(' '), ...table(seen), ...history(seen)];
}

function table(facts: readonly Fact[]): readonly string[] {
  const [first] = facts;
  if (first === undefined) return [];
  const only = facts.length === 1 && first.condition === undefined;
  const head = [...(only ? [] : ['when']), 'what', 'seen', 'since', 'last', 'evidence'];
  return [
    [
      `| ${head.join(' | ')} |`,
      `|${head.map(() => ' --- ').join('|')}|`,
      ...facts.map(fact => `| ${[...(only ? [] : [prose(fact.condition ?? 'always')]), ...cells(fact)].join(' | ')} |`),
    ].join('\n'),
  ];
}

function cells(fact: Fact): readonly string[] {
  const values = describeValues(fact).map(value => codeCell(cut(value, LONGEST_VALUE)));
  const marks = [
    ...(fact.status === 'contradicted' ? ['**contradicted**'] : []),
    ...(fact.confirmed === undefined ? [] : [`confirmed: ${prose(fact.confirmed)}`]),
  ];
  return [
    [values.join(', ') || '–', ...marks].join('; '),
    describeBasis(fact),
    fact.firstSeen === undefined ? '–' : day(fact.firstSeen),
    fact.lastSeen === undefined ? '–' : day(fact.lastSeen),
    fact.evidence.slice(0, MOST_EVIDENCE).map(codeCell).join(' ') || '–',
  ];
}

/** Change points: where one epoch ended and another began. */
function history(facts: readonly Fact[]): readonly string[] {
  const changed = facts.filter(({ epochs = [] }) => epochs.length > 1);
  if (changed.length === 0) return [];
  const lines = changed.map(fact => {
    const epochs = (fact.epochs ?? []).map(
      ({ value, status, firstSeen, lastSeen, runs }) =>
        `${
          describeValues({ ...fact, value, status })
            .map(code)
            .join(', ') || 'nothing'
        } from ${day(firstSeen)} to ${day(lastSeen)} (${plural(runs, 'run')})`,
    );
    return `- ${code(name(fact))}: ${epochs.join(', then ')}`;
  });
  return [['History:', '', ...lines].join('\n')];
}

function name({ gap, condition }: Fact): string {
  return condition === undefined ? gap : `${gap} (${condition})`;
}

function day(moment: string): string {
  return prose(moment.slice(0, 10));
}
