import { plural } from '../../base/plural.ts';
import { lifecycleIn } from '../../facts/lifecycle/lifecycle.ts';
import { drawing, fold, inCard, inPage, inText, lead, type Section } from '../blocks.ts';
import { drawLifecycle, lifecycleInWords, movesOf, transitionsTable } from '../lifecycle.ts';
import { strong } from '../line.ts';
import type { RunIndex } from '../run-index.ts';

/** The state machine of an order, as it was learned: a diagram, and every transition with its evidence. */
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
    inText(transitionsTable(movesOf(lifecycle))),
  ];
  const count = `${plural(states.length, 'state')}, ${plural(transitions.length, 'transition')}`;
  return { id: 'lifecycle', title: 'Lifecycle', count, blocks };
}
