import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FactsFile } from '../facts/fact.ts';
import { parseFacts } from '../facts/read-facts.ts';
import type { Terminal } from './command.ts';
import { readFile } from './read-file.ts';

/**
 * The facts that a path leads to: a `facts.json`, or a folder with one.
 * @throws HarnessError `file-unreadable`, `facts-invalid` (usage)
 */
export function readFacts(terminal: Terminal, path: string): FactsFile {
  const folder = statSync(resolve(terminal.cwd, path), { throwIfNoEntry: false })?.isDirectory() === true;
  const file = folder ? join(path, 'facts.json') : path;
  return parseFacts(readFile(terminal, file).toString('utf8'), file);
}
