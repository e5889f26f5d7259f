import { caveats } from '../caveats.ts';
import { prose } from '../markdown-text.ts';
import { type Markup, markup } from '../markup.ts';
import { section } from './section.ts';

/** Shown at once; the rest of a long list opens. */
const MOST_AT_ONCE = 4;

/** What makes a pass weak. It comes before the findings, because no findings in weak evidence prove nothing. */
export const caveatsSection = section({
  id: 'weak',
  title: 'What this result does not show',
  short: 'Not shown',
  part(index) {
    const all = caveats(index);
    return all.length > 0 ? all : undefined;
  },
  html: all =>
    markup`<ul class="weak">${all.map(({ remedy, what }) => {
      const rest = what.slice(MOST_AT_ONCE);
      const more = rest.length > 0 && markup`<details><summary>${rest.length} more</summary>${lines(rest)}</details>`;
      return markup`<li><b>${remedy}</b>${lines(what.slice(0, MOST_AT_ONCE))}${more}</li>
`;
    })}</ul>`,
  markdown: all => [
    all
      .map(({ remedy, what }) => [`- ${prose(remedy)}`, ...what.map(one => `  - ${prose(one)}`)].join('\n'))
      .join('\n'),
  ],
});

function lines(all: readonly string[]): Markup | false {
  return all.length > 0 && markup`<ul>${all.map(line => markup`<li>${line}</li>`)}</ul>`;
}
