import { stringify } from 'yaml';
import { observedService, overlayOf } from '../../facts/overlay.ts';
import { shellWord } from '../../settings/own-command.ts';
import { defineCommand, printResult } from '../command.ts';
import { readFacts, readLifecycle } from '../earlier-runs.ts';
import { writeFile } from '../files.ts';

/** `reference`: the OpenAPI document with observed facts; optionally the facts as an overlay. */
export const command = defineCommand('reference', {
  options: {
    out: { value: 'FILE', about: 'output file; default: reference.yaml' },
    overlay: { value: 'FILE', about: 'also writes the facts alone, as an OpenAPI Overlay' },
  },
  examples: ['reference reports/observed/embedded --out reference.yaml'],
  async run({ operands: [path], options: { out = 'reference.yaml', overlay } }, terminal) {
    const { cwd } = terminal;
    const [facts, lifecycle] = [readFacts(path, cwd), readLifecycle(path, cwd)];
    const files = [
      [out, asYaml(observedService(facts, lifecycle))],
      ...(overlay === undefined ? [] : [[overlay, asYaml(overlayOf(facts))] as const]),
    ] as const;
    for (const [file, content] of files) writeFile(cwd, file, content);
    const render = `To render it: npx @redocly/cli build-docs ${shellWord(out)} --inlineBundle\n`;
    const names = files.map(([file]) => file);
    printResult<'reference'>(terminal, { file: out, files: names }, names.map(name => `${name}\n`).join('') + render);
    return 0;
  },
});

function asYaml(value: unknown): string {
  return stringify(value, { lineWidth: 120, aliasDuplicateObjects: false });
}
