import { HarnessError, messageOf } from '../base/errors.ts';
import { EXIT_CODES } from '../base/exit-codes.ts';
import { didYouMean } from '../base/nearest.ts';
import { startSentence, wrap } from '../report/wording.ts';
import { COMMANDS, type CommandName } from '../settings/command-table.ts';
import { ownCommand, version } from '../settings/own-command.ts';
import { type Command, type HostProcess, loadCommand, type Option, type Terminal } from './command.ts';
import { openTerminal } from './open-terminal.ts';
import type { Outputs } from './outputs.ts';
import { COMMON, flagOf, parseCommandLine } from './parse-command-line.ts';

/** Runs the command in the arguments. Never rejects. @returns the exit code */
export async function dispatch(args: readonly string[], host: HostProcess): Promise<number> {
  const terminal = openTerminal(host, args);
  const own = args.slice(0, args.includes('--') ? args.indexOf('--') : args.length);
  const crash = Promise.withResolvers<never>();
  const stopListening = host.onCrash(crash.reject);
  const code = await Promise.race([call(args, own, terminal), crash.promise]).catch((thrown: unknown) =>
    explain(thrown, own, terminal),
  );
  stopListening();
  const failure = await host.written();
  if (failure === undefined) return code;
  terminal.err(`${failure.explain()}\n`);
  // The output did not reach the reader. A worse result takes precedence.
  return code === EXIT_CODES.conformant || code === EXIT_CODES.incomplete ? EXIT_CODES[failure.kind] : code;
}

async function call(args: readonly string[], own: readonly string[], terminal: Terminal): Promise<number> {
  const [name = 'help', ...rest] = args;
  const asksForHelp = own.includes('--help') || own.includes('-h');
  if (name === '--version') {
    terminal.out(`${version()}\n`);
  } else if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    terminal.out(overview());
  } else if (name === 'help' || asksForHelp) {
    terminal.out(commandHelp(await commandOf(name === 'help' ? (rest[0] ?? '') : name)));
  } else {
    const command = await commandOf(name);
    const { json, ...given } = parseCommandLine(command, rest, terminal.cwd);
    return await command.run(given, { ...terminal, json });
  }
  return EXIT_CODES.conformant;
}

async function commandOf(name: string): Promise<Command> {
  if (Object.hasOwn(COMMANDS, name)) return await loadCommand(name as CommandName);
  const meant = didYouMean(name, Object.keys(COMMANDS));
  throw new HarnessError('command-unknown', 'usage', `there is no command "${name}"${meant}`, {
    next: `\`${ownCommand('--help')}\` lists the commands`,
  });
}

/** Explains an error to the user. This is the only place that turns errors into exit codes. */
function explain(thrown: unknown, args: readonly string[], terminal: Terminal): number {
  const error =
    thrown instanceof HarnessError
      ? thrown
      : new HarnessError('harness-broke', 'unreachable', messageOf(thrown), {
          likely: 'a bug in the harness',
          next: 'run it again with --debug and report what it prints',
          cause: thrown,
        });
  const { code, message, details, cause = error } = error;
  const { next = null } = details;
  if (args.includes('--json')) terminal.data({ error: { code, message, next } } satisfies Outputs['error']);
  terminal.err(`${error.explain()}\n`);
  if (args.includes('--debug') && cause instanceof Error) terminal.err(`${cause.stack}\n`);
  return EXIT_CODES[error.kind];
}

/** The longest line of the help, in columns. */
const WIDTH = 100;

const EXITS = 'Exit codes: 0 conformant, 1 nonconformant, 2 usage, 3 unreachable, 4 incomplete, 130 interrupted.\n';

/** The help of one command. Options with a heading are listed under it. */
function commandHelp({ name, operands, about, options, examples }: Command): string {
  const byHeading = Object.groupBy(Object.entries({ ...options, ...COMMON }), ([, { heading = 'Options' }]) => heading);
  const lists = Object.entries(byHeading).map(([heading, own = []]) => `${heading}:\n${columns(own.map(inHelp))}\n\n`);
  // Arguments after -- belong to another program.
  const usage = operands.startsWith('[--') ? `[options] ${operands}` : `${operands} [options]`.trimStart();
  const calls = examples.map(example => `  ${ownCommand()} ${example}\n`).join('');
  const summary = wrap(`${startSentence(about)}.`, WIDTH).join('\n');
  const head = `${summary}\n\nUsage: ${ownCommand()} ${name} ${usage}\n\n`;
  return `${head}${lists.join('')}Examples:\n${calls}\n${EXITS}`;
}

function inHelp([option, { value, about, repeatable, required, needs, heading }]: readonly [string, Option]) {
  const notes = [
    ...(required ? ['required'] : []),
    ...(repeatable ? ['repeatable'] : []),
    // The heading says so for all options under it.
    ...(needs === undefined || heading !== undefined ? [] : [`with --${flagOf(needs)}`]),
  ];
  const flag = `--${flagOf(option)}${value === undefined ? '' : ` ${value}`}`;
  return [flag, about + (notes.length > 0 ? ` (${notes.join(', ')})` : '')] as const;
}

/** Where to start: the embedded sandbox, an SDK, the user's own webhooks. */
const STARTS = [
  ['run'],
  ['gate', '--init', 'python'],
  ['listen', '--forward-to', 'http://127.0.0.1:3000/webhooks'],
] as const;

function overview(): string {
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

/** The widest left column. After a longer cell, the text starts on the next line. */
const LEFT = 28;

/** Two columns. The right one is wrapped. */
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
