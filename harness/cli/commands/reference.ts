import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overlayOf } from '../../facts/overlay.ts';
import { readFacts } from '../baseline.ts';
import { defineCommand, printResult } from '../command.ts';
import { writeFile } from '../files.ts';
import { overlayFacts } from '../overlay-facts.ts';
import { redocly } from '../redocly.ts';

/** `reference`: the API reference with observed facts, as one page that needs no network. */
export const reference = defineCommand('reference', {
  options: { out: { value: 'FILE', about: 'where the page goes; default: reference.html' } },
  examples: ['reference reports/observed/embedded --out reference.html'],
  async run({ operands: [path], options: { out = 'reference.html' }, json }, terminal) {
    const facts = readFacts(path, terminal.cwd);
    const folder = mkdtempSync(join(tmpdir(), 'onramp-harness-'));
    try {
      const bundle = await overlayFacts(terminal.world, overlayOf(facts), folder);
      const page = join(folder, 'page.html');
      await redocly(terminal.world, ['build-docs', bundle, '--inlineBundle', '--output', page]);
      writeFile(terminal.cwd, out, offline(readFileSync(page, 'utf8')));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    printResult(terminal, json, { file: out }, `${out}\n`);
    return 0;
  },
});

/** Forbids the page every network request. All its parts are inside, but for a logo of Redocly, which is removed. */
function offline(page: string): string {
  const policy = [
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'",
    'img-src data:; font-src data:; worker-src blob:',
  ].join('; ');
  return page
    .replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g, 'data:,');
}
