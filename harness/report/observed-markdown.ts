import { type Gap, gaps } from '../contract/gaps.ts';
import { ownCommand } from '../core/own-command.ts';
import { plural } from '../core/plural.ts';
import { isPreviewGap } from '../facts/comparison-rule.ts';
import { type Fact, type FactsFile, isSeen } from '../facts/fact.ts';
import type { Lifecycle } from '../facts/lifecycle/lifecycle.ts';
import { describeBasis, describeValues, nameOf } from './describe-fact.ts';
import { lifecycleInWords } from './lifecycle/lifecycle-in-words.ts';
import { lifecycleAsMermaid } from './lifecycle/mermaid.ts';
import { block, code, codeCell, prose, table } from './markdown-text.ts';
import { cut } from './wording.ts';

const LONGEST_VALUE = 120;
const MOST_EVIDENCE = 3;

/**
 * The observed behavior of a target where the specification is silent, as a Markdown page: one entry per gap, with the
 * observed values, how often and since when they were observed, and earlier values. Pure: the same facts give the same
 * page.
 */
export function observedAsMarkdown({ target, facts }: FactsFile, lifecycle?: Lifecycle): string {
  const byGap = Map.groupBy(facts, ({ gap }) => gap);
  const known = [...gaps().values()];
  const unknown = [...byGap.keys()].filter(gap => !gaps().has(gap));
  const answered = known.filter(({ id }) => byGap.get(id)?.some(isSeen));
  const contradicted = facts
    .filter(({ status }) => status === 'contradicted')
    .map(fact => `- ${code(nameOf(fact))}: ${prose(fact.reason ?? 'contradictory observations')}`);
  const last = facts.flatMap(({ lastSeen }) => lastSeen ?? []).reduce((a, b) => (a > b ? a : b), '');
  const since = last === '' ? '' : `, last on ${day(last)}`;
  const share = `**${answered.length} of ${known.length}** gaps are answered${since}`;
  const sections = [...Map.groupBy(known, ({ section }) => section)];
  return `${[
    `# Observed: ${prose(target)}`,
    'Generated from `facts.json` by `observe`. Do not edit.',
    [
      `Observed behavior of this service where the specification is silent. ${share}.`,
      'An observed value is an example; other values are possible.',
      '`n of m` under *observed* means: observed n times out of m possible times, in the last run that exercised it.',
    ].join(' '),
    ...(contradicted.length > 0 ? ['## Contradictions', contradicted.join('\n')] : []),
    ...(lifecycle ? drawn(lifecycle) : []),
    ...sections.flatMap(([section, own]) => [
      `## ${prose(section)}`,
      ...own.flatMap(gap => entry(gap, byGap.get(gap.id) ?? [])),
    ]),
    ...(unknown.length > 0 ? ['## Other', ...unknown.flatMap(id => factsTable(byGap.get(id) ?? []))] : []),
    '## Evidence',
    [
      'Evidence lists ids of exchanges (`x…`), deliveries (`d…`) and journeys (`j…`) in the latest run that showed the',
      `value; \`report.html\` of that run shows each. \`${ownCommand('explain', 'GAP')}\` explains a gap;`,
      `\`${ownCommand('drift', 'OLD', 'NEW')}\` shows what changed between two such files. To check later runs against`,
      'a fact, add `"confirmed": "who, when"` to its entry in `facts.json`, and run with `--baseline` and this folder.',
    ].join(' '),
  ].join('\n\n')}\n`;
}

/** The diagram of a lifecycle, which is also next to the page as SVG and as JSON. */
function drawn(lifecycle: Lifecycle): readonly string[] {
  const files = 'As [SVG](lifecycle.svg); every transition with its evidence is in [lifecycle.json](lifecycle.json).';
  const words = `${prose(lifecycleInWords(lifecycle))} ${files}`;
  return ['## Lifecycle of a collection order', words, block(lifecycleAsMermaid(lifecycle), 'mermaid')];
}

function entry(gap: Gap, facts: readonly Fact[]): readonly string[] {
  const seen = facts.filter(isSeen);
  const notes = [
    `Unspecified: ${prose(gap.text)}`,
    ...(isPreviewGap(gap.id) ? ['A preview route: it may change without notice.'] : []),
    ...(seen.length === 0 ? [`**Unanswered:** ${prose(facts[0]?.reason ?? 'not exercised')}.`] : []),
  ];
  return [`### \`${gap.id}\``, notes.join(' '), ...factsTable(seen), ...history(seen)];
}

function factsTable(facts: readonly Fact[]): readonly string[] {
  const [first] = facts;
  if (first === undefined) return [];
  const only = facts.length === 1 && first.condition === undefined;
  const rows = facts.map(fact => [...(only ? [] : [prose(fact.condition ?? 'always')]), ...cells(fact)]);
  return [table([...(only ? [] : ['condition']), 'value', 'observed', 'since', 'last', 'evidence'], rows)];
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

/** Changes: where one epoch ended and the next began. */
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
    return `- ${code(nameOf(fact))}: ${epochs.join(', then ')}`;
  });
  return [['History:', '', ...lines].join('\n')];
}

function day(moment: string): string {
  return prose(moment.slice(0, 10));
}
