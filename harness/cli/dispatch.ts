import { HarnessError, messageOf } from '../base/errors.ts';
import { EXIT_CODES } from '../base/exit-codes.ts';
import { didYouMean } from '../base/nearest.ts';
import { COMMANDS, type CommandName } from '../settings/command-table.ts';
import { ownCommand } from '../settings/own-command.ts';
import { type Command, type HostProcess, loadCommand, type Terminal } from './command.ts';
import { commandHelp, overview } from './help.ts';
import { openTerminal } from './open-terminal.ts';
import type { Outputs } from './outputs.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { version } from './version.ts';

/** Runs the command that the arguments name. Never throws. @returns the exit code */
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
  // What was asked for did not reach the reader. A worse outcome stands.
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
    return await command.run(parseCommandLine(command, rest, terminal.cwd), terminal);
  }
  return EXIT_CODES.conformant;
}

async function commandOf(name: string): Promise<Command> {
  if (isCommand(name)) return await loadCommand(name);
  const meant = didYouMean(name, Object.keys(COMMANDS));
  throw new HarnessError('command-unknown', 'usage', `there is no command "${name}"${meant}`, {
    next: `\`${ownCommand('--help')}\` lists the commands`,
  });
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** Tells the person what went wrong: the only place that turns errors into exit codes. */
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
