import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Finding } from '../../checks/judge.ts';
import { HarnessError, messageOf } from '../../core/errors.ts';
import type { GateInfo, RunInfo } from '../../core/evidence.ts';
import { ownCommand } from '../../core/own-command.ts';
import { oneOf, wholeNumber } from '../../core/parse-value.ts';
import { plural } from '../../core/plural.ts';
import { RECORD_SCHEMA } from '../../core/run-info.ts';
import { Adapter } from '../../gate/adapter.ts';
import { LANGUAGE_NAMES, type Language, templateOf } from '../../gate/adapters/languages.ts';
import { API_KEY, OTHER_API_KEY } from '../../gate/client/call.ts';
import { launchProcess } from '../../gate/connection.ts';
import { EDITION } from '../../gate/edition.ts';
import { AREAS } from '../../gate/protocol.ts';
import { comparePact } from '../../pact/compare-pact.ts';
import { Recorder } from '../../record/recorder.ts';
import { visibleLine } from '../../report/visible.ts';
import { defineCommand, type Given, printResult, type Terminal } from '../command.ts';
import { writeFile } from '../files.ts';
import { RUN_FOLDER } from '../options.ts';
import { createRunFolder, finishRun, newRunId } from '../run-folder.ts';
import { redactorOf } from '../secrets-of.ts';
import { version } from '../version.ts';

const OPTIONS = {
  only: { value: AREAS.join('|'), parse: oneOf(AREAS), about: 'judges one part alone' },
  case: { value: 'ID', about: 'repeats one case, by the id that a finding names' },
  seed: { value: 'N', parse: wholeNumber(0, 0x7fff_ffff), about: 'draws the same cases again; default: random' },
  pact: { value: 'FILE', about: 'compares a pact of the SDK with the contract, too' },
  out: RUN_FOLDER,
  init: {
    value: LANGUAGE_NAMES.join('|'),
    parse: oneOf(LANGUAGE_NAMES),
    about: 'writes an adapter to start from, here',
  },
} as const;

type GateGiven = Given<'gate', typeof OPTIONS>;

/** `gate`: judges an SDK, in any language, through an adapter process that speaks JSON-RPC. */
export const gate = defineCommand('gate', {
  options: OPTIONS,
  examples: ['gate --init python', 'gate -- python3 gate_adapter.py', 'gate --pact pacts/sdk.json'],
  async run(given, terminal) {
    const { init, pact } = given.options;
    if (init !== undefined) return writeAdapter(init, given.json, terminal);
    if (given.operands.length > 0) return judge(given.operands, given, terminal);
    if (pact !== undefined) return judgePact(pact, given, terminal);
    const others = LANGUAGE_NAMES.filter(language => language !== 'python');
    throw new HarnessError('adapter-missing', 'usage', 'gate needs the command line of an adapter', {
      expected: ownCommand('gate', '--', 'python3', 'gate_adapter.py'),
      next: `\`${ownCommand('gate', '--init', 'python')}\` writes one to start from; so for ${others.join(', ')}`,
    });
  },
});

async function judge(command: readonly string[], given: GateGiven, terminal: Terminal): Promise<number> {
  const { world } = terminal;
  const { only, case: caseId, pact } = given.options;
  const begun = world.monotonic();
  const differences = pact === undefined ? [] : await comparePact(resolve(terminal.cwd, pact));
  // The cases and what generates them are loaded on demand: no other command needs them.
  const { driveGate } = await import('../../gate/drive-gate.ts');
  const adapter = new Adapter(world, launchProcess(world, command, terminal.cwd));
  const abort = new AbortController();
  const stopListening = terminal.onInterrupt(() => {
    abort.abort();
    void adapter.close();
  });
  try {
    const description = await adapter.describe();
    return await inRunFolder(given, terminal, { ...description, command }, caseId ?? only, async (recorder, seed) => {
      if (pact !== undefined) recordPact(recorder, basename(pact), differences, world.now());
      await driveGate({
        ...{ world, adapter, description, recorder, seed, signal: abort.signal, begun },
        ...(only !== undefined && { only }),
        ...(caseId !== undefined && { caseId }),
        tell: further => terminal.err(`Asked ${plural(further, 'more case')} to find out which mistake fails it\n`),
      });
    });
  } finally {
    stopListening();
    await adapter.close();
  }
}

