import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { HarnessError } from '../base/errors.ts';
import { exampleHandler, HANDLER_NAMES, type HandlerName } from '../gates/endpoint/example-handlers.ts';
import { type Language, templateOf } from '../gates/sdk/adapters/languages.ts';
import { ownCommand, shellWord } from '../settings/own-command.ts';
import { printResult, type Terminal } from './command.ts';
import { writeFile } from './files.ts';

/** A file to write, by its name. */
interface ExampleFile {
  readonly name: string;
  readonly url: URL;
}

/** `gate --init`: writes an example into the folder of the caller, and prints how to gate it. @returns the exit code */
export function writeExample(name: Language | HandlerName, json: boolean, terminal: Terminal): number {
  return isHandler(name) ? writeHandler(name, json, terminal) : writeAdapter(name, json, terminal);
}

function isHandler(name: Language | HandlerName): name is HandlerName {
  return HANDLER_NAMES.some(own => own === name);
}

function writeAdapter(language: Language, json: boolean, terminal: Terminal): number {
  const template = templateOf(language);
  const { url, needs } = template;
  const [file = ''] = writeFiles([{ name: template.file, url }], terminal);
  const words = template.command.map(word => (word === template.file ? file : word));
  const command = `gate -- ${words.join(' ')}`;
  const next = `Connect your SDK to it, then run: ${ownCommand('gate', '--', ...words)}`;
  printResult<'gate-init'>(terminal, json, { file, needs, command }, `Wrote ${file}, which needs ${needs}. ${next}\n`);
  return 0;
}

function writeHandler(name: HandlerName, json: boolean, terminal: Terminal): number {
  const { files, needs, restart, credits, endpoint } = exampleHandler(name, file => pathOf(file, terminal));
  const [file = '', script] = writeFiles(files, terminal);
  const words = ['--endpoint', endpoint, '--credits', credits, '--restart', restart];
  const text = `Wrote ${file}, which needs ${needs}, and ${script}, which kills it and starts it again.
Start it:  export SIGNING_SECRET=whsec_for_tests; ${restart}
Gate it:   ${ownCommand('gate', ...words)}
`;
  const command = ['gate', ...words].map(shellWord).join(' ');
  printResult<'gate-init'>(terminal, json, { file, needs, command }, text);
  return 0;
}

/** @returns the paths as the caller writes them @throws HarnessError `file-exists` (usage), before it writes any */
function writeFiles(files: readonly ExampleFile[], terminal: Terminal): readonly string[] {
  const folder = folderOfCaller(terminal);
  const paths = files.map(({ name }) => pathOf(name, terminal));
  const existing = paths.find(path => existsSync(resolve(folder, path)));
  if (existing !== undefined) {
    const next = 'move it, or use another folder';
    throw new HarnessError('file-exists', 'usage', `${existing} exists already`, { next });
  }
  for (const [nth, { url }] of files.entries()) writeFile(folder, paths[nth] ?? '', readFileSync(url, 'utf8'));
  return paths;
}

/** The path of a file in the folder of the caller, as commands find it. */
function pathOf(name: string, terminal: Terminal): string {
  const folder = folderOfCaller(terminal);
  return folder === terminal.cwd ? name : resolve(folder, name);
}

/** npm runs a script in the folder of its package, and names the folder where a person called it. */
function folderOfCaller({ cwd, env }: Terminal): string {
  const { INIT_CWD = cwd, npm_package_json } = env;
  return npm_package_json === resolve(cwd, 'package.json') ? INIT_CWD : cwd;
}
