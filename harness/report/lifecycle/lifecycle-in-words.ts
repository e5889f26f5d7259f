import { plural } from '../../base/plural.ts';
import type { LifecycleDrift } from '../../facts/lifecycle/compare-lifecycles.ts';
import type { Lifecycle } from '../../facts/lifecycle/lifecycle.ts';
import type { StepOutput } from '../../facts/lifecycle/words.ts';
import { type Block, table } from '../blocks.ts';
import { code, joined, type Line, link, onPage, small, stacked, strong } from '../line.ts';
import { visibleLine } from '../visible.ts';
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
    evidence.map(id => link(id)),
    ' ',
  );
}

/** The shortest sequence of steps that tells two lifecycles apart, for a terminal. */
export function lifecycleDriftAsText(drift: LifecycleDrift): string {
  const { before, event, old, new: now } = drift;
  const lines = [
    'LIFECYCLE  the shortest sequence of steps with a different answer',
    '',
    ...before.map(step => `    ${step.event}: ${outputInWords(step)}`),
    `  ≠ ${event}: ${outputInWords(now)} instead of ${outputInWords(old)}`,
    ...otherTransitions(drift).map(line => `    ${line}`),
  ];
  return `${lines.map(visibleLine).join('\n')}\n`;
}

/** What came of a step: `accepted, collection.failed`, `accepted, no webhook`, `409`. */
export function outputInWords({ answer, webhooks }: StepOutput): string {
  if (webhooks.length > 0) return `${answer}, ${webhooks.join(' + ')}`;
  return answer === 'accepted' ? 'accepted, no webhook' : String(answer);
}

/** How many transitions differ besides; empty where none does. */
export function otherTransitions({ others }: LifecycleDrift): readonly string[] {
  return others > 0 ? [`${plural(others, 'other transition')} differ, after steps with equal answers.`] : [];
}
