import { stringify } from 'yaml';
import { HarnessError } from '../../base/errors.ts';
import { observedService, overlayOf } from '../../facts/overlay.ts';
import { lifecycleAsSvg } from '../../report/lifecycle.ts';
import { shellWord } from '../../settings/own-command.ts';
import { defineCommand, printResult } from '../command.ts';
import { readFacts, readLifecycle } from '../earlier-runs.ts';
import { writeFile } from '../files.ts';

/** `reference`: the OpenAPI document with observed facts; optionally the facts as an overlay, and a drawing. */
export const command = defineCommand('reference', {
  options: {
    out: { value: 'FILE', about: 'output file; default: reference.yaml' },
    overlay: { value: 'FILE', about: 'also writes the facts alone, as an OpenAPI Overlay' },
    drawing: { value: 'FILE', about: 'also draws the lifecycle of an order, as SVG' },
  },
  examples: ['reference reports/observed/embedded --out reference.yaml'],
  async run({ operands: [path], options: { out = 'reference.yaml', overlay, drawing } }, terminal) {
    const { cwd } = terminal;
    const [facts, lifecycle] = [readFacts(path, cwd), readLifecycle(path, cwd)];
    if (drawing !== undefined && lifecycle === undefined)
      throw new HarnessError('lifecycle-missing', 'usage', `${path} has no lifecycle to draw`, {
        expected: 'a lifecycle.json beside facts.json',
        next: 'name the folder of a run, or of observed facts',
      });
    const files = [
      [out, asYaml(observedService(facts, lifecycle))],
      ...(overlay === undefined ? [] : [[overlay, asYaml(overlayOf(facts))] as const]),
      ...(drawing === undefined || lifecycle === undefined ? [] : [[drawing, lifecycleAsSvg(lifecycle)] as const]),
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
