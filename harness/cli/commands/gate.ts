import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { EXIT_CODES, HarnessError } from '../../base/errors.ts';
import type { AdapterInfo } from '../../evidence/evidence.ts';
import type { Recorder } from '../../evidence/record/recorder.ts';
import { ENDPOINT_AREAS } from '../../gates/endpoint/case-id.ts';
import { comparePact } from '../../gates/pact/compare-pact.ts';
import { Adapter } from '../../gates/sdk/adapter.ts';
import { API_KEY, OTHER_API_KEY } from '../../gates/sdk/client/call.ts';
import { launchProcess } from '../../gates/sdk/connection.ts';
import { EDITION } from '../../gates/sdk/edition.ts';
import { AREAS } from '../../gates/sdk/protocol.ts';
import { exampleHandler, HANDLER_NAMES, LANGUAGE_NAMES, templateOf } from '../../gates/templates.ts';
import type { Finding } from '../../judgement/checks/judge.ts';
import { ownCommand, shellWord } from '../../settings/own-command.ts';
import { RunningTime } from '../../world/running-time.ts';
import { defineCommand, printResult, type Terminal } from '../command.ts';
import { writeFile } from '../files.ts';
import { judgeEndpoint } from '../gate-endpoint.ts';
import { GATE_OPTIONS, type GateInput, inGateFolder } from '../gate-folder.ts';

/** `gate`: judges an SDK through an adapter process that speaks JSON-RPC, or a webhook handler by its effects. */
export const command = defineCommand('gate', {
  options: GATE_OPTIONS,
  examples: [
    'gate --init python',
    'gate -- python3 gate_adapter.py',
    'gate --pact pacts/sdk.json',
    'gate --init handler-python',
    `gate --endpoint http://127.0.0.1:3000/webhooks --credits 'python3 backend.py credits credits.db'`,
  ],
  async run(given, terminal) {
    const { init, pact, endpoint } = given.options;
    const language = LANGUAGE_NAMES.find(name => name === init);
    const handler = HANDLER_NAMES.find(name => name === init);
    if (language !== undefined) return writeAdapter(templateOf(language), terminal);
    const at = (file: string) => pathOf(file, terminal);
    if (handler !== undefined) return writeHandler(exampleHandler(handler, at), terminal);
    refuseMismatch(given);
    if (endpoint !== undefined) return judgeEndpoint(endpoint, given, terminal);
    if (given.operands.length > 0) return judge(given.operands, given, terminal);
    if (pact !== undefined) return judgePact(pact, given, terminal);
    const others = LANGUAGE_NAMES.filter(language => language !== 'python');
    throw new HarnessError('adapter-missing', 'usage', 'gate needs the command line of an adapter, or --endpoint', {
      expected: ownCommand('gate', '--', 'python3', 'gate_adapter.py'),
      next: `\`${ownCommand('gate', '--init', 'python')}\` writes an example; also for ${others.join(', ')}`,
    });
  },
});

/** Refuses options of the other gate. @throws HarnessError `option-mismatch` (usage) */
function refuseMismatch({ options: { endpoint, only }, operands }: GateInput): void {
  const areas = endpoint === undefined ? AREAS : ENDPOINT_AREAS;
  if (only !== undefined && !areas.some(area => area === only)) {
    const judged = endpoint === undefined ? 'an SDK' : 'an endpoint';
    throw new HarnessError('option-mismatch', 'usage', `--only ${only} is no part of the gate of ${judged}`, {
      expected: areas.join(', '),
    });
  }
  if (endpoint !== undefined && operands.length > 0)
    throw new HarnessError('option-mismatch', 'usage', 'the endpoint gate takes no adapter', {
      next: 'run the gate twice',
    });
}

async function judge(command: readonly string[], given: GateInput, terminal: Terminal): Promise<number> {
  const { world } = terminal;
  const { case: caseId, pact } = given.options;
  const only = AREAS.find(area => area === given.options.only);
  const time = new RunningTime(world);
  const differences = pact === undefined ? [] : await comparePact(resolve(terminal.cwd, pact));
  // The cases and their generators are loaded on demand, because no other command needs them.
  const { driveGate } = await import('../../gates/sdk/drive-gate.ts');
  const adapter = new Adapter(time, launchProcess(world, command, terminal.cwd));
  const abort = new AbortController();
  const stopListening = terminal.onInterrupt(() => {
    abort.abort();
    void adapter.close();
  });
  try {
    const description = await adapter.describe().catch((thrown: unknown) => {
      if (!abort.signal.aborted) throw thrown;
    });
    if (description === undefined) {
      terminal.err('The gate was interrupted before the adapter described itself\n');
      return EXIT_CODES.interrupted;
    }
    const judged = judgedSdk({ ...description, command }, caseId ?? only);
    return await inGateFolder(given, terminal, judged, async (recorder, seed) => {
      if (pact !== undefined) recordPact(recorder, basename(pact), differences, world.now());
      await driveGate({
        ...{ world, adapter, description, recorder, seed, signal: abort.signal, time },
        ...{ only, caseId },
      });
    });
  } finally {
    stopListening();
    await adapter.close();
    time.close();
  }
}

