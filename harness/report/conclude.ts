import { type Finding, judge } from '../checks/judge.ts';
import { type Dialect, parseDialect } from '../core/dialect.ts';
import type { Evidence } from '../core/evidence.ts';
import { View } from '../core/view.ts';
import { driftBetween } from '../facts/drift.ts';
import type { FactsFile } from '../facts/fact.ts';
import { facts } from '../facts/facts.ts';
import { learn } from '../facts/learn.ts';
import { observedDialect } from '../facts/observed-dialect.ts';
import { type BrokenPromise, brokenPromises } from '../facts/pinned-dialect.ts';
import { measureMutationScore, unmeasured } from '../mutation/measure.ts';
import { applyKnownFailures } from './apply-known-failures.ts';
import { type Baseline, type Comparison, compareFindings, driftFindings } from './baseline.ts';
import { concludeGate } from './conclude-gate.ts';
import { endOfUnrecognised } from './recognition.ts';
import { type Summary, summarise } from './summary.ts';

/** What a run comes to. */
export interface Conclusion {
  readonly summary: Summary;
  readonly facts: FactsFile;
  /** The dialect that was observed: what `learn` writes down. */
  readonly dialect: Dialect;
  /** What changed since the baseline, where there is one. */
  readonly comparison?: Comparison;
}

/**
 * Learns, judges and sums up. Pure: a live run, a replayed one and a merged one come to the same from the same record.
 *
 * @param measure how its strength is measured, which costs more than the rest and moves no verdict
 * @param baseline what the run is compared with; drift from it that a consumer can feel is a breach
 */
export function conclude(
  evidence: Evidence,
  measure: typeof measureMutationScore = measureMutationScore,
  baseline?: Baseline,
): Conclusion {
  if (evidence.run.gate !== undefined) return concludeGate(evidence, evidence.run.gate);
  const end = endOfUnrecognised(evidence);
  if (end) return unjudged({ ...evidence, end });
  const told: Dialect = parseDialect(JSON.stringify(evidence.run.dialect ?? {}), 'the dialect in the record');
  const learned = learn(evidence, told);
  const judged = judge(evidence, learned.interpretations);
  const view = new View(evidence, learned.interpretations[0]);
  const observed = observedDialect(view, learned);
  const held = evidence.run.dialect ? brokenPromises(told, observed).map(asFinding) : [];
  const mutationScore = measure(evidence, learned.interpretations);
  const answers = facts(evidence, learned);
  const drift = baseline && driftBetween(baseline, answers);
  const breaking = drift ? driftFindings(drift) : [];
  const compared = baseline?.findings && compareFindings(baseline.findings, judged.findings);
  const own = compared ? withSince(judged.findings, compared.known) : judged.findings;
  const findings = applyKnownFailures(evidence, { ...judged, findings: [...own, ...held, ...breaking] });
  return {
    summary: summarise(view, learned, { ...judged, findings }, mutationScore),
    facts: answers,
    dialect: observed,
    ...(drift && {
      comparison: {
        drift,
        ...(compared && { findings: compared }),
      },
    }),
  };
}

/** The conclusion of a run whose target was not recognised: nothing was shown, and nothing is judged. */
function unjudged(evidence: Evidence): Conclusion {
  const scenarios = evidence.scenarios.map(scenario => ({
    ...scenario,
    outcome: 'skipped' as const,
    reason: 'what answers is not the service',
  }));
  const learned = learn({ ...evidence, deliveries: [], exchanges: [] });
  const judged = { findings: [], tallies: new Map(), owners: new Map(), unattributed: evidence.deliveries.length };
  const view = new View({ ...evidence, scenarios }, learned.interpretations[0]);
  return {
    summary: summarise(view, learned, judged, unmeasured()),
    facts: { target: evidence.run.target.url, facts: [] },
    dialect: {},
  };
}

/** Findings in their order, each that was known with the time of the first run that had it. */
function withSince(findings: readonly Finding[], known: readonly Finding[]): readonly Finding[] {
  return findings.map(finding => known.find(({ id }) => id === finding.id) ?? finding);
}

/** What a target was told to hold and does not is a breach, of the gap that its dialect file answers. */
function asFinding({ gap, key, pinned: told, observed }: BrokenPromise): Finding {
  return {
    id: `f-held-${key}`,
    check: 'held-dialect',
    requirement: gap,
    severity: 'breach',
    count: 1,
    message: `the target differs from the dialect that it is held to, in ${key}`,
    expected: told,
    received: observed,
    likely: 'the service has changed since the dialect file was written',
    next: 'where the change is meant, write the file anew with `learn --out FILE`',
    evidence: [],
  };
}
