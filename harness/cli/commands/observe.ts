import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { writeWhole } from '../../core/write-whole.ts';
import { driftBetween } from '../../facts/drift.ts';
import type { FactsFile } from '../../facts/fact.ts';
import { fold } from '../../facts/fold.ts';
import type { Lifecycle } from '../../facts/lifecycle/lifecycle.ts';
import { overlayOf } from '../../facts/overlay.ts';
import { compare } from '../../report/comparison.ts';
import { comparisonAsText } from '../../report/describe-comparison.ts';
import { lifecycleAsSvg } from '../../report/lifecycle/draw-lifecycle.ts';
import { observedAsMarkdown } from '../../report/observed-markdown.ts';
import { readFacts, readLifecycle } from '../baseline.ts';
import { defineCommand, printResult } from '../command.ts';
import { makeFolder, writing } from '../files.ts';
import { writtenPath } from '../options.ts';

/** `observe`: adds a run to the facts that are kept of its target, and documents them. */
export const observe = defineCommand('observe', {
  options: {
    into: {
      value: 'DIR',
      parse: writtenPath,
      about: 'folder of the recorded facts; default: reports/observed/<target>',
    },
  },
  examples: ['observe reports/runs/latest'],
  async run({ operands: [path], options, json }, terminal) {
    const { cwd } = terminal;
    const run = readFacts(path, cwd);
    const folder = options.into ?? join('reports', 'observed', folderName(run.target));
    const file = join(folder, 'facts.json');
    const kept = existsSync(resolve(cwd, file)) ? readFacts(file, cwd) : undefined;
    // A lifecycle is learned from one run: that of the last one stands.
    const lifecycle = readLifecycle(path, cwd) ?? readLifecycle(folder, cwd);
    const files = filesOf(fold(kept, run), lifecycle);
    makeFolder(cwd, folder);
    for (const [name, content] of Object.entries(files))
      writing(join(folder, name), () => writeWhole(resolve(cwd, folder, name), content));
    const drift = kept && driftBetween(kept, run);
    const names = Object.keys(files);
    const changes = drift ? `${comparisonAsText(compare(drift))}\n` : '';
    const text = changes + names.map(name => `${join(folder, name)}\n`).join('');
    printResult(terminal, json, { folder, files: names, drift: drift ?? null }, text);
    return 0;
  },
});

/** The files of a folder of observed facts. */
function filesOf(facts: FactsFile, lifecycle: Lifecycle | undefined): { readonly [name: string]: string } {
  return {
    'facts.json': `${JSON.stringify(facts, null, 2)}\n`,
    ...(lifecycle && {
      'lifecycle.json': `${JSON.stringify(lifecycle, null, 2)}\n`,
      'lifecycle.svg': lifecycleAsSvg(lifecycle),
    }),
    'README.md': observedAsMarkdown(facts, lifecycle),
    'overlay.yaml': stringify(overlayOf(facts), { lineWidth: 120, aliasDuplicateObjects: false }),
  };
}

/** The name of a target as the name of a folder: `sandbox.example-8443`. */
function folderName(target: string): string {
  const name = target
    .replace(/^https?:\/\//, '')
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  return name === '' ? 'target' : name.slice(0, 100);
}
