import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeWhole } from '../../base/write-whole.ts';
import { driftBetween } from '../../facts/drift.ts';
import { type FactsFile, fold } from '../../facts/fact.ts';
import type { Lifecycle } from '../../facts/lifecycle/lifecycle.ts';
import { compare } from '../../report/comparison.ts';
import { headline } from '../../report/describe-comparison.ts';
import { observedAsMarkdown } from '../../report/observed-gaps.ts';
import { defineCommand, printResult } from '../command.ts';
import { readFacts, readLifecycle } from '../earlier-runs.ts';
import { makeFolder, writing } from '../files.ts';
import { writtenPath } from '../options.ts';

/** `observe`: adds a run to the facts of its target and documents them. */
export const command = defineCommand('observe', {
  options: {
    into: {
      value: 'DIR',
      parse: writtenPath,
      about: 'folder of the recorded facts; default: reports/observed/<target>',
    },
  },
  examples: ['observe reports/runs/latest'],
  async run({ operands: [path], options }, terminal) {
    const { cwd } = terminal;
    const run = readFacts(path, cwd);
    const folder = options.into ?? join('reports', 'observed', folderName(run.target));
    const file = join(folder, 'facts.json');
    const kept = existsSync(resolve(cwd, file)) ? readFacts(file, cwd) : undefined;
    // A lifecycle is learned from one run, so the latest one counts.
    const lifecycle = readLifecycle(path, cwd) ?? readLifecycle(folder, cwd);
    const files = filesOf(fold(kept, run), lifecycle);
    makeFolder(cwd, folder);
    for (const [name, content] of Object.entries(files))
      writing(join(folder, name), () => writeWhole(resolve(cwd, folder, name), content));
    const drift = kept && driftBetween(kept, run);
    const names = Object.keys(files);
    const changes = drift ? `${headline(compare(drift))}\n` : '';
    const text = changes + names.map(name => `${join(folder, name)}\n`).join('');
    printResult<'observe'>(terminal, { folder, files: names, drift: drift ?? null }, text);
    return 0;
  },
});

/** The files in a folder of observed facts. They omit evidence ids, which are meaningless outside their run. */
function filesOf({ target, facts }: FactsFile, lifecycle: Lifecycle | undefined): { readonly [name: string]: string } {
  return {
    'facts.json': asLines({ target, facts: withoutEvidence(facts) }),
    ...(lifecycle && {
      'lifecycle.json': asLines({ ...lifecycle, transitions: withoutEvidence(lifecycle.transitions) }),
    }),
    'README.md': observedAsMarkdown({ target, facts }, lifecycle),
  };
}

function withoutEvidence<T extends object>(items: readonly T[]): readonly T[] {
  return JSON.parse(JSON.stringify(items, (name, value) => (name === 'evidence' ? [] : value)));
}

/** JSON with one line per list item, so that a pull request shows which ones changed. */
function asLines(file: object): string {
  const members = Object.entries(file).map(([name, value]) => {
    const items = Array.isArray(value) && value.length > 0 && value.map(item => `    ${JSON.stringify(item)}`);
    return `  ${JSON.stringify(name)}: ${items ? `[\n${items.join(',\n')}\n  ]` : JSON.stringify(value)}`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}

/** The name of a target as a folder name: `sandbox.example-8443`. */
function folderName(target: string): string {
  const name = target
    .replace(/^https?:\/\//, '')
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  return name === '' ? 'target' : name.slice(0, 100);
}
