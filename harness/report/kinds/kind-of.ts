import type { Evidence } from '../../evidence/evidence.ts';
import { endpointGate } from './endpoint-gate.ts';
import type { RunKind } from './run-kind.ts';
import { sdkGate } from './sdk-gate.ts';
import { serviceRun } from './service-run.ts';

/** What kind of run made this evidence. */
export function kindOf(evidence: Evidence): RunKind {
  const { gate } = evidence.run;
  if (gate?.endpoint) return endpointGate(evidence, gate, gate.endpoint);
  return gate?.adapter ? sdkGate(evidence, gate, gate.adapter) : serviceRun(evidence);
}
