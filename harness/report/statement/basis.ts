import type { RunInfo } from '../../core/evidence.ts';
import type { StatedRequirement } from './statement.ts';

/** Requirements on what an SDK sends: the gate's own server received it. */
const SENT_BY_AN_SDK =
  /^(request|auth|version)\.|\.(route|string-inputs|received-amount|received-network|optional-fields|only-own-event)$/;

/**
 * Where the evidence on a requirement comes from. What a service sends and what an SDK puts on the wire, we observe. What
 * an SDK accepts or returns, its adapter reports; what a handler has credited, the user's command reports.
 */
export function basisOf(requirement: string, { gate }: RunInfo): StatedRequirement['basis'] {
  if (gate?.endpoint) return gate.endpoint.credits ? 'reported' : 'observed';
  return gate && !SENT_BY_AN_SDK.test(requirement) ? 'reported' : 'observed';
}
