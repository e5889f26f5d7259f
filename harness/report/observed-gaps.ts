import { stringify } from '../base/json.ts';
import { plural } from '../base/plural.ts';
import { type Gap, gaps } from '../contract/requirements.ts';
import { answersOf } from '../facts/compare-values.ts';
import { type Fact, type FactsFile, isSeen } from '../facts/fact.ts';
import { facts } from '../facts/facts.ts';
import type { Lifecycle } from '../facts/lifecycle/lifecycle.ts';
import { ownCommand } from '../settings/own-command.ts';
import type { Blocks, Line, Row, Section } from './blocks.ts';
import * as block from './blocks.ts';
import { lifecycleFold } from './lifecycle.ts';
import { printMarkdown } from './print-markdown.ts';
import type { RunIndex } from './run-index.ts';
import { cut } from './wording.ts';

const LONGEST_VALUE = 120;
const MOST_EVIDENCE = 3;
/** The most shown answers to one gap. `facts.json` has all. */
const MOST_OF_GAP = 12;

/** A gap with its observed facts, or the reason for having none. */
interface GapWithFacts extends Pick<Gap, 'id' | 'section' | 'text'> {
  readonly seen: readonly Fact[];
  readonly reason: string | undefined;
}

/** The observed answers to gaps, each with its evidence. */
export function factsSection({ evidence, summary: { dialect } }: RunIndex): Section | undefined {
  if (dialect === undefined) return undefined;
  const all = gapsWithFacts(facts(evidence, dialect).facts);
  const count = `${all.filter(({ seen }) => seen.length > 0).length} of ${plural(all.length, 'gap')} answered`;
  const blocks = [
    block.inPage(
      block.lead([
        'What was seen where the specification is silent, by its headings. An observed value is never the list of the ',
        ...['allowed ones. ', block.code('n of m'), ': seen n times where it could be seen m times.'],
      ]),
      gapFolds(all),
    ),
  ];
  return { id: 'facts', title: 'Facts', count, blocks };
}

/** Every gap with its facts, in the order of the file, then gaps of other contract versions. */
function gapsWithFacts(facts: readonly Fact[]): readonly GapWithFacts[] {
  const byGap = Map.groupBy(facts, ({ gap }) => gap);
  const other = (id: string) => ({ id, section: 'Other', text: 'A gap of another version.' });
  const unknown = [...byGap.keys()].filter(id => !gaps().has(id)).map(other);
  return [...gaps().values(), ...unknown].map(gap => {
    const own = byGap.get(gap.id) ?? [];
    return { ...gap, seen: own.filter(isSeen), reason: own[0]?.reason };
  });
}

/** The observed answers to gaps, folded by section. A section with a contradicted fact is open. */
function gapFolds(all: readonly GapWithFacts[]): Blocks {
  return [...Map.groupBy(all, ({ section }) => section)].map(([section, own]) => {
    const answered = own.filter(({ seen }) => seen.length > 0).length;
    const contradicted = own.flatMap(({ seen }) => seen.filter(({ status }) => status === 'contradicted')).length;
    const odd = contradicted > 0 && [' ', block.strong(`✗ ${contradicted} contradicted`, 'bad')];
    return block.fold(block.strong(section), [block.table(HEAD, own.flatMap(rowsOf), 'answers')], {
      count: [`${answered} of ${plural(own.length, 'gap')} answered`, odd],
      open: contradicted > 0,
    });
  });
}

const HEAD = ['Gap', 'When', 'Answer', 'Seen', 'Evidence'];

function rowsOf({ id, text, seen, reason = 'not exercised' }: GapWithFacts): readonly Row[] {
  if (seen.length === 0)
    return [
      [
        block.stacked(block.code(id), block.onPage(block.small(text))),
        '',
        block.small(`unanswered: ${reason}`),
        '',
        '',
      ],
    ];
  const rows = seen.slice(0, MOST_OF_GAP).map((fact, nth) => ({
    id: nth === 0 ? block.anchor(id, 'gap') : undefined,
    cells: [
      block.stacked(block.code(id), nth === 0 && block.onPage(block.small(text))),
      fact.condition,
      answer(fact),
      block.onPage(`${fact.count} of ${fact.samples}`),
      block.onPage(
        block.joined(
          fact.evidence.slice(0, MOST_EVIDENCE).map(own => block.link(own)),
          ' ',
        ),
      ),
    ],
  }));
  const more = seen.length - rows.length;
  return more > 0 ? [...rows, [block.code(id), `and ${more} more`]] : rows;
}