/** Compares a pact alone: no adapter is started. */
async function judgePact(file: string, given: GateGiven, terminal: Terminal): Promise<number> {
  const { world } = terminal;
  const differences = await comparePact(resolve(terminal.cwd, file));
  const name = basename(file);
  const sdk = { name, version: 'file', language: 'pact', clock: 'injected', methods: [], command: [] } as const;
  return inRunFolder(given, terminal, sdk, 'pact', async recorder => {
    recordPact(recorder, name, differences, world.now());
    recorder.end({ at: world.now(), reason: 'done' });
  });
}

/** Makes the run folder, records what `drive` does, and writes verdict and reports. @returns the exit code */
async function inRunFolder(
  given: GateGiven,
  terminal: Terminal,
  sdk: GateInfo['adapter'],
  only: string | undefined,
  drive: (recorder: Recorder, seed: number) => Promise<void>,
): Promise<number> {
  const { world } = terminal;
  const seed = given.options.seed ?? world.randomBytes(4).readUInt32BE() >>> 1;
  const run = newRunId(terminal);
  const folder = createRunFolder(terminal, run, given.options.out);
  const info = runInfo(run, seed, sdk, only, world.now());
  // The keys of the gate itself, beside those of the environment that adapters inherit.
  const keys = [API_KEY, OTHER_API_KEY].map(value => ({ name: 'API_KEY', value }));
  const redactor = redactorOf(terminal, keys);
  const recorder = new Recorder({ run: info, redactor, secrets: () => [], sink: folder.sink });
  terminal.err(
    `Gate of ${visibleLine(`${sdk.name} ${sdk.version}`)}, edition ${EDITION} of the cases (seed ${seed})\n`,
  );
  try {
    await drive(recorder, seed);
  } catch (thrown) {
    if (thrown instanceof HarnessError && thrown.kind === 'usage') folder.discard();
    if (thrown instanceof HarnessError) throw thrown;
    recorder.end({ at: world.now(), reason: 'broken', message: messageOf(thrown) });
  } finally {
    folder.close();
  }
  return finishRun(terminal, given.json, folder, recorder.evidence);
}

/** Records a pact as one case: every difference is a problem of it. */
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

function runInfo(run: string, seed: number, sdk: GateInfo['adapter'], only: string | undefined, at: number): RunInfo {
  const { name, version: release, language, clock, methods, command } = sdk;
  const adapter = { name, version: release, language, clock, methods, command };
  const suites = only === undefined ? [] : [only];
  return {
    ...{ schema: RECORD_SCHEMA, run, at, seed, harness: version(), node: process.version },
    target: { kind: 'sdk', url: `${name} ${release} (${language})` },
    settings: {
      ...{ deliveryTimeoutMs: 0, redeliveryTimeoutMs: 0, secrets: 0, keyGiven: true, orderSetting: 'ORDER_IDS' },
      suites,
    },
    gate: { edition: EDITION, adapter, ...(only !== undefined && { only }) },
  };
}

/** Writes an adapter into the working directory. */
function writeAdapter(language: Language, json: boolean, terminal: Terminal): number {
  const { file, url, needs, command: words } = templateOf(language);
  if (existsSync(resolve(terminal.cwd, file))) {
    const next = 'move it away, or work in another folder';
    throw new HarnessError('file-exists', 'usage', `${file} exists already`, { next });
  }
  writeFile(terminal.cwd, file, readFileSync(url, 'utf8'));
  const command = `gate -- ${words.join(' ')}`;
  const next = `Call your SDK from it, then run: ${ownCommand('gate', '--', ...words)}`;
  const text = `Wrote ${file}, which needs ${needs}. ${next}\n`;
  printResult(terminal, json, { file, needs, command }, text);
  return 0;
}
