import { plural } from '../../core/plural.ts';
import type { Lifecycle } from '../../facts/lifecycle/lifecycle.ts';
import { outputInWords } from '../describe-lifecycle-drift.ts';
import { DRAWING, TONES } from '../html/style.ts';
import { type Markup, markup, trusted } from '../markup.ts';
import { wrap } from '../wording.ts';
import { type Arrow, arrowsOf, layersOf, stayingIn } from './arrows.ts';

/** A box of a state, and the room on its left for what leads there. */
const BOX = { width: 160, height: 56 };
const ROOM = 290;
const LINE = 13;
const GAP = 18;
/** Where the words of an arrow begin and end, seen from the left edge of the box that it leads to. */
const WORDS = { from: 30 - ROOM, to: -10 };
/** Characters for which a line on an arrow has room, one in a box, and a smaller one in a box. */
const LONGEST = { words: 40, name: 22, note: 27 };
/** Lines that an event has, what comes of it, a name and a way; what is longer is cut. */
const MOST_LINES = 2;
/** Transitions that an arrow lists. */
const MOST_LISTED = 3;

/** Where something is drawn: the left edge, the middle, and the column. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
}

/** A line of text, with what it says in full. */
interface Line {
  readonly look: 'event' | 'output' | 'name' | 'note';
  readonly text: string;
  readonly full: string;
}

/** An arrow, with what stands on it, and where it ends. */
interface Drawn {
  readonly arrow: Arrow;
  readonly lines: readonly Line[];
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
 * events move an order, with what each event is answered and sends. An arrow that leads back names the state that it
 * comes from, since a line from there would cross the others. A box counts the events that leave an order there.
 */
function drawMachine(lifecycle: Lifecycle, style?: Markup): Markup {
  const arrows = arrowsOf(lifecycle);
  const layers = layersOf(lifecycle, arrows);
  const depths = new Map(layers.flatMap((layer, depth) => layer.map(state => [state, depth] as const)));
  const places = new Map<string, Place>();
  const drawn: Drawn[] = [];
  let height = 0;
  for (const [depth, layer] of layers.entries()) {
    let y = GAP;
    for (const state of layer) {
      const top = y;
      for (const arrow of arrows.filter(({ to }) => to === state)) {
        const isForward = (depths.get(arrow.from) ?? 0) < depth;
        const lines = [...(isForward ? [] : linesOf('output', `from ${arrow.from}`)), ...wordsOf(arrow)];
        y += lines.length * LINE + GAP / 2;
        drawn.push({ arrow, lines, y });
        y += GAP / 2;
      }
      const bottom = Math.max(y, top + BOX.height);
      places.set(state, { x: depth * (BOX.width + ROOM) + 4, y: (top + bottom) / 2, depth });
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

/** What stands on an arrow: each event, and what came of it. */
function wordsOf({ transitions }: Arrow): readonly Line[] {
  const more = transitions.length - MOST_LISTED;
  return [
    ...transitions
      .slice(0, MOST_LISTED)
      .flatMap(each => [...linesOf('event', each.event), ...linesOf('output', outputInWords(each))]),
    ...(more > 0 ? linesOf('output', `and ${more} more`) : []),
  ];
}

function linesOf(look: Line['look'], full: string, longest = LONGEST.words, most = MOST_LINES): readonly Line[] {
  return wrap(full, longest, most).map(text => ({ look, text, full }));
}

function drawArrow({ arrow, lines, y }: Drawn, places: ReadonlyMap<string, Place>): Markup | undefined {
  const [from, to] = [places.get(arrow.from), places.get(arrow.to)];
  if (from === undefined || to === undefined) return undefined;
  const [start, end] = [to.x + WORDS.from, to.x + WORDS.to];
  const fromX = from.x + BOX.width;
  const isForward = from.depth < to.depth;
  const curve = isForward
    ? `M${fromX} ${from.y}C${fromX + 24} ${from.y} ${start - 24} ${y} ${start} ${y}`
    : `M${start} ${y}`;
  const texts = drawLines(lines, { x: start, y: y - lines.length * LINE, width: end - start, at: 0 });
  return markup`<g><path class="line" d="${curve}H${end}L${to.x - 2} ${to.y}"/>
<circle class="tip" cx="${to.x - 2}" cy="${to.y}" r="3"/>${texts}</g>
`;
}

/** Lines of text in a frame, which cuts what its font makes wider than it should be. */
function drawLines(
  lines: readonly Line[],
  { x, y, width, at }: { readonly x: number; readonly y: number; readonly width: number; readonly at: number },
): Markup {
  const texts = lines.map(
    ({ look, text, full }, nth) =>
      markup`<text class="${look}" x="${at}" y="${(nth + 1) * LINE - 4}">${text}<title>${full}</title></text>`,
  );
  return markup`<svg x="${x}" y="${y}" width="${width}" height="${lines.length * LINE}">${texts}</svg>`;
}

/** The name of a state, the way to it where that is part of what it is called, and how many events leave it alone. */
function drawState(lifecycle: Lifecycle, state: string, { x, y }: Place): Markup {
  const staying = stayingIn(lifecycle, state);
  const title = [state, ...staying.map(each => `${each.event}: ${outputInWords(each)}`)].join('; stays on ');
  const [, name = state, way] = /^(.*?) \((after .*)\)$/.exec(state) ?? [];
  const lines = [
    ...linesOf('name', name, LONGEST.name, way === undefined ? MOST_LINES : 1),
    ...(way === undefined ? [] : linesOf('note', way, LONGEST.note)),
    ...(staying.length > 0 ? linesOf('note', `${plural(staying.length, 'event')} without effect`) : []),
  ];
  const frame = { x, y: y - (lines.length * LINE) / 2, width: BOX.width, at: BOX.width / 2 };
  return markup`<g><title>${title}</title><rect class="state" x="${x}" y="${y - BOX.height / 2}" width="${BOX.width}"
height="${BOX.height}" rx="8"/>${drawLines(lines, frame)}</g>
`;
}
