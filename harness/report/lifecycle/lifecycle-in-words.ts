import type { Lifecycle } from '../../facts/lifecycle/lifecycle.ts';
import { type Block, table } from '../blocks.ts';
import { outputInWords } from '../describe-lifecycle-drift.ts';
import { anchor } from '../html/anchor.ts';
import { code, joined, type Line, link, onPage, small, stacked, strong } from '../line.ts';
import { list } from '../wording.ts';

/** How many unexplored transitions the text names. */
const MOST_NAMED = 12;

/** What a diagram of a lifecycle shows, and what was not tried. */
export function lifecycleInWords({ unexplored }: Lifecycle): string {
  const named = unexplored.map(({ from, event }) => `${event} in ${from}`);
  const rest = named.length === 0 ? 'Every event was tried in every state.' : `Not tried: ${list(named, MOST_NAMED)}.`;
  return `The states of a collection order that differ in answers or webhooks. ${rest}`;
}

/** The transitions that lead an order from one state to another. */
export function movesOf({ transitions }: Lifecycle): Lifecycle['transitions'] {
  return transitions.filter(({ from, to }) => from !== to);
}

/** Transitions, each with what was seen of it and, in the page, its evidence. */
export function transitionsTable(transitions: Lifecycle['transitions']): Block {
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
    evidence.map(id => link(anchor(id), code(id))),
    ' ',
  );
}
