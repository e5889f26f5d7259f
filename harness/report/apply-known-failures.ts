import { plural } from '../base/plural.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { KnownFailure } from '../evidence/known-failure.ts';
import type { Finding, Judged } from '../judgement/checks/judge.ts';

const DAY_MS = 86_400_000;

/**
 * Turns the breaches of known failures (`run --known`) into advice until their entries expire. An entry that expired,
 * or whose requirement holds again, is a breach itself: a list that nobody prunes hides the next failure.
 */
export function applyKnownFailures(evidence: Evidence, { findings, tallies }: Judged): readonly Finding[] {
  const { known = [], at, merged, settings } = evidence.run;
  // A part of a run may not be the one that shows the breach.
  const whole =
    evidence.end?.reason === 'done' && settings.suites.length === 0 && !settings.only && (!settings.shards || merged);
  const valid = known.filter(({ expires }) => at < Date.parse(expires) + DAY_MS);
  const excused = findings.map(finding => {
    const entry = valid.find(({ requirement }) => requirement === finding.requirement);
    return entry && finding.severity === 'breach' ? excuse(finding, entry) : finding;
  });
  const stale = known.flatMap(entry => {
    const { passed = 0, broken = 0 } = tallies.get(entry.requirement) ?? {};
    if (whole && passed > 0 && broken === 0)
      return [useless(entry, 'is no longer needed: the requirement holds', `${plural(passed, 'pass')} and no breach`)];
    if (valid.includes(entry)) return [];
    return [useless(entry, `expired on ${entry.expires}`, 'an entry past its last day')];
  });
  return [...excused, ...stale];
}

function excuse(finding: Finding, { reason, ticket, owner, expires }: KnownFailure): Finding {
  return {
    ...finding,
    severity: 'advice',
    message: `${finding.message} (known: ${ticket}, until ${expires})`,
    likely: reason,
    next: `ask ${owner}, who follows ${ticket}`,
  };
}

function useless({ requirement, ticket, owner }: KnownFailure, why: string, received: string): Finding {
  return {
    id: `f-known-${requirement}`,
    check: 'known-failures',
    requirement,
    severity: 'breach',
    count: 1,
    message: `the known failure of ${requirement} (${ticket}) ${why}`,
    expected: 'an entry that is needed and has not expired',
    received,
    next: `remove the entry from the file, or ask ${owner} for a new date`,
    evidence: [],
  };
}
