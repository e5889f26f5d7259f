import { VERIFIER_MISTAKES } from '../../gate/mistakes/verifier-mistakes.ts';
import type { WrongSdk } from './variant-sdk.ts';
import { WRONG_CLIENTS } from './wrong-clients.ts';
import { WRONG_RECEIVERS } from './wrong-receivers.ts';

/** Every wrong SDK, by the part of the gate that must reject it. */
export const WRONG_SDKS = {
  verify: VERIFIER_MISTAKES.map(({ name, steps }): WrongSdk => ({ name, steps: { verifier: steps } })),
  receive: WRONG_RECEIVERS,
  client: WRONG_CLIENTS,
} as const;
