import type { Look } from './looks.ts';
import type { Markup } from './markup.ts';
import type { NumberedFinding } from './numbered-finding.ts';

/** A part of a line. Plain text stands as it is; markup, which is a drawing, and `page` show in the page alone. */
export type Line = string | number | undefined | false | Span | Markup | readonly Line[];

type Span =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly line: Line; readonly tone: Look['tone'] | undefined }
  | { readonly kind: 'small' | 'quote' | 'page'; readonly line: Line }
  | { readonly kind: 'stacked'; readonly lines: readonly Line[] }
  | { readonly kind: 'link'; readonly to: string; readonly line: Line }
  | { readonly kind: 'finding'; readonly numbered: NumberedFinding; readonly linked: boolean };

/** A value as it was written: an id, a name of a field. */
export const code = (text: string): Span => ({ kind: 'code', text });
/** What stands out, in a tone that a symbol or a word in it says too. */
export const strong = (line: Line, tone?: Look['tone']): Span => ({ kind: 'strong', line, tone });
/** What is said beside the rest. */
export const small = (line: Line): Span => ({ kind: 'small', line });
/** Words of the specification. */
export const quote = (line: Line): Span => ({ kind: 'quote', line });
/** What only the page has room for. */
export const onPage = (line: Line): Span => ({ kind: 'page', line });
/** Several lines in one place, one below the other. */
export const stacked = (...lines: readonly Line[]): Span => ({ kind: 'stacked', lines });
/** A link to where the page tells of an id: of an exchange, delivery or journey, or of what is named. */
export const link = (id: string, of?: Linked): Span => ({ kind: 'link', to: anchor(id, of), line: code(id) });
/** The number of a finding, which leads nowhere: on the finding, and on what opens by a click itself. */
export const badge = (numbered: NumberedFinding): Span => ({ kind: 'finding', numbered, linked: false });
/** The numbers of findings, each after a space. */
export const marks = (all: readonly NumberedFinding[]): Line => all.map(numbered => [' ', badge(numbered)]);
/** The same as links to them. */
export const badges = (all: readonly NumberedFinding[]): Line =>
  all.map(numbered => [' ', { kind: 'finding', numbered, linked: true }]);
/** Items with something between each and the next. */
export const joined = (items: readonly Line[], between: string): Line =>
  items.map((item, nth) => [nth > 0 && between, item]);

/** What has rows with ids in the page, besides exchanges, deliveries and journeys. */
type Linked = 'requirement' | 'gap';

/** Where the page tells of an id. Ids of records are plain; another's are made so. */
export function anchor(id: string, of?: Linked): string {
  return `${of === undefined ? '' : `${of}-`}${id.replace(/[^\w.-]/g, '_')}`;
}