/** The values of a fact, their frequency unless always, and whether they contradict each other. */
function answer(fact: Fact): Line {
  const { count, samples, status } = fact;
  return [
    valuesOf(fact),
    count < samples && `, ${Math.round((count / samples) * 100)} % of the time`,
    status === 'contradicted' && [' ', block.strong('✗ contradicted', 'bad')],
  ];
}

/** The values of a fact. */
function valuesOf({ value, status, gap }: Fact): Line {
  if (status === 'unanswered' || value === undefined) return 'nothing';
  const several = Array.isArray(value) && (status === 'contradicted' || answersOf(gap) !== 'one');
  const all: readonly unknown[] = several ? value : [value];
  const texts = all.map(one => (typeof one === 'string' ? one : stringify(one)));
  return texts.length > 0
    ? block.joined(
        texts.map(one => block.code(cut(one, LONGEST_VALUE))),
        ', ',
      )
    : 'nothing';
}

/** The gap of a fact, and its condition. */
export function nameOf({ gap, condition }: Pick<Fact, 'gap' | 'condition'>): string {
  return condition === undefined ? gap : `${gap} (${condition})`;
}

/** What an integrator needs first: to verify a webhook, to read and answer it, and to retry calls. */
const FIRST = [
  ...['signature.header-name', 'signature.t-unit', 'event.type-field', 'event.names', 'event.id-field'],
  ...['event.order-field', 'webhook.retry-schedule', 'webhook.timeout', 'webhook.order', 'idempotency.replay'],
];

/**
 * The behaviour of a target where the specification is silent, on one page: the ten answers that an integrator needs
 * first, then contradictions, and the rest folded. It contains no counts or dates of unchanged facts, so that it
 * changes only if a fact does. Pure.
 */
export function observedAsMarkdown({ target, facts }: FactsFile, lifecycle?: Lifecycle): string {
  const all = gapsWithFacts(facts);
  const answered = all.filter(({ seen }) => seen.length > 0);
  const first = FIRST.flatMap(id => answered.find(gap => gap.id === id) ?? []);
  const odd = facts.filter(({ status }) => status === 'contradicted');
  return `${[
    `# Observed: ${printMarkdown([block.text(target)])}`,
    ...printMarkdown(
      [
        block.text(
          'What this deployment does where the specification is silent. An observed value is an example; others are ' +
            `possible. ${answered.length} of ${plural(all.length, 'gap')} are answered.`,
        ),
        block.heading('What an integrator needs first'),
        block.table(
          ['The specification leaves open', 'This deployment'],
          first.map(gap => [
            [gap.text, ' (', block.code(gap.id), ')'],
            block.stacked(
              ...gap.seen.map(fact => [fact.condition !== undefined && `${fact.condition}: `, answer(fact)]),
            ),
          ]),
        ),
        odd.length > 0 && [
          block.heading('Contradictions'),
          block.list(odd.map(fact => [block.code(nameOf(fact)), `: ${fact.reason ?? 'contradictory observations'}`])),
        ],
        block.heading('The rest'),
        lifecycle && lifecycleFold(lifecycle),
        gapFolds(all),
        block.text([
          ...[
            block.code('observe'),
            ' wrote this page from ',
            block.code('facts.json'),
            ', which has the counts and times. ',
          ],
          ...[
            block.code(ownCommand('explain', 'GAP')),
            ' explains a gap, ',
            block.code(ownCommand('reference', 'RUN_DIR')),
          ],
          ...[' writes the answers into the OpenAPI document. To hold later runs to the answers, run with '],
          ...[block.code('--baseline'), ' and this folder.'],
        ]),
      ],
      2,
    ),
  ].join('\n\n')}\n`;
}
