import { printable } from './visible.ts';

/** Text that is markup already. Only {@link markup} and {@link trusted} make it. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    return this.source;
  }
}

/** What may stand in a template: text is escaped, markup is not, lists are joined, nothing and false are left out. */
export type Child = string | number | Markup | undefined | false | readonly Child[];

/**
 * A template of HTML, SVG or XML. Whatever is put into it is escaped for element content and for quoted attributes
 * alike, and made {@link printable}, so that nothing from the wire can become markup by being forgotten.
 */
export function markup(parts: TemplateStringsArray, ...children: readonly Child[]): Markup {
  let source = parts[0] ?? '';
  for (const [index, child] of children.entries()) source += render(child) + (parts[index + 1] ?? '');
  return new Markup(source);
}

/** Takes a constant of this page (a stylesheet, a script) as markup. Never for anything that was received. */
export function trusted(source: string): Markup {
  return new Markup(source);
}

function render(child: Child): string {
  if (child === undefined || child === false) return '';
  if (typeof child === 'string') return printable(child).replace(/[&<>"']/g, char => ENTITIES[char] ?? '');
  if (typeof child === 'number') return String(child);
  if (child instanceof Markup) return child.source;
  return child.map(render).join('');
}

const ENTITIES: { readonly [char: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
