import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Finding } from '../../checks/judge.ts';
import { HarnessError, messageOf } from '../../core/errors.ts';
import type { GateInfo, RunInfo } from '../../core/evidence.ts';
import { Redactor } from '../../core/redaction.ts';
import { Adapter } from '../../gate/adapter.ts';
import { API_KEY, OTHER_API_KEY } from '../../gate/client/call.ts';
import { launchProcess } from '../../gate/connection.ts';
import { driveGate } from '../../gate/drive-gate.ts';
import { EDITION } from '../../gate/edition.ts';
import { AREAS, type Area } from '../../gate/protocol.ts';
import { comparePact } from '../../pact/compare-pact.ts';
import { Recorder } from '../../record/recorder.ts';
import { conclude } from '../../report/conclude.ts';
import { type Command, type Given, type Terminal, text } from '../command.ts';
import { version } from '../drive-run.ts';
import { printVerdict } from '../print-verdict.ts';
import { createRunFolder, newRunId, writeConclusion } from '../run-folder.ts';
import { secretsOf } from '../secrets-of.ts';
import { wholeNumber } from '../whole-number.ts';

/** Adapters that `--init` writes: what stands in the folder of adapters, what it is called where it is written, what runs it. */
const TEMPLATES: { readonly [language: string]: { readonly file: string; readonly runs: string } } = {
  typescript: { file: 'gate-adapter.ts', runs: 'node' },
  python: { file: 'gate_adapter.py', runs: 'python3' },
  perl: { file: 'gate_adapter.pl', runs: 'perl' },
};

/** `gate`: judges an SDK, in any language, through an adapter process that speaks a line protocol. */
export const gate: Command = {
  name: 'gate',
  operands: '-- ADAPTER…',
  arity: [0, Number.POSITIVE_INFINITY],
  about: 'judges an SDK, in any language, through an adapter process',
  options: {
    only: { type: 'string', value: AREAS.join('|'), about: 'one part alone' },
    case: { type: 'string', value: 'ID', about: 'repeats one case, by the id that a finding names' },
    seed: { type: 'string', value: 'N', about: 'draws the same cases again; default random' },
    pact: { type: 'string', value: 'FILE', about: 'compares a pact of the SDK’s own with the contract, too' },
    out: { type: 'string', value: 'DIR', about: 'run folder, new or empty; default reports/runs/<run id>' },
    init: { type: 'string', value: Object.keys(TEMPLATES).join('|'), about: 'writes an adapter to begin with, here' },
  },
  async run(given, terminal) {
    const language = text(given, 'init');
    if (language !== undefined) return init(language, given, terminal);
    const command = given.positionals;
    const pact = text(given, 'pact');
    if (command.length === 0 && pact !== undefined) return judgePact(pact, given, terminal);
    if (command.length === 0) {
      throw new HarnessError('adapter-missing', 'usage', 'gate needs the command line of an adapter', {
        expected: 'gate -- ADAPTER…, as in: gate -- python3 gate_adapter.py',
        next: `\`gate --init LANGUAGE\` writes one to begin with: ${Object.keys(TEMPLATES).join(', ')}`,
      });
    }
    return judge(command, given, terminal);
  },
};

async function judge(command: readonly string[], given: Given, terminal: Terminal): Promise<number> {
  const { world } = terminal;
  const only = areaOf(text(given, 'only'));
  const caseId = text(given, 'case');
  const pact = text(given, 'pact');
  const begun = world.monotonic();
  const differences = pact === undefined ? [] : await comparePact(resolve(terminal.cwd, pact));
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
      });
    });
  } finally {
    stopListening();
    await adapter.close();
  }
}

/** Compares a pact alone, without running anything. */
async function judgePact(file: string, given: Given, terminal: Terminal): Promise<number> {
  const { world } = terminal;
  const differences = await comparePact(resolve(terminal.cwd, file));
  const name = basename(file);
  const sdk = { name, version: 'as it stands', language: 'pact', clock: 'injected', methods: [], command: [] } as const;
  return inRunFolder(given, terminal, sdk, 'pact', async recorder => {
    recordPact(recorder, name, differences, world.now());
    recorder.end({ at: world.now(), reason: 'done' });
  });
}

