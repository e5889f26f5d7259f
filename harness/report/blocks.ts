import type { DiffLine } from './diff.ts';
import type { NumberedFinding } from './run-index.ts';
import type { Tone } from './wording.ts';

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
  | { readonly kind: 'page' | 'text-only'; readonly blocks: Blocks };

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
  /** How many items are shown. On the page the others open, and Markdown counts them. Default: all. */
  readonly most?: number;
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
  readonly look?: 'group' | 'curl' | 'below' | 'suite' | 'item' | 'story' | 'node' | 'node scenario' | 'node journey';
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
/** Blocks that only the page shows. */
export const inPage = (...blocks: Blocks): Block => ({ kind: 'page', blocks });
/** Blocks that only Markdown shows. */
export const inText = (...blocks: Blocks): Block => ({ kind: 'text-only', blocks });

/** A part of a line. Plain text is printed literally. Only the page shows `page` spans. */
export type Line = string | number | undefined | false | Span | readonly Line[];

type Span =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly line: Line; readonly tone: Tone | undefined }
  | { readonly kind: 'small' | 'quote' | 'page'; readonly line: Line }
  | { readonly kind: 'stacked'; readonly lines: readonly Line[] }
  | { readonly kind: 'link'; readonly to: string; readonly line: Line }
  | { readonly kind: 'finding'; readonly numbered: NumberedFinding; readonly linked: boolean };

/** A literal value, such as an id or the name of a field. */
export const code = (text: string): Span => ({ kind: 'code', text });
/** Emphasis with a tone. A symbol or a word in the line has to carry the tone, too. */
export const strong = (line: Line, tone?: Tone): Span => ({ kind: 'strong', line, tone });
/** A side note. */
export const small = (line: Line): Span => ({ kind: 'small', line });
/** A quotation from the specification. */
export const quote = (line: Line): Span => ({ kind: 'quote', line });
/** A part that only the page shows. */
export const onPage = (line: Line): Span => ({ kind: 'page', line });
/** Several lines in one place, one below the other. */
export const stacked = (...lines: readonly Line[]): Span => ({ kind: 'stacked', lines });
/** A link to an exchange, delivery or journey on the page, or to a named thing. */
export const link = (id: string, of?: Linked): Span => ({ kind: 'link', to: anchor(id, of), line: code(id) });
/** The number of a finding without a link, for the finding itself and for summaries that open by a click. */
export const badge = (numbered: NumberedFinding): Span => ({ kind: 'finding', numbered, linked: false });
/** The numbers of findings as links, each after a space. */
export const badges = (all: readonly NumberedFinding[]): Line =>
  all.map(numbered => [' ', { kind: 'finding', numbered, linked: true }]);
/** Items with a separator. */
export const joined = (items: readonly Line[], between: string): Line =>
  items.map((item, nth) => [nth > 0 && between, item]);

/** Named things with rows on the page. */
type Linked = 'requirement' | 'gap';

/** The anchor of an id on the page. Ids of the record are unchanged; others are made valid. */
export function anchor(id: string, of?: Linked): string {
  return `${of === undefined ? '' : `${of}-`}${id.replace(/[^\w.-]/g, '_')}`;
}
