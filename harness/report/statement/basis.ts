import type { RunInfo } from '../../evidence/evidence.ts';

/**
 * Where evidence comes from. `observed`: from our client, our receiver, raw bytes. `reported`: from what an SDK's
 * adapter, or a command of the user that lists credits, said.
 */
export type Basis = 'observed' | 'reported';

/** Requirements on what an SDK sends: the gate's own server received it. */
const SENT_BY_AN_SDK =
  /^(request|auth|version)\.|\.(route|string-inputs|received-amount|received-network|optional-fields|only-own-event)$/;

/**
 * The basis of a requirement. What a service sends and what an SDK puts on the wire, we observe. What an SDK accepts or
 * returns, its adapter reports; what a handler has credited, the user's command reports.
 */
export function basisOf(requirement: string, { gate }: RunInfo): Basis {
  if (gate?.endpoint) return gate.endpoint.credits ? 'reported' : 'observed';
  return gate && !SENT_BY_AN_SDK.test(requirement) ? 'reported' : 'observed';
}
