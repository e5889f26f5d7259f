import { COMMANDS } from '../core/command-table.ts';
import { ownCommand } from '../core/own-command.ts';
import type { Command } from './command.ts';
import { COMMON, flagOf } from './parse-command-line.ts';

/** The longest line of a help, in columns. */
const WIDTH = 100;

/** What one command does and takes, with examples. */
export function commandHelp({ name, operands, about, options, examples }: Command): string {
  const rows = Object.entries({ ...options, ...COMMON }).map(
    ([option, { value, about: does, repeatable, required }]) => {
      const notes = [...(required ? ['required'] : []), ...(repeatable ? ['repeatable'] : [])];
      return [
        `--${flagOf(option)}${value === undefined ? '' : ` ${value}`}`,
        does + (notes.length > 0 ? ` (${notes.join(', ')})` : ''),
      ] as const;
    },
  );
  // What follows a -- belongs to another program.
  const usage = operands.startsWith('[--') ? `[options] ${operands}` : `${operands} [options]`.trimStart();
  const calls = examples.map(example => `  ${ownCommand()} ${example}\n`).join('');
  const [first = '', ...rest] = about;
  const summary = wrap(`${first.toUpperCase()}${rest.join('')}.`, WIDTH).join('\n');
  return `${summary}\n\nUsage: ${ownCommand()} ${name} ${usage}\n\nOptions:\n${columns(rows)}\n\nExamples:\n${calls}`;
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
    'Every command has --help and --json. --version prints the version.\n' +
    'Exit codes: 0 conformant, 1 nonconformant, 2 usage, 3 unreachable, 4 incomplete, 130 interrupted.\n'
  );
}

/** Two columns; the right one is wrapped. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows
    .map(([left, right]) => {
      const lines = wrap(right, WIDTH - width - 4);
      return `  ${left.padEnd(width)}  ${lines.join(`\n${' '.repeat(width + 4)}`)}`;
    })
    .join('\n');
}

function wrap(text: string, width: number): readonly string[] {
  return (text.match(new RegExp(`.{1,${width}}(?: |$)`, 'g')) ?? []).map(line => line.trimEnd());
}
