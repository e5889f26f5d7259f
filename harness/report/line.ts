import type { Look } from './looks.ts';
import type { Markup } from './markup.ts';
import type { NumberedFinding } from './run-index.ts';

/** A part of a line. Plain text is printed literally. Only the page shows markup and `page` spans. */
export type Line = string | number | undefined | false | Span | Markup | readonly Line[];

type Span =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly line: Line; readonly tone: Look['tone'] | undefined }
  | { readonly kind: 'small' | 'quote' | 'page'; readonly line: Line }
  | { readonly kind: 'stacked'; readonly lines: readonly Line[] }
  | { readonly kind: 'link'; readonly to: string; readonly line: Line }
  | { readonly kind: 'finding'; readonly numbered: NumberedFinding; readonly linked: boolean };

/** A literal value, such as an id or the name of a field. */
export const code = (text: string): Span => ({ kind: 'code', text });
/** Emphasis with a tone. A symbol or a word in the line has to carry the tone, too. */
export const strong = (line: Line, tone?: Look['tone']): Span => ({ kind: 'strong', line, tone });
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
