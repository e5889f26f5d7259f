import type { ScenarioSeen } from '../core/evidence.ts';
import type { NumberedFinding } from './numbered-finding.ts';
import type { RunIndex } from './run-index.ts';

/** What became of one scenario, as `summary.counts` counts it. */
export interface ScenarioOutcome {
  readonly scenario: ScenarioSeen;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** The breaches that its own evidence shows. */
  readonly findings: readonly NumberedFinding[];
  /** Why it was skipped, or could not be driven to its end. Absent where it passed, or failed by its findings alone. */
  readonly reason?: string;
}

/** The outcome of every scenario, in the order of the record. */
export function scenarioOutcomes(index: RunIndex): readonly ScenarioOutcome[] {
  const shown = new Map<string, Set<NumberedFinding>>();
  for (const numbered of index.findings) {
    if (numbered.finding.severity !== 'breach') continue;
    for (const id of numbered.finding.evidence) {
      const scenario = index.scenarioOf(id);
      if (scenario === undefined) continue;
      shown.set(scenario, (shown.get(scenario) ?? new Set()).add(numbered));
    }
  }
  return index.evidence.scenarios.map(scenario => {
    const findings = [...(shown.get(scenario.id) ?? [])];
    if (scenario.outcome === 'skipped') {
      const mend = scenario.setting === undefined ? '' : `; set ${scenario.setting}`;
      return { scenario, status: 'skipped', findings, reason: `${scenario.reason ?? 'no reason was recorded'}${mend}` };
    }
    if (scenario.outcome === 'done') return { scenario, status: findings.length > 0 ? 'failed' : 'passed', findings };
    const reason = scenario.outcome === undefined ? 'the record ends before it does' : (scenario.reason ?? 'it failed');
    return { scenario, status: 'failed', findings, reason };
  });
}
