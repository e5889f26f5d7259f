import type { ScenarioSeen } from '../core/evidence.ts';
import type { ScenarioOutcome } from './judged-scenarios.ts';
import type { NumberedFinding } from './numbered-finding.ts';
import type { RunIndex } from './run-index.ts';

/** A scenario's outcome as the summary has it, with what it points to. */
export interface DrivenScenario extends Pick<ScenarioOutcome, 'status' | 'reason'> {
  readonly scenario: ScenarioSeen;
  /** The breaches that its own evidence shows. */
  readonly findings: readonly NumberedFinding[];
}

/** The outcome of every scenario, in the order of the record. */
export function scenarioOutcomes({ summary, evidence, findings }: RunIndex): readonly DrivenScenario[] {
  const seen = new Map(evidence.scenarios.map(scenario => [scenario.id, scenario]));
  return summary.scenarios.flatMap(({ id, status, reason, findings: positions }) => {
    const scenario = seen.get(id);
    if (scenario === undefined) return [];
    const own = positions.flatMap(position => findings[position] ?? []);
    return [{ scenario, status, findings: own, ...(reason !== undefined && { reason }) }];
  });
}
