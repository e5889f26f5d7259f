import { checksOf } from '../checks/index.ts';
import type { Judged } from '../checks/judge.ts';
import type { Requirement } from '../contract/requirements.ts';
import type { Evidence } from '../core/evidence.ts';
import { isLoopback } from '../core/loopback.ts';
import type { MutationScore } from '../mutation/measure.ts';
import { isAskedFor } from './asked-for.ts';
import { keyRefused } from './key-refused.ts';

/** What is known of a requirement. */
export interface RequirementStatus {
  readonly id: string;
  readonly status: 'verified' | 'violated' | 'not-exercised' | 'not-testable';
  /** Why it is not verified. */
  readonly reason?: string;
  /** How often it was seen to hold. */
  readonly passed: number;
  /** Every check that judges it, whether or not it found anything to look at. */
  readonly checks: readonly string[];
}

/** What a judged run says of one requirement. A requirement that nothing could have shown broken is not verified. */
export function requirementStatus(
  requirement: Requirement,
  evidence: Evidence,
  judged: Judged,
  mutationScore: MutationScore,
): RequirementStatus {
  const { id, untestable, binds, needs, exempt } = requirement;
  const { passed = 0, broken = 0 } = judged.tallies.get(id) ?? {};
  const seen = { id, passed, checks: checksOf(id) };
  if (broken > 0)
    return {
      ...seen,
      status: 'violated',
      reason:
        judged.findings.find(
          finding => finding.severity === 'breach' && [finding.requirement, ...(finding.also ?? [])].includes(id),
        )?.message ?? 'see the findings',
    };
  const mutations = mutationScore.exposures.filter(exposure => exposure.requirement === id);
  if (passed > 0 && mutations.some(({ exposed }) => exposed > 0)) return { ...seen, status: 'verified' };
  if (passed > 0 && mutations.length === 0 && exempt?.mutation === undefined)
    return {
      ...seen,
      status: 'not-exercised',
      reason: 'it was seen to hold, but no evidence mutation is defined to show that a breach would be detected',
    };
  if (passed > 0)
    return {
      ...seen,
      status: 'not-testable',
      reason: exempt?.mutation ?? 'it was seen to hold, but what this target shows could not expose a breach',
    };
  const { kind, url } = evidence.run.target;
  const untestableHere =
    untestable?.always ??
    (kind === 'sdk' ? undefined : untestable?.[kind]) ??
    (isLoopback(new URL(url).hostname) ? untestable?.loopback : undefined) ??
    untestable?.unseen;
  if (untestableHere !== undefined) return { ...seen, status: 'not-testable', reason: untestableHere };
  if (binds === 'consumer')
    return {
      ...seen,
      status: 'not-testable',
      reason: 'it binds whoever integrates the service; `gate` judges an SDK against it',
    };
  return { ...seen, status: 'not-exercised', reason: reasonOf(evidence, id, needs) };
}

function reasonOf(evidence: Evidence, id: string, needs: string | undefined): string {
  const { end, deliveries, scenarios } = evidence;
  if (end === undefined) return 'the record was cut off';
  if (end.reason !== 'done') return `the run was stopped: ${end.message ?? end.reason}`;
  if (!isAskedFor(evidence, id))
    return evidence.run.settings.shards ? 'this is one shard; `merge` judges all' : 'only other suites were asked for';
  const setting = settingFor(evidence, needs);
  if (setting !== undefined) return `nothing showed it; set ${setting}`;
  const skipped = scenarios.find(({ outcome }) => outcome === 'skipped');
  if (skipped) return `${skipped.reason}${skipped.setting === undefined ? '' : `; see ${skipped.setting}`}`;
  return deliveries.length === 0
    ? 'not one delivery reached the receiver; see WEBHOOK_COMMAND'
    : 'nothing that was observed shows it';
}

/**
 * The setting that would show on a remote target what `needs` one: the key, where it lets nothing through; an account,
 * where a key was given that had nothing to open.
 */
export function settingFor(evidence: Evidence, needs: string | undefined): string | undefined {
  if (needs === undefined || evidence.run.target.kind === 'embedded') return undefined;
  if (keyRefused(evidence)) return 'API_KEY';
  return needs === 'API_KEY' && evidence.run.settings.keyGiven ? 'BANK_ACCOUNTS' : needs;
}
