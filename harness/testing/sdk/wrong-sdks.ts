import { KNOWN_MISTAKES } from '../../gate/mistakes/known-mistakes.ts';
import type { WrongSdk } from './variant-sdk.ts';
import { WRONG_CLIENTS } from './wrong-clients.ts';

/** Every wrong SDK, by the part of the gate that must reject it. */
export const WRONG_SDKS: { readonly [area in 'verify' | 'receive' | 'client']: readonly WrongSdk[] } = {
  verify: wrongBy('verifier'),
  receive: wrongBy('receiver'),
  client: WRONG_CLIENTS,
};

/** An SDK for each known mistake in one of its parts. */
function wrongBy(part: 'verifier' | 'receiver'): readonly WrongSdk[] {
  return KNOWN_MISTAKES.filter(mistake => Object.keys(mistake[part]).length > 0).map(mistake => ({
    name: mistake.name,
    steps: { [part]: mistake[part] },
  }));
}
