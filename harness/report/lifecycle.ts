import { plural } from '../base/plural.ts';
import {
  type Lifecycle,
  type LifecycleTransition,
  lifecycleIn,
  type StepOutput,
} from '../facts/lifecycle/lifecycle.ts';
import type { LifecycleDrift } from '../facts/lifecycle/machines.ts';
import {
  type Block,
  code,
  drawing,
  fold,
  inCard,
  inPage,
  inText,
  joined,
  type Line,
  lead,
  link,
  onPage,
  type Section,
  small,
  stacked,
  strong,
  table,
  text,
} from './blocks.ts';
import { DRAWING_STYLE } from './html/style.ts';
import { type Markup, markup, trusted } from './markup.ts';
import type { RunIndex } from './run-index.ts';
import { list, wrap } from './wording.ts';

/** The most unexplored transitions that the text names. */
const MOST_NAMED = 12;

/** The learned state machine of an order: a diagram, and every transition with its evidence. */
export function lifecycleSection({ view, summary: { dialect } }: RunIndex): Section | undefined {
  const lifecycle = dialect && lifecycleIn(view);
  const { states = [], transitions = [] } = lifecycle ?? {};
  if (lifecycle === undefined || transitions.length === 0) return undefined;
  const odd = transitions.filter(({ contradicted }) => contradicted !== undefined).length;
  const events = [plural(transitions.length, 'event'), odd > 0 && [' ', strong(`✗ ${odd} contradicted`, 'bad')]];
  const blocks = [
    lead(lifecycleInWords(lifecycle)),
    inCard(drawing(drawLifecycle(lifecycle))),
    inPage(fold(strong('Transitions'), [transitionsTable(transitions)], { count: events })),
    inText(movesTable(lifecycle)),
  ];
  const count = `${plural(states.length, 'state')}, ${plural(transitions.length, 'transition')}`;
  return { id: 'lifecycle', title: 'Lifecycle', count, blocks };
}

/** What a diagram of a lifecycle shows, and what was not tried. */
function lifecycleInWords({ unexplored }: Lifecycle): string {
  const named = unexplored.map(({ from, event }) => `${event} in ${from}`);
  const rest = named.length === 0 ? 'Every event was tried in every state.' : `Not tried: ${list(named, MOST_NAMED)}.`;
  return `The states of a collection order that differ in answers or webhooks. ${rest}`;
}

/** The transitions between states, for a page without a diagram. */
export function lifecycleFold(lifecycle: Lifecycle): Block {
  return fold('Lifecycle of a collection order', [text(lifecycleInWords(lifecycle)), movesTable(lifecycle)]);
}

/** The transitions that change the state of an order. */
function movesTable({ transitions }: Lifecycle): Block {
  return transitionsTable(transitions.filter(({ from, to }) => from !== to));
}

/** Transitions with their counts and, on the page, their evidence. */
function transitionsTable(transitions: Lifecycle['transitions']): Block {
  const rows = transitions.map(each => {
    const others = (each.contradicted ?? []).map(other => [
      ...[strong('also', 'bad'), ` ${outputInWords(other)} `],
      small([`${other.count}, `, links(other.evidence)]),
    ]);
    const leads = each.to === each.from ? 'stays' : each.to;
    const seen = [onPage(each.count), onPage(links(each.evidence))];
    return [each.from, code(each.event), stacked(outputInWords(each), ...others), leads, ...seen];
  });
  return table(['State', 'Event', 'Answer and webhooks', 'Leads to', 'Seen', 'Evidence'], rows, 'answers');
}

function links(evidence: readonly string[]): Line {
  return joined(
    evidence.map(id => link(id)),
    ' ',
  );
}

/** The outcome of a step: `accepted, collection.failed`, `accepted, no webhook`, `409`. */
export function outputInWords({ answer, webhooks }: StepOutput): string {
  if (webhooks.length > 0) return `${answer}, ${webhooks.join(' + ')}`;
  return answer === 'accepted' ? 'accepted, no webhook' : String(answer);
}

/** The number of other transitions that differ; empty for none. */
export function otherTransitions({ others }: LifecycleDrift): readonly string[] {
  return others > 0 ? [`${plural(others, 'other transition')} differ, after steps with equal answers.`] : [];
}

/** The indentation of a state under its parent. */
const INDENT = 28;
const LINE = 14;
/** The space above and below the lines of a box, and between two boxes. */
const PADDING = 7;
const GAP = 10;
/** The width of a box and of a character, which fits a wide font. */
const WIDTH = 560;
const CHARACTER = 7;
const LONGEST = Math.floor((WIDTH - 20) / CHARACTER);
/** The most lines of a text. The rest is cut. */
const MOST_LINES = 2;

