import type { ScenarioSeen } from '../../core/evidence.ts';
import type { Shortfall } from './run-kind.ts';

/** What the skipped ones among scenarios did not show. */
export function skipped(scenarios: readonly ScenarioSeen[]): readonly Shortfall[] {
  return scenarios
    .filter(({ outcome }) => outcome === 'skipped')
    .map(({ reason = 'a scenario was skipped', setting }) => ({
      what: reason,
      ...(setting !== undefined && { setting }),
    }));
}
