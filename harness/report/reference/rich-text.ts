import { type Markup, markup } from '../markup.ts';

/** A description of the contract as elements: paragraphs, lists of `-`, `code` and **bold**. All else is text. */
export function richText(text: string): readonly Markup[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter(block => block !== '')
    .map(block => {
      if (!/^- /.test(block)) return markup`<p>${inline(block)}</p>`;
      const items = block.split(/^- /m).slice(1);
      return markup`<ul>${items.map(item => markup`<li>${inline(item.trim())}</li>`)}</ul>`;
    });
}

function inline(text: string): readonly Markup[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map(part => {
    if (/^`.+`$/s.test(part)) return markup`<code>${part.slice(1, -1)}</code>`;
    if (/^\*\*.+\*\*$/s.test(part)) return markup`<b>${part.slice(2, -2)}</b>`;
    return markup`${part}`;
  });
}
