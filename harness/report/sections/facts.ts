import { type Gap, gaps } from '../../contract/gaps.ts';
import { plural } from '../../core/plural.ts';
import { type Fact, isSeen } from '../../facts/fact.ts';
import { facts } from '../../facts/facts.ts';
import { describeBasis, describeValues } from '../describe-fact.ts';
import { anchor } from '../html/anchor.ts';
import { filterForm } from '../html/filter-form.ts';
import { group, table } from '../html/table.ts';
import { type Markup, markup } from '../markup.ts';
import { cut } from '../wording.ts';
import { section } from './section.ts';

const LONGEST_VALUE = 120;
const MOST_EVIDENCE = 3;
/** A gap with more facts stays closed in its area. */
const MOST_OPEN = 6;

/** A gap with what was seen of it; without any, why not. */
interface GapSeen extends Gap {
  readonly seen: readonly Fact[];
  readonly reason: string | undefined;
}

/**
 * What was seen where the specification is silent: by its headings, then by gap, each fact with its evidence. Gaps that
 * contradict themselves are open.
 */
export const factsSection = section({
  id: 'facts',
  title: 'Facts',
  part({ evidence, summary: { dialect } }) {
    if (dialect === undefined) return undefined;
    const found = Map.groupBy(facts(evidence, dialect).facts, ({ gap }) => gap);
    return [...gaps().values()].map((gap): GapSeen => {
      const own = found.get(gap.id) ?? [];
      return { ...gap, seen: own.filter(isSeen), reason: own[0]?.reason };
    });
  },
  count: all => `${all.filter(({ seen }) => seen.length > 0).length} of ${plural(all.length, 'gap')} answered`,
  html: all => markup`<p class="lead">What was seen where the specification is silent, by its headings. An observed
value is never the list of the allowed ones. <code>n of m</code>: seen n times where it could be seen m times.</p>
${filterForm('facts', 'facts', 'retry, 409, /data/order_id')}${[...Map.groupBy(all, ({ section: from }) => from)].map(
  ([heading, own]) => area(heading, own),
)}`,
});

function area(heading: string, all: readonly GapSeen[]): Markup {
  const seen = all.filter(gap => gap.seen.length > 0);
  const contradicted = seen.filter(isContradicted).length;
  const rows = all.filter(gap => gap.seen.length === 0).map(({ id, text, reason }) => [CODE(id), text, reason]);
  const answered = `${seen.length} of ${plural(all.length, 'gap')} answered`;
  const count = markup`${answered}${contradicted > 0 && markup` <b class="bad">✗ ${contradicted} contradicted</b>`}`;
  const unanswered = rows.length > 0 && inner(markup`<b class="calm">– unanswered</b>`, table(UNANSWERED, rows), true);
  return group(markup`<b>${heading}</b>`, count, markup`${seen.map(gapEntry)}${unanswered}`, contradicted > 0);
}

const UNANSWERED = ['Gap', 'Unspecified', 'Reason'];
const CODE = (text: string) => markup`<code>${text}</code>`;

function inner(summary: Markup, content: Markup, open: boolean, id?: string): Markup {
  const named = id !== undefined && markup` id="${id}"`;
  return markup`<details class="inner"${named}${open && markup` open`}><summary>${summary}</summary>
${content}</details>
`;
}

function isContradicted({ seen }: GapSeen): boolean {
  return seen.some(({ status }) => status === 'contradicted');
}

function gapEntry(gap: GapSeen): Markup {
  const { id, text, seen } = gap;
  const contradicted = isContradicted(gap);
  const conditions = seen.some(({ condition }) => condition !== undefined);
  const rows = seen.map(fact => [
    ...(conditions ? [fact.condition ?? 'always'] : []),
    ...[values(fact), describeBasis(fact), links(fact)],
  ]);
  const head = [...(conditions ? ['When'] : []), 'What', 'Seen', 'Evidence'];
  const mark = contradicted && markup`<b class="bad">✗ contradicted</b> `;
  const words = markup`${mark}${CODE(id)} <span class="small">${text}${rows.length > 1 && ` ${rows.length}`}</span>`;
  return inner(words, table(head, rows), contradicted || rows.length <= MOST_OPEN, `gap-${anchor(id)}`);
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
