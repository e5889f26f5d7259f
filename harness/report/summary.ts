import { CHECKS } from '../checks/index.ts';
import type { Finding, Judged } from '../checks/judge.ts';
import { requirements } from '../contract/requirements.ts';
import { type ClockSkew, clockSkew } from '../core/clock-skew.ts';
import type { GateInfo, RunInfo } from '../core/evidence.ts';
import { EXIT_CODES } from '../core/exit-codes.ts';
import type { View } from '../core/view.ts';
import type { Learned } from '../facts/learn.ts';
import type { MutationScore } from '../mutation/measure.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { judgedScenarios, type ScenarioOutcome } from './judged-scenarios.ts';
import { type RequirementStatus, requirementStatus } from './requirement-status.ts';
import { type Shortfall, shortfallsOf } from './shortfalls.ts';
import { type VerdictReached, verdictOf } from './verdict.ts';

/** One check, and what it holds the target to. */
export interface CheckTrace {
  readonly id: string;
  readonly title: string;
  /** The requirements that it judges, each with the heading of the specification that says it. */
  readonly requirements: readonly { readonly id: string; readonly section: string }[];
}

/** `summary.json` (INTERFACE, the run folder). */
export interface Summary extends VerdictReached {
  readonly exitCode: number;
  readonly run: string;
  readonly target: RunInfo['target'];
  readonly seed: number;
  readonly startedAt: string;
  readonly endedAt: string;
  /** What was asked of which SDK, where one was judged; its cases then are the scenarios. */
  readonly gate?: GateInfo;
  readonly scenarios: readonly ScenarioOutcome[];
  /** Scenarios by what became of them. */
  readonly counts: { readonly passed: number; readonly failed: number; readonly skipped: number };
  readonly observed: {
    readonly journeys: number;
    readonly exchanges: number;
    readonly deliveries: number;
    readonly unattributed: number;
  };
  readonly requirements: readonly RequirementStatus[];
  /** The other direction: what each check judges. */
  readonly checks: readonly CheckTrace[];
  readonly findings: readonly Finding[];
  readonly shortfalls: readonly Shortfall[];
  /** How much the verdict is worth: of the breaches put into this run's own evidence, how many would have shown. */
  readonly mutationScore: MutationScore;
  /** How much of the contract the run touched. */
  readonly coverage: Coverage;
  /** How far the service's clock is from this machine's; absent where no answer told its time. */
  readonly clock?: ClockSkew;
  /** How the webhooks were read, and whether that was told or learned tonight. */
  readonly dialect: {
    readonly held: boolean;
    readonly interpretations: Learned['interpretations'];
    readonly aspects: Learned['aspects'];
  };
}

/**
 * Sums a judged run up. Pure: the same record gives the same summary.
 *
 * @param view the evidence under the first reading
 */
export function summarise(view: View, learned: Learned, judged: Judged, mutationScore: MutationScore): Summary {
  const { evidence } = view;
  const statuses = [...requirements().values()].map(requirement =>
    requirementStatus(requirement, evidence, judged, mutationScore),
  );
  const shortfalls = shortfallsOf(evidence, statuses);
  const { verdict, cause, message } = verdictOf(evidence, judged, shortfalls);
  const findings = [...judged.findings].sort((a, b) =>
    a.severity === b.severity ? 0 : a.severity === 'breach' ? -1 : 1,
  );
  const scenarios = judgedScenarios(evidence, judged, findings);
  const clock = clockSkew(evidence.exchanges);
  const count = (status: ScenarioOutcome['status']) => scenarios.filter(scenario => scenario.status === status).length;
  return {
    verdict,
    exitCode: EXIT_CODES[verdict],
    cause,
    message,
    run: evidence.run.run,
    target: evidence.run.target,
    seed: evidence.run.seed,
    startedAt: new Date(evidence.run.at).toISOString(),
    endedAt: new Date(evidence.end?.at ?? evidence.run.at).toISOString(),
    scenarios,
    counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
    observed: {
      journeys: evidence.journeys.length,
      exchanges: evidence.exchanges.length,
      deliveries: evidence.deliveries.length,
      unattributed: judged.unattributed,
    },
    requirements: statuses,
    checks: checkTraces(),
    findings,
    shortfalls,
    mutationScore,
    coverage: coverageOf(view),
    ...(clock && { clock }),
    dialect: {
      held: evidence.run.dialect !== undefined,
      interpretations: learned.interpretations,
      aspects: learned.aspects,
    },
  };
}

function checkTraces(): readonly CheckTrace[] {
  return CHECKS.map(({ id, title, requirements: judged }) => ({
    id,
    title,
    requirements: judged.map(on => ({ id: on, section: requirements().get(on)?.section ?? '' })),
  }));
}
