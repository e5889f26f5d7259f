import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { HarnessError } from '../core/errors.ts';
import type { Terminal } from './command.ts';

/** Writes a file that the command line names. @throws HarnessError `out-unwritable` (usage) */
export function writeFile(terminal: Terminal, path: string, content: string): void {
  try {
    writeFileSync(resolve(terminal.cwd, path), content);
  } catch (cause) {
    throw new HarnessError(
      'out-unwritable',
      'usage',
      `${path} cannot be written: ${(cause as NodeJS.ErrnoException).code}`,
      { next: 'name another place', cause },
    );
  }
}
