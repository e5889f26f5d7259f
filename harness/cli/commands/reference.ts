import { stringify } from 'yaml';
import { observedService } from '../../facts/overlay.ts';
import { shellWord } from '../../settings/own-command.ts';
import { readFacts, readLifecycle } from '../baseline.ts';
import { defineCommand, printResult } from '../command.ts';
import { writeFile } from '../files.ts';

/** `reference`: the OpenAPI document with the observed facts and the observed lifecycle. */
export const command = defineCommand('reference', {
  options: { out: { value: 'FILE', about: 'output file; default: reference.yaml' } },
  examples: ['reference reports/observed/embedded --out reference.yaml'],
  async run({ operands: [path], options: { out = 'reference.yaml' } }, terminal) {
    const { cwd } = terminal;
    const document = observedService(readFacts(path, cwd), readLifecycle(path, cwd));
    writeFile(cwd, out, stringify(document, { lineWidth: 120, aliasDuplicateObjects: false }));
    const render = `To render it: npx @redocly/cli build-docs ${shellWord(out)} --inlineBundle\n`;
    printResult<'reference'>(terminal, { file: out }, `${out}\n${render}`);
    return 0;
  },
});
