import type { Finding, Judged } from '../checks/judge.ts';
import type { Evidence } from '../core/evidence.ts';
import type { KnownFailure } from '../core/known-failure.ts';

const DAY_MS = 86_400_000;

/**
 * Bears with the failures that the run was told are known: their findings become advice until the entry expires. An entry
 * that has expired, or whose requirement holds again, is a breach itself: a list that nobody prunes hides the next failure.
 */
export function applyKnownFailures(evidence: Evidence, { findings, tallies }: Judged): readonly Finding[] {
  const { known = [], at, merged, settings } = evidence.run;
  // A part of a run may not be the one that shows the breach.
  const whole = evidence.end?.reason === 'done' && settings.suites.length === 0 && (!settings.shards || merged);
  const valid = known.filter(({ expires }) => at < Date.parse(expires) + DAY_MS);
  const borne = findings.map(finding => {
    const entry = valid.find(({ requirement }) => requirement === finding.requirement);
    return entry && finding.severity === 'breach' ? bear(finding, entry) : finding;
  });
  const stale = known.flatMap(entry => {
    const tally = tallies.get(entry.requirement);
    const holds = whole && tally !== undefined && tally.passed > 0 && tally.broken === 0;
    if (holds)
      return [useless(entry, 'is no longer needed: the requirement holds', `${tally.passed} times seen to hold`)];
    return valid.includes(entry)
      ? []
      : [useless(entry, `expired on ${entry.expires}`, 'the breach, or no sight of it')];
  });
  return [...borne, ...stale];
}

function bear(finding: Finding, { reason, ticket, owner, expires }: KnownFailure): Finding {
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
    expected: 'an entry that is needed, and not past its day',
    received,
    next: `take the entry out of the file, or have ${owner} decide anew`,
    evidence: [],
  };
}
