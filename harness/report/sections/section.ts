import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';

/** What a section of the reports is made from. */
export interface SectionParts<Part> {
  /** Its anchor in the page. */
  readonly id: string;
  readonly title: string | ((index: RunIndex) => string);
  /** Its name in the page's navigation. Default: the title. */
  readonly short?: string | ((index: RunIndex) => string);
  /** What it shows; undefined where a run has none, and the section is left out. */
  readonly part: (index: RunIndex) => Part | undefined;
  /** A number beside the title. */
  readonly count?: (part: Part, index: RunIndex) => number | string;
  /** What stands below the title in report.html. Default: it is not in there. */
  readonly html?: (part: Part, index: RunIndex) => Markup;
  /** The paragraphs below the title in report.md. Default: it is not in there. */
  readonly markdown?: (part: Part, index: RunIndex) => readonly string[];
}

/** A section of the reports. */
export interface Section {
  readonly id: string;
  /** Its name in the page's navigation. */
  readonly name: (index: RunIndex) => string;
  /** Undefined where the run or the page has no such section. */
  readonly html: (index: RunIndex) => Markup | undefined;
  /** Its paragraphs; none where the run or the text has no such section. */
  readonly markdown: (index: RunIndex) => readonly string[];
}

/** Makes a section: `index.ts` beside this file lists them in their order. */
export function section<Part>({ id, title, short, part, count, html, markdown }: SectionParts<Part>): Section {
  const of = (words: typeof title, index: RunIndex) => (typeof words === 'string' ? words : words(index));
  const heading = (index: RunIndex) => of(title, index);
  return {
    id,
    name: index => of(short ?? title, index),
    html(index) {
      const shown = html && part(index);
      if (shown === undefined) return undefined;
      const number = count && markup` <span class="count">${count(shown, index)}</span>`;
      return markup`<section aria-labelledby="${id}"><h2 id="${id}">${heading(index)}${number}</h2>
${html?.(shown, index)}</section>
`;
    },
    markdown(index) {
      const shown = markdown && part(index);
      if (shown === undefined) return [];
      const number = count ? ` (${count(shown, index)})` : '';
      return [`## ${heading(index)}${number}`, ...(markdown?.(shown, index) ?? [])];
    },
  };
}
