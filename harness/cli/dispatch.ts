import { parseArgs } from 'node:util';
import { EXIT_CODES, HarnessError, messageOf } from '../base/errors.ts';
import { didYouMean } from '../base/nearest.ts';
import { InvalidValue } from '../base/parse-value.ts';
import { startSentence, wrap } from '../report/wording.ts';
import { COMMANDS, type CommandName } from '../settings/command-table.ts';
import { ownCommand, version } from '../settings/own-command.ts';
import { type Command, flagOf, type HostProcess, loadCommand, type Option, type Terminal } from './command.ts';
import { openTerminal } from './open-terminal.ts';
import type { Outputs } from './outputs.ts';

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

/** Options that every command has. */
const COMMON: Command['options'] = {
  help: { about: 'shows this help' },
  json: { about: 'prints data on stdout as JSON, everything else on stderr' },
  debug: { about: 'shows the stack trace of an error' },
};

/**
 * Parses the arguments after a command's name to a `CommandInput`, and whether data goes to stdout as JSON.
 * @param cwd the start of relative paths
 * @throws HarnessError `option-unknown`, `option-incomplete`, `option-missing`, `option-mismatch`, `option-invalid`,
 * `operands` (usage)
 */
export function parseCommandLine(
  command: Pick<Command, 'name' | 'operands' | 'options'>,
  args: readonly string[],
  cwd: string,
) {
  const table = new Map(Object.entries({ ...COMMON, ...command.options }).map(row => [flagOf(row[0]), row]));
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      [...table].map(([flag, [, { value }]]) => [flag, { type: value === undefined ? 'boolean' : 'string' }]),
    ),
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const fail = (code: string, problem: string) =>
    new HarnessError(code, 'usage', problem, { next: `\`${ownCommand(command.name, '--help')}\` lists the options` });
  const options: { [name: string]: unknown } = {};
  for (const [name, { repeatable }] of Object.entries(command.options)) if (repeatable) options[name] = [];
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const row = table.get(token.name);
    if (row === undefined) {
      const near = didYouMean(flagOf(token.name), table.keys()).replace('mean ', 'mean --');
      throw fail('option-unknown', `${command.name} has no option ${token.rawName}${near}`);
    }
    const [name, option] = row;
    const flag = `--${token.name}`;
    if (option.value === undefined) {
      if (token.value !== undefined) throw fail('option-incomplete', `${flag} takes no value`);
      options[name] = true;
    } else if (token.value === undefined || (!token.inlineValue && token.value.startsWith('--'))) {
      throw fail('option-incomplete', `${flag} needs ${option.value}`);
    } else if (Object.hasOwn(options, name) && !option.repeatable) {
      throw fail('option-incomplete', `${flag} is given twice`);
    } else {
      const value = parsedValue(option, flag, token.value, cwd);
      if (option.repeatable) (options[name] as unknown[]).push(value);
      else options[name] = value;
    }
  }
  const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);
  const missing = Object.entries(command.options).filter(([name, { required }]) => required && isEmpty(options[name]));
  if (missing.length > 0) {
    const flags = missing.map(([name]) => `--${flagOf(name)}`).join(' and ');
    throw fail('option-missing', `${command.name} needs ${flags}`);
  }
  for (const [name, { needs, excludes }] of Object.entries(command.options)) {
    if (isEmpty(options[name])) continue;
    if (needs !== undefined && isEmpty(options[needs])) throw mismatch(name, 'without', needs, 'add');
    if (excludes !== undefined && !isEmpty(options[excludes])) throw mismatch(name, 'with', excludes, 'omit');
  }
  checkOperands(command, operands);
  const { json = false, help: _, debug: __, ...own } = options;
  return { operands, options: own, json: json === true };
}

function mismatch(name: string, beside: 'with' | 'without', other: string, todo: 'omit' | 'add'): HarnessError {
  const [flag, otherFlag] = [`--${flagOf(name)}`, `--${flagOf(other)}`];
  return new HarnessError('option-mismatch', 'usage', `${flag} has no effect ${beside} ${otherFlag}`, {
    next: `${todo} ${otherFlag}, or omit ${flag}`,
  });
}

function parsedValue({ parse }: Option, flag: string, text: string, cwd: string): unknown {
  try {
    return parse === undefined ? text : parse(text, cwd);
  } catch (thrown) {
    if (!(thrown instanceof InvalidValue)) throw thrown;
    throw new HarnessError('option-invalid', 'usage', `${flag} is ${messageOf(thrown)}`);
  }
}

function checkOperands({ name, operands }: Pick<Command, 'name' | 'operands'>, given: readonly string[]): void {
  const words = operands === '' ? [] : operands.startsWith('[') ? [operands] : operands.split(' ');
  const least = words.filter(word => !word.startsWith('[')).length;
  const most = operands.includes('…') ? Number.POSITIVE_INFINITY : words.length;
  if (given.length >= least && given.length <= most) return;
  throw new HarnessError('operands', 'usage', `${name} takes ${operands === '' ? 'no operands' : operands}`, {
    received: given.length === 0 ? 'nothing' : given.join(' '),
    next: ownCommand(name, '--help'),
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
