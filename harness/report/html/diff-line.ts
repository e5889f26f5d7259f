import { asText, type DiffLine } from '../diff.ts';
import { type Markup, markup } from '../markup.ts';

/** A line of a diff: removed and inserted text, for eyes and for screen readers. */
export function diffLine(line: DiffLine): Markup {
  const text = `${asText(line)}\n`;
  if (line.sign === ' ') return markup`${text}`;
  return line.sign === '-' ? markup`<del>${text}</del>` : markup`<ins>${text}</ins>`;
}
