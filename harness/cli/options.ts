import { HarnessError } from '../base/errors.ts';
import { InvalidValue, oneOf } from '../base/parse-value.ts';
import { parseDialect } from '../evidence/dialect.ts';
import { selectFaults } from '../sandbox/faults/fault-list.ts';
import type { CommandName } from '../settings/command-table.ts';
import { ownCommand } from '../settings/own-command.ts';
import type { HostProcess, Option } from './command.ts';
import { settingsOf } from './environment.ts';
import { readFile } from './files.ts';

/** Reads and parses a file. `parse` gets its text, and its name for errors. */
export function fileAs<T>(parse: (text: string, name: string) => T): (path: string, cwd: string) => T {
  return (path, cwd) => parse(readFile(cwd, path).toString('utf8'), path);
}

/** A dialect file. */
export const dialectFile = fileAs(parseDialect);

/** A file, read as bytes. */
export const fileBytes = (path: string, cwd: string): Buffer => readFile(cwd, path);

/**
 * The signing secrets of a command, from `--secret` or `SIGNING_SECRET`.
 * @throws HarnessError `option-missing` (usage) if neither is set
 */
export function givenSecrets(command: CommandName, given: readonly string[], terminal: HostProcess): readonly string[] {
  const secrets = given.length > 0 ? given : settingsOf(terminal).signingSecrets;
  if (secrets.length > 0) return secrets;
  throw new HarnessError('option-missing', 'usage', `${command} needs --secret, or SIGNING_SECRET`, {
    next: ownCommand(command, '--help'),
  });
}

/** `--target`: the target of a command. */
export const TARGET = {
  value: 'embedded|remote',
  parse: oneOf(['embedded', 'remote']),
  about: 'which target to drive; default: remote where SANDBOX_URL is set, else embedded',
} as const satisfies Option;

/** The path of a written folder or file. An empty text is refused: it would mean the working directory. */
export function writtenPath(text: string): string {
  if (text !== '') return text;
  throw new InvalidValue('empty', 'give a path, or leave the option out');
}

/** `--out`: the run folder. */
export const RUN_FOLDER = {
  value: 'DIR',
  parse: writtenPath,
  about: 'run folder, new or empty; default: reports/runs/<run id>',
} as const satisfies Option;

/** The name of a fault of the embedded sandbox. @throws HarnessError `fault-unknown` (usage) */
export function faultName(text: string): string {
  selectFaults([text]);
  return text;
}
