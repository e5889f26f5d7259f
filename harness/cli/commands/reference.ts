import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { overlayOf } from '../../facts/overlay.ts';
import { type Command, text } from '../command.ts';
import { readFacts } from '../read-facts.ts';
import { redocly } from '../redocly.ts';

const SERVICE = fileURLToPath(new URL('../../../openapi/service.yaml', import.meta.url));

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
      const [overlay, bundle] = [join(folder, 'overlay.yaml'), join(folder, 'service.yaml')];
      writeFileSync(overlay, stringify(overlayOf(facts), { aliasDuplicateObjects: false }));
      await redocly(terminal.world, ['bundle', SERVICE, '--overlay', overlay, '--output', bundle]);
      await redocly(terminal.world, ['build-docs', bundle, '--inlineBundle', '--output', resolve(terminal.cwd, out)]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    terminal.out(given.json ? `${JSON.stringify({ file: out })}\n` : `${out}\n`);
    return 0;
  },
};
