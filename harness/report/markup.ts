import { printable } from './visible.ts';

/** Text that is safe markup. Only {@link markup} and {@link trusted} create it. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toString(): string {
    return this.source;
  }
}

/** What a template may contain. Text is escaped, lists are joined, `undefined` and `false` are skipped. */
type Child = string | number | Markup | undefined | false | readonly Child[];

/**
 * A template of HTML, SVG or XML. Every value is escaped for element content and quoted attributes and made {@link
 * printable}, so that nothing from the wire can become markup by accident.
 */
export function markup(parts: TemplateStringsArray, ...children: readonly Child[]): Markup {
  let source = parts[0] ?? '';
  for (const [index, child] of children.entries()) source += render(child) + (parts[index + 1] ?? '');
  return new Markup(source);
}

/** Treats a constant of this page (a stylesheet, a script) as markup. Never use it for received text. */
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
