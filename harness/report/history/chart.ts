import { type Markup, markup } from '../markup.ts';

/** One column of a chart, in its order from the bottom; `label` is what it says, in words. */
export interface Column {
  readonly parts: readonly { readonly value: number; readonly tone: 'good' | 'bad' | 'warn' | 'calm' | 'plot' }[];
  readonly label: string;
  /** A character in the column, which says without colour what its tone does. */
  readonly mark?: string;
}

const TALL = 60;
const STEP = 20;
/** Columns for which there is room at least. */
const LEAST = 15;

/** A chart of one measure over the runs, a column each; the axis begins at 0 and ends at the largest value. */
export function chart(title: string, columns: readonly Column[], largest: string): Markup {
  const most = Math.max(1, ...columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)));
  const width = Math.max(LEAST, columns.length) * STEP + 4;
  const drawn = columns.map(({ parts, label, mark }, nth) => {
    let y = TALL + 4;
    const bars = parts.map(({ value, tone }) => {
      const height = (value / most) * TALL;
      y -= height;
      const size = markup`width="${STEP - 5}" height="${height.toFixed(1)}"`;
      return markup`<rect class="fill-${tone}" x="${nth * STEP + 4}" y="${y.toFixed(1)}" ${size}/>`;
    });
    return markup`<g><title>${label}</title><rect class="blank" x="${nth * STEP}" y="0" width="${STEP}"
height="${TALL + 4}"/>${bars}${
      mark !== undefined && markup`<text x="${nth * STEP + 11.5}" y="${TALL}">${mark}</text>`
    }</g>`;
  });
  const summary = `${title}: ${columns.map(({ label }) => label).join('; ')}`;
  return markup`<figure class="card"><figcaption><b>${title}</b> <span class="small">${largest}</span></figcaption>
<svg class="history" viewBox="0 0 ${width} ${TALL + 6}" preserveAspectRatio="xMinYMid" role="img"
aria-label="${summary}">
<path class="life" d="M0 ${TALL + 4.5}H${width}"/>${drawn}</svg></figure>
`;
}
