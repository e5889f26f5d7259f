import { readFileSync } from 'node:fs';
import { once } from '../base/once.ts';
import { IS_BUILT, ownFile, ownPath, startedWithin } from '../base/own-files.ts';
import type { CommandName } from './command-table.ts';

/**
 * A command line of the harness that works in the folder where the harness was started, in any POSIX shell. All printed
 * commands use it. A word in capitals is a placeholder.
 * @param words the command with its arguments, not quoted; if omitted, only the program
 */
export function ownCommand(...words: readonly [] | readonly [CommandName | '--help', ...string[]]): string {
  return [program(), ...words.map(shellWord)].join(' ');
}

/** How a person starts the harness: as an installed program, from its checkout, or from elsewhere. */
function program(): string {
  if (IS_BUILT) return 'npx onramp-harness';
  return startedWithin() ? 'npm run -s harness --' : `node ${shellWord(ownPath('harness/cli/main.ts'))}`;
}

/** A word, quoted for a POSIX shell if necessary. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The version of the harness, from its package. */
export function version(): string {
  return ownPackage().version;
}

const ownPackage = once(
  () => JSON.parse(readFileSync(ownFile('package.json'), 'utf8')) as { readonly version: string },
);
