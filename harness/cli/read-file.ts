import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { HarnessError } from '../core/errors.ts';
import type { Terminal } from './command.ts';

/** The bytes of a file that the command line names. @throws HarnessError `file-unreadable` (usage) */
export function readFile(terminal: Terminal, path: string): Buffer {
  try {
    return readFileSync(resolve(terminal.cwd, path));
  } catch (cause) {
    throw new HarnessError(
      'file-unreadable',
      'usage',
      `${path} cannot be read: ${(cause as NodeJS.ErrnoException).code}`,
      {
        next: 'give the path of a file that exists',
        cause,
      },
    );
  }
}
