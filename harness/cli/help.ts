import { COMMANDS } from '../settings/command-table.ts';
import { ownCommand } from '../settings/own-command.ts';
import type { Command, Option } from './command.ts';
import { COMMON, flagOf } from './parse-command-line.ts';

/** The longest line of a help, in columns. */
const WIDTH = 100;

const EXITS = 'Exit codes: 0 conformant, 1 nonconformant, 2 usage, 3 unreachable, 4 incomplete, 130 interrupted.\n';

/** What one command does and takes, with examples; options that have a heading stand under it. */
export function commandHelp({ name, operands, about, options, examples }: Command): string {
  const byHeading = Object.groupBy(Object.entries({ ...options, ...COMMON }), ([, { heading = 'Options' }]) => heading);
  const lists = Object.entries(byHeading).map(([heading, own = []]) => `${heading}:\n${columns(own.map(inHelp))}\n\n`);
  // What follows a -- belongs to another program.
  const usage = operands.startsWith('[--') ? `[options] ${operands}` : `${operands} [options]`.trimStart();
  const calls = examples.map(example => `  ${ownCommand()} ${example}\n`).join('');
  const [first = '', ...rest] = about;
  const summary = wrap(`${first.toUpperCase()}${rest.join('')}.`, WIDTH).join('\n');
  const head = `${summary}\n\nUsage: ${ownCommand()} ${name} ${usage}\n\n`;
  return `${head}${lists.join('')}Examples:\n${calls}\n${EXITS}`;
}

function inHelp([option, { value, about, repeatable, required }]: readonly [string, Option]) {
  const notes = [...(required ? ['required'] : []), ...(repeatable ? ['repeatable'] : [])];
  const flag = `--${flagOf(option)}${value === undefined ? '' : ` ${value}`}`;
  return [flag, about + (notes.length > 0 ? ` (${notes.join(', ')})` : '')] as const;
}

/** Where a newcomer starts: the embedded sandbox, an SDK, one's own webhooks. */
const STARTS = [
  ['run'],
  ['gate', '--init', 'python'],
  ['listen', '--forward-to', 'http://127.0.0.1:3000/webhooks'],
] as const;

/** The list of commands. */
export function overview(): string {
  const rows = Object.entries(COMMANDS).map(
    ([name, { operands, about }]) => [`${name} ${operands}`.trim(), about] as const,
  );
  return (
    'Contract and end-to-end test harness for the Collection and Onramp Orchestration Service.\n\n' +
    `Usage: ${ownCommand()} COMMAND [options]\n\nCommands:\n${columns(rows)}\n\n` +
    `Examples:\n${STARTS.map(words => `  ${ownCommand(...words)}\n`).join('')}\n` +
    `Every command has --help and --json. --version prints the version.\n${EXITS}`
  );
}

/** The widest left column; a longer cell has its text on the next line. */
const LEFT = 28;

/** Two columns; the right one is wrapped. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([{ length }]) => (length > LEFT ? 0 : length)));
  const indent = `\n${' '.repeat(width + 4)}`;
  return rows
    .map(([left, right]) => {
      const lines = wrap(right, WIDTH - width - 4).join(indent);
      return left.length > width ? `  ${left}${indent}${lines}` : `  ${left.padEnd(width)}  ${lines}`;
    })
    .join('\n');
}

function wrap(text: string, width: number): readonly string[] {
  return (text.match(new RegExp(`.{1,${width}}(?: |$)`, 'g')) ?? []).map(line => line.trimEnd());
}
