import { readFileSync } from 'node:fs';
import { ownFile } from '../base/own-files.ts';

/** The version of the harness, as its package states it. */
export function version(): string {
  const text = readFileSync(ownFile('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