async function judgePact(file: string, given: GateInput, terminal: Terminal): Promise<number> {
  const { world } = terminal;
  const differences = await comparePact(resolve(terminal.cwd, file));
  const name = basename(file);
  const sdk = { name, version: 'file', language: 'pact', clock: 'injected', methods: [], command: [] } as const;
  return inGateFolder(given, terminal, judgedSdk(sdk, 'pact'), async recorder => {
    recordPact(recorder, name, differences, world.now());
    recorder.end({ at: world.now(), reason: 'done' });
  });
}

/** The record of an SDK gate about itself. */
function judgedSdk(sdk: AdapterInfo, only: string | undefined) {
  const { name, version, language, clock, methods, command } = sdk;
  return {
    target: { kind: 'sdk' as const, url: `${name} ${version} (${language})` },
    title: `${name} ${version}, edition ${EDITION} of the cases`,
    gate: {
      edition: EDITION,
      adapter: { name, version, language, clock, methods, command },
      ...(only !== undefined && { only }),
    },
    suites: only === undefined ? [] : [only],
    // The gate's own keys. Adapters inherit the environment with its keys.
    secrets: [API_KEY, OTHER_API_KEY].map(value => ({ name: 'API_KEY', value })),
  };
}

/** Records a pact as one case with every difference as a problem. */
function recordPact(recorder: Recorder, name: string, differences: readonly Finding[], at: number): void {
  const id = `pact/${name}`;
  const problems = differences.map(
    ({ id: cause, requirement, also, severity, message, expected, received, likely, evidence }) => ({
      ...{ requirement, severity, cause, message, expected, received: `${received} (${evidence.join(', ')})` },
      ...(also && { also }),
      ...(likely !== undefined && { likely }),
    }),
  );
  recorder.write({ type: 'case', id, method: 'pact', passed: [], problems });
  const title = 'The pact of the SDK agrees with the contract';
  recorder.write({ type: 'scenario', id, suite: 'pact', title, from: at, to: at, outcome: 'done' });
}

/** `gate --init` for an SDK: writes an adapter and prints how to gate it. @returns the exit code */
function writeAdapter(template: ReturnType<typeof templateOf>, terminal: Terminal): number {
  const { file: name, url, needs, runs } = template;
  const [file = ''] = writeFiles([{ name, url }], terminal);
  const words = [...runs, file];
  const command = `gate -- ${words.join(' ')}`;
  const next = `Connect your SDK to it, then run: ${ownCommand('gate', '--', ...words)}`;
  printResult<'gate-init'>(terminal, { file, needs, command }, `Wrote ${file}, which needs ${needs}. ${next}\n`);
  return 0;
}

/** `gate --init` for a webhook handler: writes it with a script that restarts it, and prints how to gate it. */
function writeHandler(example: ReturnType<typeof exampleHandler>, terminal: Terminal): number {
  const { files, needs, restart, credits, endpoint } = example;
  const [file = '', script] = writeFiles(files, terminal);
  const words = ['--endpoint', endpoint, '--credits', credits, '--restart', restart];
  const text = `Wrote ${file}, which needs ${needs}, and ${script}, which kills it and starts it again.
Start it:  export SIGNING_SECRET=whsec_for_tests; ${restart}
Gate it:   ${ownCommand('gate', ...words)}
`;
  const command = ['gate', ...words].map(shellWord).join(' ');
  printResult<'gate-init'>(terminal, { file, needs, command }, text);
  return 0;
}

/** Writes files. @returns their paths for the caller @throws HarnessError `file-exists` (usage), before writing any */
function writeFiles(
  files: readonly { readonly name: string; readonly url: URL }[],
  terminal: Terminal,
): readonly string[] {
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

/** The path of a file in the caller's folder, as commands find it. */
function pathOf(name: string, terminal: Terminal): string {
  const folder = folderOfCaller(terminal);
  return folder === terminal.cwd ? name : resolve(folder, name);
}

/** The caller's folder. npm runs a script in its package's folder and passes the caller's folder in INIT_CWD. */
function folderOfCaller({ cwd, env }: Terminal): string {
  const { INIT_CWD = cwd, npm_package_json } = env;
  return npm_package_json === resolve(cwd, 'package.json') ? INIT_CWD : cwd;
}
