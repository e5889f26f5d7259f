import { caveats } from '../caveats.ts';
import { type Markup, markup } from '../markup.ts';
import type { RunIndex } from '../run-index.ts';

/** Shown at once; the rest of a long list opens. */
const MOST_AT_ONCE = 4;

/** What makes a pass weak: it comes before the findings, because a finding of nothing proves nothing. */
export function caveatsSection(index: RunIndex): Markup | undefined {
  const weak = caveats(index);
  if (weak.length === 0) return undefined;
  return markup`<section aria-labelledby="weak"><h2 id="weak">What this result does not show</h2>
<ul class="weak">${weak.map(
    ({ remedy, what }) => markup`<li><b>${remedy}</b>${list(what.slice(0, MOST_AT_ONCE))}${
      what.length > MOST_AT_ONCE &&
      markup`<details><summary>${what.length - MOST_AT_ONCE} more</summary>${list(what.slice(MOST_AT_ONCE))}</details>`
    }</li>
`,
  )}</ul></section>
`;
}

function list(lines: readonly string[]): Markup | false {
  return lines.length > 0 && markup`<ul>${lines.map(line => markup`<li>${line}</li>`)}</ul>`;
}
