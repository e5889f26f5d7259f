import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { HarnessError } from '../../core/errors.ts';
import { driftBetween } from '../../facts/drift.ts';
import type { FactsFile } from '../../facts/fact.ts';
import { fold } from '../../facts/fold.ts';
import { overlayOf } from '../../facts/overlay.ts';
import { driftAsText } from '../../report/drift-in-words.ts';
import { observedAsMarkdown } from '../../report/observed-markdown.ts';
import { type Command, type Terminal, text } from '../command.ts';
import { readFacts } from '../read-facts.ts';
import { writeFile } from '../write-file.ts';

/** `observe`: folds a run into the facts that are kept of its target, and writes their documentation. */
export const observe: Command = {
  name: 'observe',
  operands: 'RUN_DIR|FACTS',
  arity: [1, 1],
  about: 'folds a run into the facts kept in reports/observed, and writes their documentation',
  options: {
    into: { type: 'string', value: 'DIR', about: 'where they are kept; default reports/observed/<target>' },
  },
  async run(given, terminal) {
    const [path = ''] = given.positionals;
    const run = readFacts(terminal, path);
    const into = text(given, 'into') ?? join('reports', 'observed', folderName(run.target));
    const file = join(into, 'facts.json');
    const kept = existsSync(resolve(terminal.cwd, file)) ? readFacts(terminal, file) : undefined;
    const folded = fold(kept, run);
    const files = writeObserved(terminal, into, folded);
    const drift = kept && driftBetween(kept, run);
    if (given.json) terminal.out(`${JSON.stringify({ folder: into, files, drift: drift ?? null }, null, 2)}\n`);
    else
      terminal.out(`${drift ? `${driftAsText(drift)}\n` : ''}${files.map(name => `${join(into, name)}\n`).join('')}`);
    return 0;
  },
};

/** What every folder of observed facts holds, beside them. */
function writeObserved(terminal: Terminal, into: string, facts: FactsFile): readonly string[] {
  const files: { readonly [name: string]: string } = {
    'facts.json': `${JSON.stringify(facts, null, 2)}\n`,
    'README.md': observedAsMarkdown(facts),
    'overlay.yaml': stringify(overlayOf(facts), { lineWidth: 120, aliasDuplicateObjects: false }),
  };
  const folder = resolve(terminal.cwd, into);
  makeFolder(folder, into);
  for (const [name, content] of Object.entries(files)) writeFile(terminal, join(into, name), content);
  return Object.keys(files);
}

function makeFolder(path: string, shown: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (cause) {
    throw new HarnessError(
      'out-unwritable',
      'usage',
      `${shown} cannot be made: ${(cause as NodeJS.ErrnoException).code}`,
      { next: 'name another folder with --into', cause },
    );
  }
}

/** A target's name as a folder's: `sandbox.example-8443`. */
function folderName(target: string): string {
  const name = target
    .replace(/^https?:\/\//, '')
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  return name === '' ? 'target' : name.slice(0, 100);
}
