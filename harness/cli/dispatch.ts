import { HarnessError, messageOf } from '../core/errors.ts';
import { EXIT_CODES } from '../core/exit-codes.ts';
import { nearest } from '../core/nearest.ts';
import type { Command, Terminal } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { commandHelp, overview } from './help.ts';
import { parseCommandLine } from './parse-command-line.ts';

/** Runs the command that the arguments name. Never throws. @returns the exit code */
export async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const [name, ...rest] = args;
    if (name === undefined || name === '--help' || name === 'help') {
      terminal.out(overview(COMMANDS));
      return 0;
    }
    const command = commandOf(name);
    const given = parseCommandLine(command, rest);
    if (given.values.help === true) {
      terminal.out(commandHelp(command));
      return 0;
    }
    return await command.run(given, terminal);
  } catch (thrown) {
    return explain(thrown, args.includes('--debug'), terminal);
  }
}

function commandOf(name: string): Command {
  const command = COMMANDS.find(candidate => candidate.name === name);
  if (command) return command;
  const near = nearest(
    name,
    COMMANDS.map(candidate => candidate.name),
  );
  throw new HarnessError('command-unknown', 'usage', `there is no command "${name}"`, {
    ...(near !== undefined && { likely: `${near} was meant` }),
    next: '--help lists the commands',
  });
}

function explain(thrown: unknown, debug: boolean, terminal: Terminal): number {
  if (thrown instanceof HarnessError) {
    terminal.err(`${thrown.explain()}\n`);
    if (debug) terminal.err(`${thrown.stack}\n`);
    return EXIT_CODES[thrown.kind];
  }
  terminal.err(
    `harness-broke: ${messageOf(thrown)}\n  likeliest cause: a bug of the harness\n  next: run it again with --debug, and report what it says\n`,
  );
  if (debug && thrown instanceof Error) terminal.err(`${thrown.stack}\n`);
  return EXIT_CODES.unreachable;
}
