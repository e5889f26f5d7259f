import { countsOf } from '../../base/counts.ts';
import { plural } from '../../base/plural.ts';
import { nameOf } from '../../report/observed-gaps.ts';
import { visibleLine } from '../../report/visible.ts';
import { cut } from '../../report/wording.ts';
import type { Parity } from './parity.ts';
import type { NotModelled } from './twin-dialect.ts';

/** The most listed differences of one gap. */
const MOST_EACH = 8;
const MOST_CHARACTERS = 240;

/** A parity for a terminal, by gap: what a consumer would notice first, then the rest. */
export function parityAsText(
  { agree, compared, notCompared, breaking, breaches, gaps }: Parity,
  unmodelled: NotModelled = {},
): string {
  const differing = gaps.filter(({ differences }) => differences.length > 0);
  const isFelt = ({ differences }: (typeof gaps)[number]) => differences.some(one => one.breaking);
  const inOrder = [...differing.filter(isFelt), ...differing.filter(gap => !isFelt(gap))];
  const felt = `a consumer would feel ${plural(breaking, 'difference')}`;
  const isApart = breaking + breaches.length > 0;
  const listed = Object.entries(unmodelled).flatMap(([gap, own]) => own.map(() => ({ gap })));
  return [
    `${isApart ? 'APART' : 'PARITY'}  ${agree} of ${plural(compared, 'fact')} agree; ${felt}`,
    ...breaches.map(message => `  ✗ the twin breaks the contract, the original does not: ${visibleLine(message)}`),
    ...(notCompared.length > 0 ? [`  not shown by the run of the twin, so not compared: ${byGap(notCompared)}`] : []),
    ...inOrder.flatMap(({ gap, agree: own, compared: of, differences }) => [
      '',
      `${gap}: ${own} of ${of} agree`,
      ...differences
        .slice(0, MOST_EACH)
        .map(({ condition, what, breaking: isBreaking }) =>
          line(isBreaking ? '✗' : '·', nameOf({ gap, ...(condition !== undefined && { condition }) }), what),
        ),
      ...(differences.length > MOST_EACH ? [`  … and ${differences.length - MOST_EACH} more (--json lists them)`] : []),
    ]),
    ...(listed.length > 0 ? ['', `Not modelled, by the dialect file: ${byGap(listed)}`] : []),
    '',
  ].join('\n');
}

function line(mark: string, name: string, what: string): string {
  return `  ${mark} ${visibleLine(name)}: ${cut(visibleLine(what), MOST_CHARACTERS)}`;
}

/** The gaps with their number of facts, on one line. */
function byGap(facts: readonly { readonly gap: string }[]): string {
  const gaps = [...countsOf(facts.map(({ gap }) => gap))];
  return visibleLine(gaps.map(([gap, count]) => `${gap} (${count})`).join(', '));
}
