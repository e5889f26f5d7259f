import { readFileSync } from 'node:fs';
import { once } from '../base/once.ts';
import { IS_BUILT, ownFile, ownPath, startedWithin } from '../base/own-files.ts';
import type { CommandName } from './command-table.ts';

/**
 * A command line of the harness that works where the harness was started, in any POSIX shell. Whatever is printed for
 * people to run is written by it. A word in capitals stands for what they have to fill in.
 *
 * @param words the command with its arguments, not quoted; none gives the program alone
 */
export function ownCommand(...words: readonly [] | readonly [CommandName | '--help', ...string[]]): string {
  return [program(), ...words.map(shellWord)].join(' ');
}

/** How a person starts the harness: where it is installed, from its checkout, or from elsewhere. */
function program(): string {
  if (IS_BUILT) return 'npx onramp-harness';
  return startedWithin() ? 'npm run -s harness --' : `node ${shellWord(ownPath('harness/cli/main.ts'))}`;
}

/** A word as a POSIX shell takes it. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The version of the harness, as its package states it. */
export function version(): string {
  return ownPackage().version;
}

const ownPackage = once(
  () => JSON.parse(readFileSync(ownFile('package.json'), 'utf8')) as { readonly version: string },
);
