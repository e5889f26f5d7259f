import { InvalidValue, oneOf, wholeNumber } from '../base/parse-value.ts';
import { ENDPOINT_AREAS } from '../gates/endpoint/case-id.ts';
import { LANGUAGE_NAMES, type Language } from '../gates/sdk/adapters/languages.ts';
import { AREAS } from '../gates/sdk/protocol.ts';
import type { Given } from './command.ts';
import { dialectFile, RUN_FOLDER } from './options.ts';

/** The headings of options that only one of the two gates takes. */
const OF_SDK = { heading: 'Options for an SDK' } as const;
const OF_ENDPOINT = { heading: 'Options for a webhook handler' } as const;

/** The options of `gate`. */
export const GATE_OPTIONS = {
  only: {
    value: [...AREAS, ...ENDPOINT_AREAS].join('|'),
    parse: oneOf([...AREAS, ...ENDPOINT_AREAS]),
    about: 'runs one part of an SDK gate or of an endpoint gate',
  },
  case: { value: 'ID', about: 'repeats one case; findings name its id' },
  seed: { value: 'N', parse: wholeNumber(0, 0x7fff_ffff), about: 'generates the same cases again; default: random' },
  pact: { ...OF_SDK, value: 'FILE', about: 'also compares a pact of the SDK with the contract' },
  out: RUN_FOLDER,
  endpoint: { ...OF_ENDPOINT, value: 'URL', about: 'tests the webhook handler at this address by what it credits' },
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
    ...OF_SDK,
    value: LANGUAGE_NAMES.join('|'),
    parse: adapterLanguage,
    about: 'writes an example adapter into the current directory',
  },
} as const;

/** @throws InvalidValue which says what to do in a language that has no adapter */
function adapterLanguage(text: string): Language {
  if (/^(?:c#|cs|csharp|dotnet)$/i.test(text)) {
    const why = 'there is no adapter for C#: its runtime is not in Debian, so it could not be tested';
    throw new InvalidValue(`"${text}"`, `${why}; harness/gates/sdk/PROTOCOL.md describes how to write one`);
  }
  return oneOf(LANGUAGE_NAMES)(text);
}

/** What the command line gave to `gate`. */
export type GateGiven = Given<'gate', typeof GATE_OPTIONS>;