/** Makes the run folder, records what `drive` finds, and draws verdict and reports from the record. @returns the exit code */
async function inRunFolder(
  given: Given,
  terminal: Terminal,
  sdk: GateInfo['adapter'],
  only: string | undefined,
  drive: (recorder: Recorder, seed: number) => Promise<void>,
): Promise<number> {
  const { world } = terminal;
  const seed = wholeNumber(given, 'seed', 0x7fff_ffff) ?? world.randomBytes(4).readUInt32BE() >>> 1;
  const run = newRunId(terminal);
  const folder = createRunFolder(terminal, run, text(given, 'out'));
  const info = runInfo(run, seed, sdk, only, world.now());
  const recorder = new Recorder({ run: info, redactor: redactorOf(terminal), secrets: () => [], sink: folder.sink });
  terminal.err(`Gate of ${sdk.name} ${sdk.version}, edition ${EDITION} of the cases (seed ${seed})\n`);
  try {
    await drive(recorder, seed);
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown;
    recorder.end({ at: world.now(), reason: 'broken', message: messageOf(thrown) });
  } finally {
    folder.close();
  }
  const conclusion = conclude(recorder.evidence);
  writeConclusion(terminal, folder.path, recorder.evidence, conclusion);
  if (given.json) terminal.out(`${JSON.stringify(conclusion.summary, null, 2)}\n`);
  else terminal.out(printVerdict(conclusion.summary, folder.path));
  return conclusion.summary.exitCode;
}

/** A pact is one case more, of which every difference is a problem. */
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
  recorder.write({
    type: 'scenario',
    id,
    suite: 'pact',
    title: 'the pact of the SDK against the contract',
    from: at,
    to: at,
    outcome: 'done',
  });
}

function runInfo(run: string, seed: number, sdk: GateInfo['adapter'], only: string | undefined, at: number): RunInfo {
  const { name, version: release, language, clock, methods, command } = sdk;
  return {
    ...{ schema: 1, run, at, seed, harness: version(), node: process.version },
    target: { kind: 'sdk', url: `${name} ${release} (${language})` },
    settings: {
      ...{ deliveryTimeoutMs: 0, redeliveryTimeoutMs: 0, secrets: 0, keyGiven: true, orderSetting: 'ORDER_IDS' },
      suites: only === undefined ? [] : [only],
    },
    gate: {
      edition: EDITION,
      adapter: { name, version: release, language, clock, methods, command },
      ...(only !== undefined && { only }),
    },
  };
}

/** What may not be written down: the keys of the gate itself, and those of the environment that adapters inherit. */
function redactorOf(terminal: Terminal): Redactor {
  const redactor = new Redactor(terminal.world.randomBytes(32));
  for (const value of [API_KEY, OTHER_API_KEY]) redactor.addSecret({ name: 'API_KEY', value });
  for (const secret of secretsOf(terminal)) redactor.addSecret(secret);
  return redactor;
}

function areaOf(only: string | undefined): Area | undefined {
  if (only === undefined) return undefined;
  const area = AREAS.find(known => known === only);
  if (area !== undefined) return area;
  throw new HarnessError('area-unknown', 'usage', `--only is "${only}"`, { expected: AREAS.join(', ') });
}

/** Writes an adapter into the working directory. */
function init(language: string, given: Given, terminal: Terminal): number {
  const template = Object.hasOwn(TEMPLATES, language) ? TEMPLATES[language] : undefined;
  if (template === undefined) {
    throw new HarnessError('language-unknown', 'usage', `there is no adapter in "${language}" to begin with`, {
      expected: Object.keys(TEMPLATES).join(', '),
      next: 'take the one of the nearest language and translate it: it has under 120 lines',
    });
  }
  const { file, runs } = template;
  const path = resolve(terminal.cwd, file);
  if (existsSync(path)) {
    throw new HarnessError('file-exists', 'usage', `${file} is there already`, {
      next: 'move it away, or work in another folder',
    });
  }
  writeFileSync(path, readFileSync(new URL(`../../gate/adapters/${file}`, import.meta.url)));
  const command = `gate -- ${runs} ${file}`;
  if (given.json) terminal.out(`${JSON.stringify({ file, command })}\n`);
  else terminal.out(`${file} is written. Put your SDK behind it, then: npm run -s harness -- ${command}\n`);
  return 0;
}
