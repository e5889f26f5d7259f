import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ownFile } from '../base/own-files.ts';
import { gaps, type Requirement, requirements } from './requirements.ts';

/** The specification, beside the checkout. It is no part of the project. */
const SPECIFICATION = ownFile('../shared/spec/interface-specification.md');

/** Consecutive sentences of a section that no quote contains whole (`openapi/sentences.yaml`). */
interface Accounted {
  readonly section: string;
  readonly sentences: readonly number[];
  /** Of the sentences as they were when somebody accounted for them. */
  readonly digest: string;
  /** The requirements or gaps that state them; else why they state nothing. */
  readonly by?: readonly string[];
  readonly because?: string;
}

const ACCOUNTED = Object.entries(
  parse(readFileSync(ownFile('openapi/sentences.yaml'), 'utf8')) as Record<string, Omit<Accounted, 'section'>[]>,
).flatMap(([section, own]) => own.map((entry): Accounted => ({ section, ...entry })));

/** A part of the specification under one heading. A cell of a table counts as a sentence, and so does an item. */
interface Section {
  readonly heading: string;
  readonly sentences: readonly { readonly text: string; readonly before: string }[];
}

function sectionsOf(markdown: string): readonly Section[] {
  return markdown
    .replaceAll(/[`*]/g, '')
    .split(/^#+ /m)
    .map(part => {
      const [heading = '', ...lines] = part.split('\n');
      const blocks = lines
        .join('\n')
        .split(/\n\n+|\n(?=[-|] ?|\d+\. )/)
        .filter(block => !/^\|[-|]+$/.test(block.trim()));
      const sentences = blocks.flatMap(block => {
        const [cells, between] = block.trim().startsWith('|')
          ? [block.trim().slice(1, -1).split('|'), ' · ']
          : [block.replace(/^\s*(?:- |\d+\. )/, '').split(/(?<=[.!?])\s+/), ' '];
        return cells
          .map(cell => cell.trim().replaceAll(/\s+/g, ' '))
          .map((text, nth) => ({ text, before: nth === 0 ? '\n' : between }))
          .filter(({ text }) => text !== '');
      });
      return { heading, sentences };
    });
}

/** The text of a section as quotes have it, and in it the places of its letters and digits that no quote contains. */
function unquoted({ heading, sentences }: Section, among: Iterable<Requirement>) {
  const text = sentences.map(sentence => sentence.before + sentence.text).join('');
  const left = new Set([...text.matchAll(/\w/g)].map(({ index }) => index));
  const missing: string[] = [];
  for (const { id, section, quote } of among) {
    if (!heading.startsWith(section)) continue;
    let from = 0;
    for (const piece of quote.split(' … ')) {
      const at = text.indexOf(piece, from);
      if (at < 0) missing.push(`${id}: ${piece}`);
      else from = at + piece.length;
      for (let place = at; at >= 0 && place < from; place++) left.delete(place);
    }
  }
  return { left, missing };
}

function digestOf(sentences: readonly string[]): string {
  return createHash('sha256').update(sentences.join('\n')).digest('hex').slice(0, 12);
}

/** What is wrong with an account of a specification: none of it where each sentence is accounted for once. */
function problems(markdown: string, among: Iterable<Requirement>, accounted: readonly Accounted[]): readonly string[] {
  const all = sectionsOf(markdown);
  const requirementsOf = [...among];
  const found = all.flatMap(section => {
    const { left, missing } = unquoted(section, requirementsOf);
    let end = 0;
    const open = section.sentences.flatMap(({ text, before }, nth) => {
      const from = end + before.length;
      end = from + text.length;
      return [...left].some(place => place >= from && place < end) ? [nth + 1] : [];
    });
    const own = accounted.filter(entry => entry.section === section.heading);
    const named = own.flatMap(({ sentences }) => sentences);
    const textOf = (nth: number) => section.sentences[nth - 1]?.text ?? '';
    return [
      ...missing.map(quote => `not in ${section.heading}: ${quote}`),
      ...open
        .filter(nth => !named.includes(nth))
        .map(nth => `${section.heading} ${nth} (${digestOf([textOf(nth)])}) has no account: ${textOf(nth)}`),
      ...named.filter(nth => !open.includes(nth)).map(nth => `${section.heading} ${nth} is quoted, or not there`),
      ...own
        .filter(({ sentences, digest }) => digest !== digestOf(sentences.map(textOf)))
        .map(({ sentences }) => `${section.heading} ${sentences}: now ${digestOf(sentences.map(textOf))}`),
    ];
  });
  const headings = new Set(all.map(({ heading }) => heading));
  const lost = requirementsOf.filter(({ section }) => ![...headings].some(heading => heading.startsWith(section)));
  return [
    ...found,
    ...lost.map(({ id, section }) => `${id}: no section ${section}`),
    ...accounted.filter(({ section }) => !headings.has(section)).map(({ section }) => `no section ${section}`),
  ];
}

test('Every sentence of the specification is in a quote, states a requirement or gap, or says why not', ({ skip }) => {
  if (!existsSync(SPECIFICATION)) skip('the specification is not beside the checkout: ../shared/spec is not there');
  expect(problems(readFileSync(SPECIFICATION, 'utf8'), requirements().values(), ACCOUNTED)).toEqual([]);
});

test('An account names requirements and gaps that exist, or a reason', () => {
  const isSound = ({ by = [], because }: Accounted) =>
    by.every(id => requirements().has(id) || gaps().has(id)) && by.length > 0 === (because === undefined);
  expect(ACCOUNTED.filter(entry => !isSound(entry))).toEqual([]);
});

test('A sentence, a cell or an item without account is found; so are a false quote, number and digest', () => {
  const markdown =
    '# A\n\nOne `is` here.\nTwo, too.\n\n| Head | Of |\n|---|---|\n| x | y |\n\n- item\n\n## B (b)\n\nThree.\n';
  const wire = requirements().get('wire.json');
  if (wire === undefined) throw new Error('wire.json is no requirement');
  const quoting = (section: string, quote: string): Requirement => ({ ...wire, id: quote, section, quote });
  const quotes = [quoting('A', 'One is here. … x · y'), quoting('B', 'Three.')];
  const told = (sentences: readonly number[], ...texts: string[]): Accounted => ({
    ...{ section: 'A', sentences, digest: digestOf(texts), because: 'a reason' },
  });
  const sound = [told([2], 'Two, too.'), told([3, 4], 'Head', 'Of'), told([7], 'item')];
  expect(problems(markdown, quotes, sound)).toEqual([]);
  expect(problems(markdown, quotes, sound.slice(1))).toEqual([
    expect.stringMatching(/^A 2 .* no account: Two, too\.$/),
  ]);
  expect(problems(markdown, quotes.slice(0, 1), sound)).toEqual([expect.stringMatching(/^B \(b\) 1 .*: Three\.$/)]);
  expect(problems(markdown, [...quotes, quoting('B', 'Four.')], sound)).toEqual(['not in B (b): Four.: Four.']);
  expect(problems(markdown, [...quotes, quoting('C', 'Four.')], sound)).toEqual(['Four.: no section C']);
  expect(problems(markdown.replace('item', 'thing'), quotes, sound)).toEqual([expect.stringMatching(/^A 7: now /)]);
  expect(problems(markdown, quotes, [...sound, told([1], 'One is here.')])).toEqual(['A 1 is quoted, or not there']);
});
