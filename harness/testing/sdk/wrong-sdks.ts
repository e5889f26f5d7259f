import type { HandlerParts } from '../../gates/mistakes/handler.ts';
import { KNOWN_MISTAKES } from '../../gates/sdk/mistakes/known-mistakes.ts';
import { type SdkSteps, SOUND, type WrongSdk } from './variant-sdk.ts';
import { WRONG_CLIENTS } from './wrong-clients.ts';

/** Every wrong SDK, by the part of the gate that must reject it. */
export const WRONG_SDKS: { readonly [area in 'verify' | 'receive' | 'client']: readonly WrongSdk[] } = {
  verify: wrongIn(isVerifier),
  receive: wrongIn(parts => !isVerifier(parts)),
  client: WRONG_CLIENTS,
};

/** Unusual SDKs that are correct. */
export const UNUSUAL_SDKS: readonly WrongSdk[] = [
  {
    name: 'reads Service-Signature alone, whatever the dialect names',
    steps: {
      parts: {
        accepts: (verified, { headers }) =>
          verified && headers.some(([name]) => name.toLowerCase() === 'service-signature'),
      },
    },
  },
  {
    name: 'de-duplicates events without an id on their bytes',
    steps: { parts: { key: ({ id, text }) => (id === '' ? text : id) } },
  },
  { name: 'sends a request again after a 5xx', steps: { again: ({ status }) => status >= 500 } },
  {
    // The first slow answer arrives at this very moment.
    name: 'sends a request again after 1,250 ms without an answer',
    steps: { patience: { timeoutMs: 1250, attempts: 2 } },
  },
  {
    name: 'gives back empty metadata as an array, and trims bank codes',
    steps: {
      members: body => (typeof body.bank_code === 'string' ? { ...body, bank_code: body.bank_code.trim() } : body),
      value: (text, mayBeEmpty) => SOUND.value(text.replace('"metadata":{}', '"metadata":[]'), mayBeEmpty),
    },
  },
  { name: 'now and then gives up before its request is sent', steps: { patience: impatientAtTimes() } },
  {
    name: 'reads an answer again that it cannot parse or that lacks a member',
    steps: { again: ({ status, text }) => status === 200 && /^(?:<|\{[^}]*$|.*:true(?!.*"bank_name))/.test(text) },
  },
];

/** The patience of an SDK on a stalling machine: every seventh request times out at once. */
function impatientAtTimes(): SdkSteps['patience'] {
  let requests = 0;
  return {
    attempts: 1,
    get timeoutMs() {
      return ++requests % 7 === 0 ? 0 : SOUND.patience.timeoutMs;
    },
  };
}

function isVerifier({ verifier }: HandlerParts): boolean {
  return verifier !== undefined;
}

/** An SDK for each known mistake of some parts. */
function wrongIn(isOfThem: (parts: HandlerParts) => boolean): readonly WrongSdk[] {
  return KNOWN_MISTAKES.flatMap(({ name, ways: [parts] }) =>
    parts !== undefined && isOfThem(parts) ? [{ name, steps: { parts } }] : [],
  );
}
