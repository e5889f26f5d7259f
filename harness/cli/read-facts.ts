import { join } from 'node:path';
import type { FactsFile } from '../facts/fact.ts';
import { parseFacts } from '../facts/read-facts.ts';
import { isFolder, readFile } from './files.ts';

/**
 * Reads a `facts.json`, or the one in a folder. @throws HarnessError `file-unreadable`, `facts-invalid` (usage)
 */
export function readFacts(path: string, cwd: string): FactsFile {
  const file = isFolder(cwd, path) ? join(path, 'facts.json') : path;
  return parseFacts(readFile(cwd, file).toString('utf8'), file);
}
