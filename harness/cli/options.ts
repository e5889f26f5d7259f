import { parseDialect } from '../core/dialect.ts';
import { InvalidValue, oneOf, wholeNumber } from '../core/parse-value.ts';
import { selectFaults } from '../sandbox/index.ts';
import type { Option } from './command.ts';
import { readFile } from './files.ts';

/** A file, read and parsed: `parse` gets its text and its name for errors. */
export function fileAs<T>(parse: (text: string, name: string) => T): (path: string, cwd: string) => T {
  return (path, cwd) => parse(readFile(cwd, path).toString('utf8'), path);
}

/** A dialect file. */
export const dialectFile = fileAs(parseDialect);

/** A file, read as bytes. */
export const fileBytes = (path: string, cwd: string): Buffer => readFile(cwd, path);

/** `--target`: which target a command drives. */
export const TARGET = {
  value: 'embedded|remote',
  parse: oneOf(['embedded', 'remote']),
  about: 'which target to drive; default: remote where SANDBOX_URL is set, else embedded',
} as const satisfies Option;

/** A folder or file that is written: an empty text would mean the working directory. */
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

/** `--seed` of a run: an unsigned 32-bit number. */
export const seed = wholeNumber(0, 0xffff_ffff);

/** The name of a fault of the embedded sandbox. @throws HarnessError `fault-unknown` (usage) */
export function faultName(text: string): string {
  selectFaults([text]);
  return text;
}
