import { HarnessError } from '../base/errors.ts';
import { InvalidValue, oneOf, wholeNumber } from '../base/parse-value.ts';
import type { RunInfo } from '../evidence/evidence.ts';
import { Recorder } from '../evidence/record/recorder.ts';
import type { Secret } from '../evidence/redaction/redaction.ts';
import { RECORD_SCHEMA } from '../evidence/run-info.ts';
import { ENDPOINT_AREAS } from '../gates/endpoint/case-id.ts';
import { AREAS } from '../gates/sdk/protocol.ts';
import { HANDLER_NAMES, LANGUAGE_NAMES } from '../gates/templates.ts';
import { endOf } from '../journeys/run-control.ts';
import { visibleLine } from '../report/visible.ts';
import { version } from '../settings/own-command.ts';
import type { CommandInput, Terminal } from './command.ts';
import { finishRun } from './finish-run.ts';
import { redactorOf } from './open-terminal.ts';
import { dialectFile, RUN_FOLDER } from './options.ts';
import { createRunFolder, newRunId } from './run-folder.ts';

/** The options for only the gate of a webhook handler. */
const OF_ENDPOINT = { heading: 'Options for a webhook handler', needs: 'endpoint' } as const;

const EXAMPLES = [...LANGUAGE_NAMES, ...HANDLER_NAMES];

/** The options of `gate`. */
export const GATE_OPTIONS = {
  only: {
    value: [...AREAS, ...ENDPOINT_AREAS].join('|'),
    parse: oneOf([...AREAS, ...ENDPOINT_AREAS]),
    about: 'runs one part of an SDK gate or of an endpoint gate',
  },
  case: { value: 'ID', about: 'repeats one case; findings name its id' },
  seed: { value: 'N', parse: wholeNumber(0, 0x7fff_ffff), about: 'generates the same cases again; default: random' },
  pact: {
    heading: 'Options for an SDK',
    excludes: 'endpoint',
    value: 'FILE',
    about: 'also compares a pact of the SDK with the contract',
  },
  out: RUN_FOLDER,
  endpoint: {
    heading: OF_ENDPOINT.heading,
    value: 'URL',
    about: 'tests the webhook handler at this address by what it credits',
  },
  credits: { ...OF_ENDPOINT, value: 'COMMAND', about: 'prints all credits so far, one order id per line' },
  orders: {
    ...OF_ENDPOINT,
    value: 'COMMAND',
    about: 'creates ORDER_COUNT orders and prints their ids; default: generated ids',
  },
  restart: { ...OF_ENDPOINT, value: 'COMMAND', about: 'kills the backend and starts it again on the same storage' },
  dialect: {
    ...OF_ENDPOINT,
    value: 'FILE',
    parse: dialectFile,
    about: 'the format of webhooks; default: that of the embedded sandbox',
  },
  settle: {
    ...OF_ENDPOINT,
    value: 'MS',
    parse: wholeNumber(1, 10_000),
    about: 'time that the backend may take to credit after its last response; default: 1000',
  },
  'time-limit': {
    ...OF_ENDPOINT,
    value: 'SECONDS',
    parse: wholeNumber(10, 86_400),
    about: 'ends the gate after this time; default: 60, with --restart 120',
  },
  init: {
    value: EXAMPLES.join('|'),
    parse: exampleName,
    about: 'writes an example adapter, or an example handler, into the current directory',
  },
} as const;

/** @throws InvalidValue with the way to write an adapter in another language */
function exampleName(text: string): (typeof EXAMPLES)[number] {
  const name = EXAMPLES.find(known => known === text);
  if (name !== undefined) return name;
  const others = 'harness/gates/sdk/PROTOCOL.md describes how to write an adapter in another language';
  throw new InvalidValue(`"${text}"`, `give one of ${EXAMPLES.join(', ')}; ${others}`);
}

/** The operands and options of `gate`. */
export type GateInput = CommandInput<'gate', typeof GATE_OPTIONS>;

/** The subject of a gate for its record. */
interface GateSubject extends Required<Pick<RunInfo, 'target' | 'gate'>> {
  /** The text after `Gate of` at its start. */
  readonly title: string;
  /** The requested part; empty for all. */
  readonly suites: readonly string[];
  /** Secrets besides those of the environment, which must not be recorded. */
  readonly secrets: readonly Secret[];
}

/** Makes the run folder, records what `drive` does, and writes the verdict and the reports. @returns the exit code */
export async function inGateFolder(
  { options }: GateInput,
  terminal: Terminal,
  { target, gate, title, suites, secrets }: GateSubject,
  drive: (recorder: Recorder, seed: number) => Promise<void>,
): Promise<number> {
  const { world } = terminal;
  const seed = options.seed ?? world.randomBytes(4).readUInt32BE() >>> 1;
  const run = newRunId(terminal);
  const folder = createRunFolder(terminal, run, options.out);
  const info: RunInfo = {
    ...{ schema: RECORD_SCHEMA, run, at: world.now(), seed, harness: version(), node: process.version },
    ...{ target, gate },
    settings: {
      ...{ deliveryTimeoutMs: 0, redeliveryTimeoutMs: 0, secrets: 0, keyGiven: true, orderSetting: 'ORDER_IDS' },
      suites,
      given: Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : `--${name}`)),
    },
  };
  const redactor = redactorOf(terminal, secrets);
  const recorder = new Recorder({ run: info, redactor, secrets: () => [], sink: folder.sink });
  terminal.err(`Gate of ${visibleLine(title)} (seed ${seed})\n`);
  try {
    await drive(recorder, seed);
  } catch (thrown) {
    if (thrown instanceof HarnessError && thrown.kind === 'usage') folder.discard();
    if (thrown instanceof HarnessError && thrown.kind !== 'unreachable') throw thrown;
    recorder.end({ at: world.now(), ...endOf(thrown) });
  } finally {
    folder.close();
  }
  return finishRun(terminal, folder, recorder.evidence);
}
