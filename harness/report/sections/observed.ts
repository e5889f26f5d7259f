import { gaps } from '../../contract/gaps.ts';
import { type Fact, isSeen } from '../../facts/fact.ts';
import { facts } from '../../facts/facts.ts';
import { describeBasis, describeValues } from '../describe-fact.ts';
import { anchor } from '../html/anchor.ts';
import { table } from '../html/table.ts';
import { type Markup, markup } from '../markup.ts';
import { cut } from '../wording.ts';
import { section } from './section.ts';

const LONGEST_VALUE = 120;
const MOST_EVIDENCE = 3;

/** What was seen where the specification is silent: one entry a gap, those that contradict themselves open. */
export const observedSection = section({
  id: 'observed',
  title: 'Observed',
  part({ evidence, summary: { dialect } }) {
    if (dialect === undefined) return undefined;
    const found = Map.groupBy(facts(evidence, dialect).facts, ({ gap }) => gap);
    return [...gaps().values()].map(gap => {
      const own = found.get(gap.id) ?? [];
      return { ...gap, seen: own.filter(isSeen), reason: own[0]?.reason };
    });
  },
  count: all => `${all.filter(({ seen }) => seen.length > 0).length} of ${all.length}`,
  html(all) {
    const unseen = all.filter(({ seen }) => seen.length === 0);
    const rows = unseen.map(({ id, text, reason }) => [markup`<code>${id}</code>`, text, reason]);
    return markup`<p class="lead">What was seen where the specification is silent. An observed value is never the list
of the allowed ones. <code>n of m</code>: seen n times where it could have been seen m times.</p>
${all.filter(({ seen }) => seen.length > 0).map(gapEntry)}
<details class="group"><summary><b class="calm">– unanswered</b> <span class="small">${unseen.length}</span></summary>
${table(['Gap', 'Not said', 'Why not'], rows)}</details>
`;
  },
});

function gapEntry({ id, text, seen }: { readonly id: string; readonly text: string; readonly seen: readonly Fact[] }) {
  const contradicted = seen.some(({ status }) => status === 'contradicted');
  const conditions = seen.some(({ condition }) => condition !== undefined);
  const rows = seen.map(fact => [
    ...(conditions ? [fact.condition ?? 'always'] : []),
    ...[values(fact), describeBasis(fact), links(fact)],
  ]);
  const head = [...(conditions ? ['When'] : []), 'What', 'Seen', 'Evidence'];
  return markup`<details class="group" id="gap-${anchor(id)}"${contradicted && markup` open`}><summary>${
    contradicted && markup`<b class="bad">✗ contradicted</b> `
  }<code>${id}</code> <span class="small">${text}</span></summary>
${table(head, rows)}</details>
`;
}

function values(fact: Fact): readonly Markup[] {
  return describeValues(fact).map(
    (value, place) => markup`${place > 0 && ', '}<code>${cut(value, LONGEST_VALUE)}</code>`,
  );
}

function links({ evidence }: Fact): readonly Markup[] {
  return evidence
    .slice(0, MOST_EVIDENCE)
    .map((id, place) => markup`${place > 0 && ' '}<a href="#${anchor(id)}"><code>${id}</code></a>`);
}
