import type { DiffLine } from './diff.ts';
import type { Line } from './line.ts';
import type { Markup } from './markup.ts';

/*
 * What a report says, as a tree that knows no format. A section is written once, of blocks; `html/print-html.ts` and
 * `print-markdown.ts` print it. Text from the wire goes in as it is: the printers escape it.
 */

/** A block of a report. */
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

/** Blocks in sequence. `false` and `undefined` are skipped. */
export type Blocks = readonly (Block | Blocks | false | undefined)[];

/** A section of the reports on one run. A report omits a section that prints nothing in its format. */
export interface Section {
  /** Its anchor in the page. */
  readonly id: string;
  readonly title: string;
  /** Its name in the navigation of the page. Default: the title. */
  readonly short?: string;
  /** A number beside the title. */
  readonly count?: number | string;
  /** The content below the title. */
  readonly blocks: Blocks;
}

/** An item of a list: a line, or a line with blocks below it. */
export type Item = Line | { readonly line: Line; readonly below: Blocks };

interface ListOptions {
  readonly look?: string;
  /** How many items the page shows before the others open. Default: all. */
  readonly most?: number;
  /** How many items Markdown lists before it counts the others. Default: all. */
  readonly mostInText?: number;
  /** The total, if the items are only the first of them. */
  readonly of?: number;
}

/** A row of a table, whose first cell is its header. Links lead to a row by its id. */
export type Row = readonly Line[] | { readonly id: string | undefined; readonly cells: readonly Line[] };

/** The cells of a row, and its id if it has one. */
export function rowOf(row: Row): { readonly id?: string | undefined; readonly cells: readonly Line[] } {
  return 'cells' in row ? row : { cells: row };
}

/** A name and its description. */
interface Term {
  readonly name: string;
  readonly blocks: Blocks;
}

interface FoldOptions {
  /** The number of things in it, beside the title. */
  readonly count?: Line;
  readonly open?: boolean;
  /** Default: a frame. */
  readonly look?: 'group' | 'curl' | 'below' | 'plain' | 'suite' | 'node' | 'node scenario' | 'node journey';
  readonly id?: string;
}

interface CardOptions {
  readonly id: string;
  readonly look: string;
  /** Its number, before the title in Markdown and in the kicker on the page. */
  readonly number: string;
  /** The line above the title on the page, and below it in Markdown. */
  readonly kicker: Line;
  readonly title: string;
}

/** A paragraph. */
export const text = (line: Line, look?: string): Block => ({ kind: 'text', line, look });
/** What a section is about, at its top. */
export const lead = (line: Line): Block => text(line, 'lead');
/** A heading within a section. */
export const heading = (line: Line): Block => ({ kind: 'heading', line });
/** A bulleted list. */
export const list = (items: readonly Item[], options: ListOptions = {}): Block => ({ kind: 'list', items, ...options });
/** A table. Markdown omits empty columns. */
export const table = (head: readonly string[], rows: readonly Row[], look?: string): Block => ({
  ...{ kind: 'table', head, rows, ...(look !== undefined && { look }) },
});
/** Expected and received values. */
export const diff = (lines: readonly DiffLine[]): Block => ({ kind: 'diff', lines });
/** Preformatted text of several lines. */
export const listing = (own: string, language: string, look?: string): Block => ({
  ...{ kind: 'listing', text: own, language, look },
});
/** Names with their descriptions. */
export const terms = (all: readonly (Term | false)[]): Block => ({
  kind: 'terms',
  terms: all.filter(term => term !== false),
});
/** Content that opens by a click. In Markdown, one that is open from the start has a heading. */
export const fold = (title: Line, blocks: Blocks, options: FoldOptions = {}): Block => ({
  ...{ kind: 'fold', title, blocks },
  ...options,
});
/** A block with a title, a frame and an id, such as a finding. */
export const card = (options: CardOptions, blocks: Blocks): Block => ({ kind: 'card', blocks, ...options });
/** A drawing. Markdown omits it. */
export const drawing = (drawn: Markup): Block => ({ kind: 'drawing', drawn });
/** Blocks that only the page shows. */
export const inPage = (...blocks: Blocks): Block => ({ kind: 'page', blocks });
/** Blocks that only Markdown shows. */
export const inText = (...blocks: Blocks): Block => ({ kind: 'text-only', blocks });
/** Blocks in a frame. */
export const inCard = (...blocks: Blocks): Block => ({ kind: 'frame', blocks });
