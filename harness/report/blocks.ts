import type { DiffLine } from './diff.ts';
import type { Line } from './line.ts';
import type { Markup } from './markup.ts';

/*
 * What a report says, as a tree that knows no format. A section is written once, of blocks; `html/print-html.ts` and
 * `print-markdown.ts` print it. Text from the wire goes in as it is: the printers escape it.
 */

/** A block of a report. Each constructor below makes one kind. */
export type Block =
  | { readonly kind: 'text'; readonly line: Line; readonly look: string | undefined }
  | { readonly kind: 'heading'; readonly line: Line }
  | ({ readonly kind: 'list'; readonly items: readonly Item[] } & ListOptions)
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly Row[]; readonly look?: string }
  | { readonly kind: 'diff'; readonly lines: readonly DiffLine[] }
  | { readonly kind: 'listing'; readonly text: string; readonly language: string; readonly look: string | undefined }
  | { readonly kind: 'terms'; readonly terms: readonly Term[] }
  | ({ readonly kind: 'fold'; readonly title: Line; readonly blocks: Blocks } & FoldOptions)
  | ({ readonly kind: 'card'; readonly blocks: Blocks } & CardOptions)
  | { readonly kind: 'drawing'; readonly drawn: Markup }
  | { readonly kind: 'frame' | 'page' | 'text-only'; readonly blocks: Blocks };

/** Blocks one after another; what is false or undefined is left out. */
export type Blocks = readonly (Block | Blocks | false | undefined)[];

/** A section of the reports on one run. A section whose blocks are all for one format is in no other. */
export interface Section {
  /** Its anchor in the page. */
  readonly id: string;
  readonly title: string;
  /** Its name in the page's navigation. Default: the title. */
  readonly short?: string;
  /** A number beside the title. */
  readonly count?: number | string;
  /** What stands below the title. */
  readonly blocks: Blocks;
}

/** An item of a list: a line, or a line with blocks below it. */
export type Item = Line | { readonly line: Line; readonly below: Blocks };

interface ListOptions {
  readonly look?: string;
  /** Items at once in the page; the others open. Default: all. */
  readonly most?: number;
  /** Items in Markdown; of the others it says how many. Default: all. */
  readonly mostInText?: number;
  /** How many there are, where the items are only the first of them. */
  readonly of?: number;
}

/** A row of a table: the cell that names it, and the others; with an id where links lead to it. */
export type Row = readonly Line[] | { readonly id: string | undefined; readonly cells: readonly Line[] };

/** A name, and what is said of it. */
export interface Term {
  readonly name: string;
  readonly blocks: Blocks;
}

interface FoldOptions {
  /** How much is in it, beside its title. */
  readonly count?: Line;
  readonly open?: boolean;
  /** Default: a frame of its own. */
  readonly look?: 'group' | 'curl' | 'below' | 'plain' | 'suite' | 'node' | 'node scenario' | 'node journey';
  readonly id?: string;
}

interface CardOptions {
  readonly id: string;
  readonly look: string;
  /** Its number, which is before its title in Markdown and in `kicker` in the page. */
  readonly number: string;
  /** The line above its title in the page, and below it in Markdown. */
  readonly kicker: Line;
  readonly title: string;
}

/** A paragraph. */
export const text = (line: Line, look?: string): Block => ({ kind: 'text', line, look });
/** What a section is about, at its top. */
export const lead = (line: Line): Block => text(line, 'lead');
/** A heading within a section. */
export const heading = (line: Line): Block => ({ kind: 'heading', line });
/** A list without numbers. */
export const list = (items: readonly Item[], options: ListOptions = {}): Block => ({ kind: 'list', items, ...options });
/** A table. Markdown leaves out a column in which it has nothing to show. */
export const table = (head: readonly string[], rows: readonly Row[], look?: string): Block => ({
  ...{ kind: 'table', head, rows, ...(look !== undefined && { look }) },
});
/** What was expected, and what was received. */
export const diff = (lines: readonly DiffLine[]): Block => ({ kind: 'diff', lines });
/** Text as it is, of several lines. */
export const listing = (own: string, language: string, look?: string): Block => ({
  ...{ kind: 'listing', text: own, language, look },
});
/** Names, each with what is said of it. */
export const terms = (all: readonly (Term | false)[]): Block => ({
  kind: 'terms',
  terms: all.filter(term => term !== false),
});
/** Something that opens by a click. Where it is open from the start, it has a heading in Markdown. */
export const fold = (title: Line, blocks: Blocks, options: FoldOptions = {}): Block => ({
  ...{ kind: 'fold', title, blocks },
  ...options,
});
/** A thing with a title, a frame and an id, such as a finding. */
export const card = (options: CardOptions, blocks: Blocks): Block => ({ kind: 'card', blocks, ...options });
/** What is drawn. Markdown leaves it out. */
export const drawing = (drawn: Markup): Block => ({ kind: 'drawing', drawn });
/** What only the page shows. */
export const inPage = (...blocks: Blocks): Block => ({ kind: 'page', blocks });
/** What only Markdown shows. */
export const inText = (...blocks: Blocks): Block => ({ kind: 'text-only', blocks });
/** Blocks in a frame. */
export const inCard = (...blocks: Blocks): Block => ({ kind: 'frame', blocks });
