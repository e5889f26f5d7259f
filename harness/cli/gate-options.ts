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

/** What the command line gave to `gate`. */
export type GateGiven = Given<'gate', typeof GATE_OPTIONS>;
