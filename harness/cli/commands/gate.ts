import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Finding } from '../../checks/judge.ts';
import { HarnessError } from '../../core/errors.ts';
import type { AdapterInfo } from '../../core/evidence.ts';
import { ownCommand } from '../../core/own-command.ts';
import { InvalidValue, oneOf, wholeNumber } from '../../core/parse-value.ts';
import { plural } from '../../core/plural.ts';
import { ENDPOINT_AREAS } from '../../endpoint/case-id.ts';
import { Adapter } from '../../gate/adapter.ts';
import { LANGUAGE_NAMES, type Language, templateOf } from '../../gate/adapters/languages.ts';
import { API_KEY, OTHER_API_KEY } from '../../gate/client/call.ts';
import { launchProcess } from '../../gate/connection.ts';
import { EDITION } from '../../gate/edition.ts';
import { AREAS } from '../../gate/protocol.ts';
import { comparePact } from '../../pact/compare-pact.ts';
import type { Recorder } from '../../record/recorder.ts';
import { defineCommand, type Given, printResult, type Terminal } from '../command.ts';
import { writeFile } from '../files.ts';
import { judgeEndpoint } from '../gate-endpoint.ts';
import { inGateFolder, type Judged } from '../gate-folder.ts';
import { dialectFile, RUN_FOLDER } from '../options.ts';

const OPTIONS = {
  only: {
    value: [...AREAS, ...ENDPOINT_AREAS].join('|'),
    parse: oneOf([...AREAS, ...ENDPOINT_AREAS]),
    about: 'judges one part alone, of an SDK or of an endpoint',
  },
  case: { value: 'ID', about: 'repeats one case, by the id that a finding names' },
  seed: { value: 'N', parse: wholeNumber(0, 0x7fff_ffff), about: 'draws the same cases again; default: random' },
  pact: { value: 'FILE', about: 'compares a pact of the SDK with the contract, too' },
  out: RUN_FOLDER,
  endpoint: { value: 'URL', about: 'judges the webhook handler at this address by what it credits' },
  credits: { value: 'COMMAND', about: 'endpoint: prints the credits made so far, one order id a line' },
  orders: {
    value: 'COMMAND',
    about: 'endpoint: makes ORDER_COUNT orders and prints their ids; default: generated ids',
  },
  restart: { value: 'COMMAND', about: 'endpoint: kills the backend and starts it again on the same storage' },
  dialect: {
    value: 'FILE',
    parse: dialectFile,
    about: 'endpoint: what webhooks look like; default: as the embedded sandbox sends them',
  },
  settle: {
    value: 'MS',
    parse: wholeNumber(1, 10_000),
    about: 'endpoint: how long after its last answer the backend may take to credit; default: 1000',
  },
  init: {
    value: LANGUAGE_NAMES.join('|'),
    parse: adapterLanguage,
    about: 'writes an adapter to start from, here',
  },
} as const;

/** @throws InvalidValue which says what to do in a language that has no adapter */
function adapterLanguage(text: string): Language {
  if (/^(?:c#|cs|csharp|dotnet)$/i.test(text)) {
    const why = 'there is none for C#: its runtime is not in Debian, so it could not be tested';
    throw new InvalidValue(`"${text}"`, `${why}; harness/gate/PROTOCOL.md is all that it takes to write one`);
  }
  return oneOf(LANGUAGE_NAMES)(text);
}

type GateGiven = Given<'gate', typeof OPTIONS>;

/** `gate`: judges an SDK through an adapter process that speaks JSON-RPC, or a webhook handler by its effects. */
export const gate = defineCommand('gate', {
  options: OPTIONS,
  examples: [
    'gate --init python',
    'gate -- python3 gate_adapter.py',
    'gate --pact pacts/sdk.json',
    `gate --endpoint http://127.0.0.1:3000/webhooks --credits './print-credits'`,
  ],
  async run(given, terminal) {
    const { init, pact, endpoint } = given.options;
    if (init !== undefined) return writeAdapter(init, given.json, terminal);
    refuseMismatch(given);
    if (endpoint !== undefined) return judgeEndpoint({ ...given.options, endpoint }, given, terminal);
    if (given.operands.length > 0) return judge(given.operands, given, terminal);
    if (pact !== undefined) return judgePact(pact, given, terminal);
    const others = LANGUAGE_NAMES.filter(language => language !== 'python');
    throw new HarnessError('adapter-missing', 'usage', 'gate needs the command line of an adapter, or --endpoint', {
      expected: ownCommand('gate', '--', 'python3', 'gate_adapter.py'),
      next: `\`${ownCommand('gate', '--init', 'python')}\` writes one to start from; so for ${others.join(', ')}`,
    });
  },
});

/** Options that only the gate of an endpoint uses. */
const OF_ENDPOINT = ['credits', 'orders', 'restart', 'dialect', 'settle'] as const;

/** An option without an effect would be taken for one that has it. @throws HarnessError `option-mismatch` (usage) */
function refuseMismatch({ options, operands }: GateGiven): void {
  const stray = OF_ENDPOINT.find(name => options[name] !== undefined);
  if (options.endpoint === undefined && stray !== undefined)
    throw new HarnessError('option-mismatch', 'usage', `--${stray} is an option of the gate of an endpoint`, {
      next: 'name the webhook endpoint with --endpoint URL',
    });
  if (options.endpoint !== undefined && (operands.length > 0 || options.pact !== undefined))
    throw new HarnessError('option-mismatch', 'usage', 'an endpoint is judged without an adapter or a pact', {
      next: 'run the gate twice',
    });
}

async function judge(command: readonly string[], given: GateGiven, terminal: Terminal): Promise<number> {
  const { world } = terminal;
  const { case: caseId, pact } = given.options;
  const only = AREAS.find(area => area === given.options.only);
  if (given.options.only !== undefined && only === undefined)
    throw new HarnessError(
      'option-mismatch',
      'usage',
      `--only ${given.options.only} is a part of the gate of an endpoint`,
      {
        expected: `of an SDK: ${AREAS.join(', ')}`,
      },
    );
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
    const judged = judgedSdk({ ...description, command }, caseId ?? only);
    return await inGateFolder(given, terminal, judged, async (recorder, seed) => {
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
  return inGateFolder(given, terminal, judgedSdk(sdk, 'pact'), async recorder => {
    recordPact(recorder, name, differences, world.now());
    recorder.end({ at: world.now(), reason: 'done' });
  });
}

/** What a gate of an SDK records of itself. */
function judgedSdk(sdk: AdapterInfo, only: string | undefined): Judged {
  const { name, version, language, clock, methods, command } = sdk;
  return {
    target: { kind: 'sdk', url: `${name} ${version} (${language})` },
    title: `${name} ${version}, edition ${EDITION} of the cases`,
    gate: {
      edition: EDITION,
      adapter: { name, version, language, clock, methods, command },
      ...(only !== undefined && { only }),
    },
    suites: only === undefined ? [] : [only],
    // The keys of the gate itself, beside those of the environment that adapters inherit.
    secrets: [API_KEY, OTHER_API_KEY].map(value => ({ name: 'API_KEY', value })),
  };
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
