import type { Command } from './command.ts';
import { COMMON } from './parse-command-line.ts';

/** How the harness is called from a checkout. */
const CALL = 'npm run -s harness --';

/** What one command does and takes. */
export function commandHelp(command: Command): string {
  const options = Object.entries({ ...command.options, ...COMMON }).map(([name, option]): [string, string] => [
    `--${name}${option.type === 'string' ? ` ${option.value ?? 'VALUE'}` : ''}`,
    option.about + (option.repeatable ? ' (repeatable)' : ''),
  ]);
  const operands = command.operands === '' ? '' : ` ${command.operands}`;
  // What stands behind a -- is another program's.
  const usage = command.operands.startsWith('--') ? ` [options]${operands}` : `${operands} [options]`;
  return `${command.about}\n\nUsage: ${CALL} ${command.name}${usage}\n\n${columns(options)}\n`;
}

/** Which commands there are. */
export function overview(commands: readonly Command[]): string {
  const rows = commands.map(({ name, operands, about }): [string, string] => [`${name} ${operands}`.trim(), about]);
  return (
    'Contract and end-to-end test harness for the Collection and Onramp Orchestration Service.\n\n' +
    `Usage: ${CALL} COMMAND [options]\n\n${columns(rows)}\n\nEvery command has --help and --json.\n` +
    'Exit codes: 0 conformant, 1 nonconformant, 2 usage, 3 unreachable, 4 incomplete, 130 interrupted.\n'
  );
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(34, Math.max(...rows.map(([left]) => left.length)));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
