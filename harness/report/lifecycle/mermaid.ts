import type { Lifecycle } from '../../facts/lifecycle/lifecycle.ts';
import { outputInWords } from '../describe-lifecycle-drift.ts';
import { visibleLine } from '../visible.ts';
import { cut } from '../wording.ts';
import { arrowsOf } from './arrows.ts';

const LONGEST = 120;

/** A lifecycle as a state diagram of Mermaid. Whatever the service sent is text in it. */
export function lifecycleAsMermaid(lifecycle: Lifecycle): string {
  const ids = new Map(lifecycle.states.map((state, nth) => [state, `s${nth}`]));
  const lines = [
    'stateDiagram-v2',
    '  direction LR',
    ...lifecycle.states.map((state, nth) => `  state "${label(state)}" as s${nth}`),
    ...(lifecycle.states.length > 0 ? ['  [*] --> s0'] : []),
    ...arrowsOf(lifecycle).flatMap(({ from, to, transitions }) =>
      transitions.map(
        each => `  ${ids.get(from)} --> ${ids.get(to)} : ${label(`${each.event} / ${outputInWords(each)}`)}`,
      ),
    ),
  ];
  return lines.join('\n');
}

/** Text as Mermaid takes it for nothing but text: everything but letters, digits and a few marks as an entity. */
function label(text: string): string {
  return [...cut(visibleLine(text), LONGEST)]
    .map(char => (/[\w .,+/()-]/.test(char) ? char : `#${char.codePointAt(0)};`))
    .join('');
}
