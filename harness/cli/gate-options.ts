import { InvalidValue, oneOf, wholeNumber } from '../core/parse-value.ts';
import { ENDPOINT_AREAS } from '../endpoint/case-id.ts';
import { LANGUAGE_NAMES, type Language } from '../gate/adapters/languages.ts';
import { AREAS } from '../gate/protocol.ts';
import type { Given } from './command.ts';
import { dialectFile, RUN_FOLDER } from './options.ts';

/** The options of `gate`. */
export const GATE_OPTIONS = {
  only: {
    value: [...AREAS, ...ENDPOINT_AREAS].join('|'),
    parse: oneOf([...AREAS, ...ENDPOINT_AREAS]),
    about: 'runs one part of an SDK gate or of an endpoint gate',
  },
  case: { value: 'ID', about: 'repeats one case; findings name its id' },
  seed: { value: 'N', parse: wholeNumber(0, 0x7fff_ffff), about: 'generates the same cases again; default: random' },
  pact: { value: 'FILE', about: 'also compares a pact of the SDK with the contract' },
  out: RUN_FOLDER,
  endpoint: { value: 'URL', about: 'tests the webhook handler at this address by what it credits' },
  credits: { value: 'COMMAND', about: 'endpoint: prints all credits so far, one order id per line' },
  orders: {
    value: 'COMMAND',
    about: 'endpoint: creates ORDER_COUNT orders and prints their ids; default: generated ids',
  },
  restart: { value: 'COMMAND', about: 'endpoint: kills the backend and starts it again on the same storage' },
  dialect: {
    value: 'FILE',
    parse: dialectFile,
    about: 'endpoint: the format of webhooks; default: that of the embedded sandbox',
  },
  settle: {
    value: 'MS',
    parse: wholeNumber(1, 10_000),
    about: 'endpoint: time that the backend may take to credit after its last response; default: 1000',
  },
  'time-limit': {
    value: 'SECONDS',
    parse: wholeNumber(10, 86_400),
    about: 'endpoint: ends the gate after this time; default: 60, with --restart 120',
  },
  init: {
    value: LANGUAGE_NAMES.join('|'),
    parse: adapterLanguage,
    about: 'writes an example adapter into the current directory',
  },
} as const;

/** @throws InvalidValue which says what to do in a language that has no adapter */
function adapterLanguage(text: string): Language {
  if (/^(?:c#|cs|csharp|dotnet)$/i.test(text)) {
    const why = 'there is no adapter for C#: its runtime is not in Debian, so it could not be tested';
    throw new InvalidValue(`"${text}"`, `${why}; harness/gate/PROTOCOL.md describes how to write one`);
  }
  return oneOf(LANGUAGE_NAMES)(text);
}

/** What the command line gave to `gate`. */
export type GateGiven = Given<'gate', typeof GATE_OPTIONS>;