/** A drawn line of text, and the full text. */
interface DrawnLine {
  readonly look: 'event' | 'name' | 'note';
  readonly text: string;
  readonly full: string;
}

/** A drawn state, below the state from which it is reached first. */
interface DrawnState {
  readonly state: string;
  readonly depth: number;
  readonly parent: string | undefined;
}

/** The drawing of a lifecycle for a page. On a phone it scrolls. */
export function drawLifecycle(lifecycle: Lifecycle): Markup {
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Lifecycle">
${drawTree(lifecycle)}</div>`;
}

/** The drawing as an SVG file with the page's colours. */
export function lifecycleAsSvg(lifecycle: Lifecycle): string {
  return `${drawTree(lifecycle, trusted(DRAWING_STYLE))}\n`;
}

/**
 * Draws a lifecycle from the top down: a box for each state, with the events that lead there and their outcomes. A line
 * connects a state to the one from which it is reached first; the box names any other.
 */
function drawTree(lifecycle: Lifecycle, style?: Markup): Markup {
  const places = placesOf(lifecycle);
  const boxes = new Map<string, { readonly x: number; readonly y: number; readonly bottom: number }>();
  let y = GAP;
  const drawn = places.map(place => {
    const lines = linesOf(lifecycle, place);
    const box = { x: place.depth * INDENT + 4, y, bottom: y + lines.length * LINE + 2 * PADDING };
    boxes.set(place.state, box);
    y = box.bottom + GAP;
    const from = place.parent === undefined ? undefined : boxes.get(place.parent);
    const middle = box.y + PADDING + LINE / 2;
    const path =
      from &&
      markup`<path class="line" d="M${from.x + INDENT / 2} ${from.bottom}V${middle}H${box.x}"/>
<circle class="tip" cx="${box.x}" cy="${middle}" r="3"/>`;
    const texts = lines.map(({ look, text, full }, nth) => {
      const at = markup`x="${box.x + 10}" y="${box.y + PADDING + nth * LINE + 11}"`;
      return markup`<text class="${look}" ${at}>${text}<title>${full}</title></text>`;
    });
    return markup`<g>${path}<rect class="state" x="${box.x}" y="${box.y}" width="${WIDTH}"
height="${box.bottom - box.y}" rx="8"/>${texts}</g>
`;
  });
  const width = Math.max(0, ...places.map(({ depth }) => depth)) * INDENT + WIDTH + 8;
  const words = lifecycle.transitions
    .filter(({ from, to }) => from !== to)
    .map(({ from, event, to }) => `${event} leads from ${from} to ${to}`);
  return markup`<svg xmlns="http://www.w3.org/2000/svg" class="machine" viewBox="0 0 ${width} ${y}" role="img"
aria-label="The lifecycle of an order: ${words.join('; ')}">
${style && markup`<style>${style}</style>`}${drawn}</svg>`;
}

/** Every reached state, below the state that reaches it with the fewest events. */
function placesOf({ states, transitions }: Lifecycle): readonly DrawnState[] {
  const placed: DrawnState[] = states.slice(0, 1).map(state => ({ state, depth: 0, parent: undefined }));
  for (const { state: from, depth } of placed) {
    const next = new Set(transitions.flatMap(each => (each.from === from ? each.to : [])));
    for (const state of next)
      if (!placed.some(other => other.state === state)) placed.push({ state, depth: depth + 1, parent: from });
  }
  const below = (parent: string | undefined): readonly DrawnState[] =>
    placed.filter(place => place.parent === parent).flatMap(place => [place, ...below(place.state)]);
  return below(undefined);
}

/** The lines of a box: the state, the events that lead there, and the number of events that do not change it. */
function linesOf({ transitions }: Lifecycle, { state, parent }: DrawnState): readonly DrawnLine[] {
  const wrapped = (look: DrawnLine['look'], full: string) =>
    wrap(full, LONGEST, MOST_LINES).map(text => ({ look, text, full }));
  const words = (each: LifecycleTransition) =>
    `${each.event} → ${outputInWords(each)}${each.from === parent ? '' : `, from ${each.from}`}`;
  const leading = transitions.filter(({ from, to }) => to === state && from !== state);
  const staying = transitions.filter(({ from, to }) => from === state && to === state);
  return [
    ...wrapped('name', state),
    ...leading.flatMap(each => wrapped('event', words(each))),
    ...(staying.length > 0 ? wrapped('note', `${plural(staying.length, 'event')} without effect`) : []),
  ];
}
