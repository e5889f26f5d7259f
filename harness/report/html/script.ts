import { readFileSync } from 'node:fs';
import { ownFile } from '../../base/own-files.ts';

/** The modules of the page's script, each after those that it imports. */
const MODULES = ['dom', 'data', 'search', 'drawing', 'message', 'filter', 'main'];

/**
 * What the page does beyond reading: it draws and lists what is opened, searches, filters, opens what a link leads to,
 * and copies cURL. The modules below `browser` as one, since a page that is a file cannot import.
 */
export function script(): string {
  return `'use strict';\n{\n${MODULES.map(source).join('\n')}}\n`;
}

function source(name: string): string {
  return readFileSync(ownFile(`harness/report/html/browser/${name}.js`), 'utf8')
    .replace(/^import .*\n/gm, '')
    .replace(/^export /gm, '')
    .replace(/^ *\/\*\*[\s\S]*?\*\/\n|^ *\/\/ .*\n/gm, '');
}
