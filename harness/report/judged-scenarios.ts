import type { Finding, Judged } from '../checks/judge.ts';
import type { Evidence } from '../core/evidence.ts';
import { refusedThroughout } from './refused-throughout.ts';

/** What became of one scenario. */
export interface ScenarioOutcome {
  readonly id: string;
  readonly suite: string;
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped or could not be driven to its end; absent where it passed, or failed by its findings alone. */
  readonly reason?: string;
  /** Breaches that its own exchanges, deliveries and journeys show, by their position in `findings`. */
  readonly findings: readonly number[];
}

/** What became of each scenario: one that was driven to its end passes unless its own evidence shows a breach. */
export function judgedScenarios(
  evidence: Evidence,
  judged: Judged,
  findings: readonly Finding[],
): readonly ScenarioOutcome[] {
  const owner = new Map<string, string | undefined>();
  for (const { id, scenario } of evidence.journeys) owner.set(id, scenario);
  for (const { id, scenario } of evidence.exchanges) owner.set(id, scenario);
  for (const [delivery, journey] of judged.owners) owner.set(delivery, owner.get(journey));
  return evidence.scenarios.map(({ id, suite, title, outcome, reason, setting }) => {
    const shown = findings.flatMap(({ severity, evidence: ids }, index) =>
      severity === 'breach' && ids.some(item => owner.get(item) === id) ? [index] : [],
    );
    const scenario = { id, suite, title, findings: shown };
    if (outcome === 'done' && shown.length === 0 && refusedThroughout(evidence, id))
      return {
        ...scenario,
        status: 'skipped',
        reason: 'the key is refused on every call, so that nothing was shown; set API_KEY',
      };
    if (outcome === 'done') return { ...scenario, status: shown.length > 0 ? 'failed' : 'passed' };
    if (outcome === undefined) return { ...scenario, status: 'failed', reason: 'the record ends before it does' };
    return {
      ...scenario,
      status: outcome,
      reason: `${reason ?? 'no reason was recorded'}${setting === undefined ? '' : `; set ${setting}`}`,
    };
  });
}
