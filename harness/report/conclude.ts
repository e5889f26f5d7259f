import { countsOf } from '../base/counts.ts';
import { once } from '../base/once.ts';
import { plural } from '../base/plural.ts';
import { type Dialect, parseDialect } from '../evidence/dialect.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { KnownFailure } from '../evidence/run-info.ts';
import { View } from '../evidence/view.ts';
import { driftBetween } from '../facts/drift.ts';
import type { FactsFile } from '../facts/fact.ts';
import { facts } from '../facts/facts.ts';
import { type Learned, learn } from '../facts/learn.ts';
import { type Lifecycle, lifecycleIn } from '../facts/lifecycle/lifecycle.ts';
import { compareLifecycles } from '../facts/lifecycle/machines.ts';
import { observedDialect } from '../facts/observed-dialect.ts';
import { type Finding, type Judged, judge } from '../judgement/checks/judge.ts';
import { measureMutationScore, unmeasured } from '../judgement/mutation/measure.ts';
import { nameConditions } from '../judgement/where-found.ts';
import { type Baseline, type Comparison, compare } from './comparison.ts';
import { endpointGate, sdkGate } from './kinds/gates.ts';
import type { RunKind } from './kinds/run-kind.ts';
import { serviceRun } from './kinds/service-run.ts';
import { baselineFindings, pinnedFindings } from './promise-findings.ts';
import { rankFindings } from './rank-findings.ts';
import { endOfUnrecognised } from './recognition.ts';
import { latencies, type Summary, summarise } from './summary.ts';

const DAY_MS = 86_400_000;

/**
 * Turns breaches that are known failures (`run --known`) into advice until their entries expire. An entry is itself a
 * breach once it has expired or its requirement holds again, because a stale list hides the next failure.
 */
function applyKnownFailures(evidence: Evidence, { findings, tallies }: Judged): readonly Finding[] {
  const { known = [], at, merged, settings } = evidence.run;
  // A part of a run may not contain the breach.
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

/** Adds the likely cause to the titles of findings that share one. */
function toldApart(findings: readonly Finding[]): readonly Finding[] {
  const titles = countsOf(findings.map(({ message }) => message));
  return findings.map(finding => {
    const [why] = titles.get(finding.message) === 1 ? [] : (finding.likely?.split('; ') ?? []);
    return why === undefined ? finding : { ...finding, message: `${finding.message}: ${why}` };
  });
}

/** The result of a run. Facts, lifecycle and dialect are computed when they are read. */
export interface Conclusion {
  readonly summary: Summary;
  readonly facts: FactsFile;
  /** The learned lifecycle of a collection order; absent for a gate. */
  readonly lifecycle?: Lifecycle;
  /** The observed dialect, which `learn` writes. */
  readonly dialect: Dialect;
  /** What changed since the baseline; absent without one. */
  readonly comparison?: Comparison;
}

/**
 * Learns, judges and summarises. Pure: a live, replayed or merged run with the same record has the same conclusion.
 *
 * @param measure measures the mutation score, which takes most of the time and does not affect the verdict
 * @param baseline what the run is compared with; breaking drift from it is a breach
 */
export function conclude(
  evidence: Evidence,
  measure: typeof measureMutationScore = measureMutationScore,
  baseline?: Baseline,
): Conclusion {
  const { gate, dialect: given, target } = evidence.run;
  const end = endOfUnrecognised(evidence);
  if (end) return unjudged({ ...evidence, end });
  const kind = kindOf(evidence);
  const pinned = parseDialect(JSON.stringify(given ?? {}), 'the dialect in the record');
  const fitting = learn(evidence, pinned);
  const judged = judge(evidence, fitting.interpretations, kind.checks);
  const others = fitting.interpretations.filter(one => one !== judged.interpretation);
  const learned: Learned = { ...fitting, interpretations: [judged.interpretation, ...others] };
  const view = View.of(evidence, judged.interpretation);
  // A gate shows nothing about a service.
  if (gate)
    return {
      summary: summarise(view, kind, { ...judged, findings: rankFindings(view, judged.findings) }),
      facts: { target: target.url, facts: kind.facts ?? [] },
      dialect: {},
    };
  const answers = once(() => facts(evidence, learned));
  const dialect = once(() => observedDialect(view, learned, answers()));
  const drift = baseline && driftBetween(baseline, answers());
  const lifecycleDrift = baseline?.lifecycle && compareLifecycles(baseline.lifecycle, lifecycleIn(view));
  const found = [
    ...toldApart(nameConditions(view, judged)),
    ...(given ? pinnedFindings(pinned, dialect()) : []),
    ...(drift ? baselineFindings(drift, lifecycleDrift) : []),
  ];
  const excused = rankFindings(view, applyKnownFailures(evidence, { ...judged, findings: found }));
  const comparison = drift && compare(drift, baseline.findings, excused, lifecycleDrift);
  const known = new Map(comparison?.findings?.known.map(finding => [finding.id, finding]));
  const findings = excused.map(finding => known.get(finding.id) ?? finding);
  const observed = {
    mutationScore: measure(evidence, learned.interpretations),
    latency: latencies(view),
    dialect: { held: given !== undefined, ...learned },
  };
  return {
    summary: summarise(view, kind, { ...judged, findings }, observed),
    get facts() {
      return answers();
    },
    get lifecycle() {
      return lifecycleIn(view);
    },
    get dialect() {
      return dialect();
    },
    ...(comparison && { comparison }),
  };
}

/** The conclusion of a run whose target was not recognised: nothing is judged. */
function unjudged(evidence: Evidence): Conclusion {
  const scenarios = evidence.scenarios.map(scenario => ({
    ...scenario,
    outcome: 'skipped' as const,
    reason: 'the target is not the service',
  }));
  const learned = learn({ ...evidence, deliveries: [], exchanges: [] });
  const view = View.of({ ...evidence, scenarios }, learned.interpretations[0]);
  const dialect = { held: false, ...learned };
  const observed = { mutationScore: unmeasured(), latency: [], dialect };
  return {
    summary: summarise(view, kindOf(evidence), { findings: [], tallies: new Map() }, observed),
    facts: { target: evidence.run.target.url, facts: [] },
    lifecycle: lifecycleIn(view),
    dialect: {},
  };
}

function kindOf(evidence: Evidence): RunKind {
  const { gate } = evidence.run;
  if (gate?.endpoint) return endpointGate(evidence, gate, gate.endpoint);
  return gate?.adapter ? sdkGate(evidence, gate, gate.adapter) : serviceRun(evidence);
}
