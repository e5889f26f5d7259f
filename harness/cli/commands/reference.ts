import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overlayOf } from '../../facts/overlay.ts';
import { type Command, text } from '../command.ts';
import { overlayFacts } from '../overlay-facts.ts';
import { readFacts } from '../read-facts.ts';
import { redocly } from '../redocly.ts';
import { writeFile } from '../write-file.ts';

/** `reference`: the API reference as one page that needs no network, with what was observed laid over the contract. */
export const reference: Command = {
  name: 'reference',
  operands: 'RUN_DIR|FACTS',
  arity: [1, 1],
  about: 'makes the API reference, one offline HTML page, with what was observed laid over it',
  options: {
    out: { type: 'string', value: 'FILE', about: 'where the page goes; default reference.html' },
  },
  async run(given, terminal) {
    const [path = ''] = given.positionals;
    const facts = readFacts(terminal, path);
    const out = text(given, 'out') ?? 'reference.html';
    const folder = mkdtempSync(join(tmpdir(), 'onramp-harness-'));
    try {
      const bundle = await overlayFacts(terminal.world, overlayOf(facts), folder);
      const page = join(folder, 'page.html');
      await redocly(terminal.world, ['build-docs', bundle, '--inlineBundle', '--output', page]);
      writeFile(terminal, out, offline(readFileSync(page, 'utf8')));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    terminal.out(given.json ? `${JSON.stringify({ file: out })}\n` : `${out}\n`);
    return 0;
  },
};

/** Lets the page ask nothing of any network: its own parts stand in it, but for a logo of its maker's. */
function offline(page: string): string {
  const policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:";
  return page
    .replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g, 'data:,');
}
