import { plural } from '../../base/plural.ts';
import { lifecycleIn } from '../../facts/lifecycle/lifecycle.ts';
import { drawing, fold, inCard, inPage, inText, lead } from '../blocks.ts';
import { drawLifecycle } from '../lifecycle/draw-lifecycle.ts';
import { lifecycleInWords, movesOf, transitionsTable } from '../lifecycle/lifecycle-in-words.ts';
import { strong } from '../line.ts';
import { section } from './section.ts';

/** The state machine of an order, as it was learned: a diagram, and every transition with its evidence. */
export const lifecycleSection = section({
  id: 'lifecycle',
  title: 'Lifecycle',
  part({ view, summary: { dialect } }) {
    const lifecycle = dialect && lifecycleIn(view);
    return lifecycle && lifecycle.transitions.length > 0 ? lifecycle : undefined;
  },
  count: ({ states, transitions }) => `${plural(states.length, 'state')}, ${plural(transitions.length, 'transition')}`,
  blocks(lifecycle) {
    const { transitions } = lifecycle;
    const odd = transitions.filter(({ contradicted }) => contradicted !== undefined).length;
    const count = [plural(transitions.length, 'event'), odd > 0 && [' ', strong(`✗ ${odd} contradicted`, 'bad')]];
    return [
      lead(lifecycleInWords(lifecycle)),
      inCard(drawing(drawLifecycle(lifecycle))),
      inPage(fold(strong('Transitions'), [transitionsTable(transitions)], { count })),
      inText(transitionsTable(movesOf(lifecycle))),
    ];
  },
});
