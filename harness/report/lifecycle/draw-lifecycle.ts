import { plural } from '../../core/plural.ts';
import type { Lifecycle } from '../../facts/lifecycle/lifecycle.ts';
import { outputInWords } from '../describe-lifecycle-drift.ts';
import { DRAWING, TONES } from '../html/style.ts';
import { type Markup, markup, trusted } from '../markup.ts';
import { cut } from '../wording.ts';
import { type Arrow, arrowsOf, layersOf, stayingIn } from './arrows.ts';

/** A box of a state, and the room on its left for what leads there. */
const BOX = { width: 150, height: 40 };
const ROOM = 250;
const LINE = 13;
const GAP = 18;
/** Characters for which a box has room, and a line on an arrow. */
const LONGEST = { name: 22, line: 37 };
/** Transitions that an arrow lists. */
const MOST_LISTED = 3;

/** Where something is drawn: the left edge, and the middle. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** An arrow, with what stands on it, and where it ends. */
interface Drawn {
  readonly arrow: Arrow;
  readonly lines: readonly string[];
  readonly y: number;
}

/** A drawing of a lifecycle for a page, which scrolls where there is no room. */
export function drawLifecycle(lifecycle: Lifecycle): Markup {
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Lifecycle">
${drawMachine(lifecycle)}
</div>`;
}

/** The same as a file of its own, which has the tones of the page. */
export function lifecycleAsSvg(lifecycle: Lifecycle): string {
  const own = '.machine { background: var(--card); font-family: system-ui, sans-serif; }';
  return `${drawMachine(lifecycle, trusted(`${TONES}\n${DRAWING}\n${own}`))}\n`;
}

/**
 * Draws a lifecycle from left to right: a box for each state, and an arrow for each pair of states between which
 * events move an order, with what each event is answered and sends. A box counts the events that leave an order there.
 */
function drawMachine(lifecycle: Lifecycle, style?: Markup): Markup {
  const arrows = arrowsOf(lifecycle);
  const places = new Map<string, Place>();
  const drawn: Drawn[] = [];
  let height = 0;
  const layers = layersOf(lifecycle, arrows);
  for (const [depth, layer] of layers.entries()) {
    let y = GAP;
    for (const state of layer) {
      const top = y;
      for (const arrow of arrows.filter(({ to }) => to === state)) {
        const lines = linesOf(arrow);
        y += lines.length * LINE + GAP / 2;
        drawn.push({ arrow, lines, y });
        y += GAP / 2;
      }
      const bottom = Math.max(y, top + BOX.height);
      places.set(state, { x: depth * (BOX.width + ROOM) + 4, y: (top + bottom) / 2 });
      y = bottom + GAP;
    }
    height = Math.max(height, y);
  }
  const width = layers.length * (BOX.width + ROOM) - ROOM + 8;
  const words = arrows.map(
    ({ from, to, transitions }) => `${transitions.map(({ event }) => event).join(', ')} leads from ${from} to ${to}`,
  );
  const boxes = [...places].map(([state, place]) => drawState(lifecycle, state, place));
  return markup`<svg xmlns="http://www.w3.org/2000/svg" class="machine" width="${width}" height="${height}"
viewBox="0 0 ${width} ${height}" role="img" aria-label="The lifecycle of an order: ${words.join('; ')}">
${style && markup`<style>${style}</style>`}${drawn.map(each => drawArrow(each, places))}${boxes}</svg>`;
}

/** Two lines for each transition: the event, and what came of it. */
function linesOf({ transitions }: Arrow): readonly string[] {
  const lines = transitions.slice(0, MOST_LISTED).flatMap(each => [each.event, outputInWords(each)]);
  const more = transitions.length - MOST_LISTED;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

function drawArrow({ arrow, lines, y }: Drawn, places: ReadonlyMap<string, Place>): Markup | undefined {
  const [from, to] = [places.get(arrow.from), places.get(arrow.to)];
  if (from === undefined || to === undefined) return undefined;
  const start = to.x - ROOM + 30;
  const [fromX, endX] = [from.x + BOX.width, to.x - 10];
  const curve = `M${fromX} ${from.y}C${fromX + 24} ${from.y} ${start - 24} ${y} ${start} ${y}`;
  const path = `${curve}H${endX}L${to.x - 2} ${to.y}`;
  const texts = lines.map((line, nth) => {
    const above = y - 4 - (lines.length - 1 - nth) * LINE;
    const look = nth % 2 === 0 ? 'event' : 'output';
    const shown = cut(line, LONGEST.line);
    return markup`<text class="${look}" x="${start}" y="${above}">${shown}<title>${line}</title></text>`;
  });
  return markup`<g><path class="line" d="${path}"/><circle class="tip" cx="${to.x - 2}" cy="${to.y}" r="3"/>${texts}</g>
`;
}

function drawState(lifecycle: Lifecycle, state: string, { x, y }: Place): Markup {
  const staying = stayingIn(lifecycle, state);
  const title = [state, ...staying.map(each => `${each.event}: ${outputInWords(each)}`)].join('; stays on ');
  const note = staying.length > 0 ? `${plural(staying.length, 'event')} without effect` : '';
  const middle = x + BOX.width / 2;
  return markup`<g><title>${title}</title><rect class="state" x="${x}" y="${y - BOX.height / 2}" width="${BOX.width}"
height="${BOX.height}" rx="8"/><text class="name" x="${middle}" y="${y - 2}">${cut(state, LONGEST.name)}</text>
<text class="note" x="${middle}" y="${y + 12}">${note}</text></g>
`;
}
