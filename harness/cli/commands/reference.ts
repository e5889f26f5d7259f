import { renderReference } from '../../report/reference/render-reference.ts';
import { readFacts, readLifecycle } from '../baseline.ts';
import { defineCommand, printResult } from '../command.ts';
import { writeFile } from '../files.ts';

/** `reference`: the API reference with observed facts, as one page that needs no network. */
export const reference = defineCommand('reference', {
  options: { out: { value: 'FILE', about: 'output file; default: reference.html' } },
  examples: ['reference reports/observed/embedded --out reference.html'],
  async run({ operands: [path], options: { out = 'reference.html' }, json }, terminal) {
    writeFile(terminal.cwd, out, renderReference(readFacts(path, terminal.cwd), readLifecycle(path, terminal.cwd)));
    printResult(terminal, json, { file: out }, `${out}\n`);
    return 0;
  },
});
