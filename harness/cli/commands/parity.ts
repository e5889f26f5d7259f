import { countsOf } from '../../base/counts.ts';
import { EXIT_CODES } from '../../base/errors.ts';
import { plural } from '../../base/plural.ts';
import { loadScenarios } from '../../journeys/scenario.ts';
import { measureParity, type Parity } from '../../proof/twin/measure-parity.ts';
import { observe } from '../../proof/twin/observed.ts';
import { type NotModelled, twinDialect } from '../../proof/twin/twin-keys.ts';
import { nameOf } from '../../report/observed-gaps.ts';
import { visibleLine } from '../../report/visible.ts';
import { cut } from '../../report/wording.ts';
import { defineCommand, printResult } from '../command.ts';
import { readObserved, UNVERIFIED } from '../earlier-runs.ts';
import { dialectFile } from '../options.ts';

/** `parity`: drives the twin of a run and compares it with the original. Exit code 1 if they differ for consumers. */
export const command = defineCommand('parity', {
  options: {
    unverified: UNVERIFIED,
    dialect: { value: 'FILE', parse: dialectFile, about: "the twin's dialect; default: the one learned from the run" },
  },
  examples: ['parity reports/runs/latest', 'parity reports/runs/latest --dialect dialect.json'],
  async run({ operands: [folder], options: { unverified, dialect } }, terminal) {
    const observed = observe(readObserved(terminal, folder, unverified));
    const scenarios = await loadScenarios();
    const spoken = dialect ?? (await twinDialect(observed, scenarios));
    const found = await measureParity(observed, spoken, scenarios);
    const notModelled = (spoken.notModelled ?? {}) as NotModelled;
    printResult<'parity'>(terminal, { ...found, notModelled }, parityAsText(found, notModelled));
    return found.breaking + found.breaches.length > 0 ? EXIT_CODES.nonconformant : EXIT_CODES.conformant;
  },
});

/** The most listed differences. */
const MOST_LISTED = 40;
const MOST_CHARACTERS = 240;

/** A parity for a terminal: what a consumer would notice first, then the rest. */
export function parityAsText(
  { agree, compared, notCompared, breaking, breaches, gaps }: Parity,
  unmodelled: NotModelled = {},
): string {
  const all = gaps.flatMap(({ gap, differences }) => differences.map(each => ({ gap, ...each })));
  const [felt, others] = [true, false].map(isFelt => all.filter(each => each.breaking === isFelt));
  const isApart = breaking + breaches.length > 0;
  const consumer = `a consumer would feel ${plural(breaking, 'difference')}`;
  const lines = [...(felt ?? []), ...(others ?? [])].map(({ gap, condition, what, breaking: isFelt }) =>
    line(isFelt ? '✗' : '·', nameOf({ gap, ...(condition !== undefined && { condition }) }), what),
  );
  const more = lines.length - MOST_LISTED;
  const listed = Object.entries(unmodelled).flatMap(([gap, own]) => own.map(() => ({ gap })));
  return [
    `${isApart ? 'APART' : 'PARITY'}  ${agree} of ${plural(compared, 'fact')} agree; ${consumer}`,
    ...breaches.map(message => `  ✗ the twin breaks the contract, the original does not: ${visibleLine(message)}`),
    ...(notCompared.length > 0 ? [`  not shown by the run of the twin, so not compared: ${byGap(notCompared)}`] : []),
    ...lines.slice(0, MOST_LISTED),
    ...(more > 0 ? [`  … and ${more} more (--json lists them)`] : []),
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
