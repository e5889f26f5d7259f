import { plural } from '../base/plural.ts';
import { type Lifecycle, lifecycleIn, type StepOutput } from '../facts/lifecycle/lifecycle.ts';
import type { LifecycleDrift } from '../facts/lifecycle/machines.ts';
import type { Block, Line, Section } from './blocks.ts';
import * as block from './blocks.ts';
import type { RunIndex } from './run-index.ts';
import { list } from './wording.ts';

/** The most unexplored transitions that the text names. */
const MOST_NAMED = 12;

/** The learned state machine of an order: every transition with its evidence. */
export function lifecycleSection({ view, summary: { dialect } }: RunIndex): Section | undefined {
  const lifecycle = dialect && lifecycleIn(view);
  const { states = [], transitions = [] } = lifecycle ?? {};
  if (lifecycle === undefined || transitions.length === 0) return undefined;
  const staying = transitions.filter(({ from, to }) => from === to);
  const blocks = [
    block.lead(lifecycleInWords(lifecycle)),
    drawing(lifecycle),
    movesTable(lifecycle),
    staying.length > 0 &&
      block.inPage(
        block.fold(block.strong('Without effect'), [transitionsTable(staying)], {
          count: plural(staying.length, 'event'),
        }),
      ),
  ];
  const odd = transitions.filter(({ contradicted }) => contradicted !== undefined).length;
  const all = `${plural(states.length, 'state')}, ${plural(transitions.length, 'transition')}`;
  const count = odd > 0 ? `${all}, ${odd} contradicted` : all;
  return { id: 'lifecycle', title: 'Lifecycle', count, blocks };
}

/** What a lifecycle shows, and what was not tried. */
function lifecycleInWords({ unexplored }: Lifecycle): string {
  const named = unexplored.map(({ from, event }) => `${event} in ${from}`);
  const rest = named.length === 0 ? 'Every event was tried in every state.' : `Not tried: ${list(named, MOST_NAMED)}.`;
  return `The states of a collection order that differ in answers or webhooks. ${rest}`;
}

/** The transitions between states, folded. */
export function lifecycleFold(lifecycle: Lifecycle): Block {
  return block.fold('Lifecycle of a collection order', [
    block.text(lifecycleInWords(lifecycle)),
    drawing(lifecycle),
    movesTable(lifecycle),
  ]);
}

/** The lifecycle as Mermaid, which GitHub draws: an arrow for each pair of states, with the events that lead on. */
function drawing({ states, transitions }: Lifecycle): Block {
  const plain = (wire: string) => wire.replace(/[^\p{L}\p{N} ._,()-]/gu, ' ');
  const idOf = (state: string) => `s${states.indexOf(state)}`;
  const moves = transitions.filter(({ from, to }) => from !== to);
  const arrows = Map.groupBy(moves, ({ from, to }) => `${idOf(from)} --> ${idOf(to)}`);
  const lines = [
    ...states.map(state => `${idOf(state)} : ${plain(state)}`),
    ...[...arrows].map(([arrow, all]) => `${arrow} : ${all.map(({ event }) => plain(event)).join(', ')}`),
  ];
  return block.inText(block.listing(['stateDiagram-v2', ...lines].join('\n  '), 'mermaid'));
}

/** The transitions that change the state of an order. */
function movesTable({ transitions }: Lifecycle): Block {
  return transitionsTable(transitions.filter(({ from, to }) => from !== to));
}

/** Transitions with their counts and, on the page, their evidence. */
function transitionsTable(transitions: Lifecycle['transitions']): Block {
  const rows = transitions.map(each => {
    const others = (each.contradicted ?? []).map(other => [
      ...[block.strong('also', 'bad'), ` ${outputInWords(other)} `],
      block.small([`${other.count}, `, links(other.evidence)]),
    ]);
    const leads = each.to === each.from ? 'stays' : each.to;
    const seen = [block.onPage(each.count), block.onPage(links(each.evidence))];
    return [each.from, block.code(each.event), block.stacked(outputInWords(each), ...others), leads, ...seen];
  });
  return block.table(['State', 'Event', 'Answer and webhooks', 'Leads to', 'Seen', 'Evidence'], rows, 'answers');
}

function links(evidence: readonly string[]): Line {
  return block.joined(
    evidence.map(id => block.link(id)),
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
