import { EXIT_CODES } from '../base/exit-codes.ts';
import { requirements } from '../contract/requirements.ts';
import { type ClockSkew, clockSkew } from '../evidence/clock-skew.ts';
import type { GateInfo, RunInfo } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import type { Learned } from '../facts/learn.ts';
import type { Judged } from '../judgement/checks/judge.ts';
import type { MutationScore } from '../judgement/mutation/measure.ts';
import type { Coverage } from './coverage.ts';
import type { RunKind, Shortfall } from './kinds/run-kind.ts';
import type { Latency } from './latency.ts';
import { type RequirementStatus, requirementStatus } from './requirement-status.ts';
import { type JourneyStatus, type ScenarioStatus, statusesOf } from './statuses.ts';
import { type VerdictReached, verdictOf } from './verdict.ts';

/** One check, and what it holds the target to. */
export interface CheckTrace {
  readonly id: string;
  readonly title: string;
  /** The requirements that it judges, each with the heading of the specification that says it. */
  readonly requirements: readonly { readonly id: string; readonly section: string }[];
}

/** What only a run against a service has. */
export interface ServiceObserved {
  /** How much the verdict is worth: of the breaches injected into this run's own evidence, how many are detected. */
  readonly mutationScore: MutationScore;
  /** How long webhooks took, in milliseconds, by type of event. */
  readonly latency: readonly (Omit<Latency, 'values'> & { readonly count: number })[];
  /** How much of the contract the run touched. */
  readonly coverage: Coverage;
  /** How the webhooks were read, and whether that was configured or learned. */
  readonly dialect: {
    /** Whether the target was held to a dialect that was given. */
    readonly held: boolean;
    readonly interpretations: Learned['interpretations'];
    readonly aspects: Learned['aspects'];
  };
}

/** The verdict on a run, and the status of everything in it. A part that a kind of run does not have is absent. */
export interface Summary extends VerdictReached, Partial<ServiceObserved> {
  readonly exitCode: number;
  readonly run: string;
  readonly target: RunInfo['target'];
  readonly seed: number;
  readonly startedAt: string;
  readonly endedAt: string;
  /** What was asked of which SDK, where one was judged; its cases then are the scenarios. */
  readonly gate?: GateInfo;
  /** Why the record may not be what was recorded, where it was judged all the same. */
  readonly unverified?: string;
  readonly scenarios: readonly ScenarioStatus[];
  /** Scenarios by status. */
  readonly counts: { readonly passed: number; readonly failed: number; readonly skipped: number };
  /** Absent for a gate, which drives none. */
  readonly journeys?: readonly JourneyStatus[];
  readonly observed: {
    readonly exchanges: number;
    readonly journeys?: number;
    readonly deliveries?: number;
    /** Deliveries about no order of this run. */
    readonly unattributed?: number;
  };
  readonly requirements: readonly RequirementStatus[];
  /** The other direction: what each check judges. */
  readonly checks: readonly CheckTrace[];
  /** Breaches before advice, each by consequence; a finding that another explains follows it. */
  readonly findings: Judged['findings'];
  readonly shortfalls: readonly Shortfall[];
  /** How far the service's clock is from this machine's; absent where no response has a Date. */
  readonly clock?: ClockSkew;
}

/**
 * Sums a judged run up: every status, then what is missing, then the verdict. Pure: the same record gives the same
 * summary.
 *
 * @param view the evidence under the first interpretation
 * @param judged with its findings in the order of the summary
 * @param observed absent where no service was observed
 */
export function summarise(view: View, kind: RunKind, judged: Judged, observed?: ServiceObserved): Summary {
  const { evidence } = view;
  const { run, end } = evidence;
  const { findings } = judged;
  const statuses = [...requirements().values()].map(requirement =>
    requirementStatus(requirement, kind, judged, observed?.mutationScore),
  );
  const missing = kind.shortfalls(statuses.filter(({ status }) => status === 'not-exercised'));
  // Each is said once.
  const shortfalls = missing.filter(({ what }, nth) => missing.findIndex(other => other.what === what) === nth);
  const reached = verdictOf(evidence, kind, findings, shortfalls);
  const { scenarios, journeys } = statusesOf(view, findings);
  const clock = observed && clockSkew(evidence.exchanges);
  const count = (status: ScenarioStatus['status']) => scenarios.filter(scenario => scenario.status === status).length;
  const { exchanges, deliveries } = evidence;
  return {
    ...reached,
    exitCode: EXIT_CODES[reached.verdict],
    run: run.run,
    target: run.target,
    seed: run.seed,
    startedAt: new Date(run.at).toISOString(),
    endedAt: new Date(end?.at ?? run.at).toISOString(),
    ...(run.gate && { gate: run.gate }),
    ...(run.unverified !== undefined && { unverified: run.unverified }),
    scenarios,
    counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
    ...(observed && { journeys }),
    observed: {
      exchanges: exchanges.length,
      ...(observed && {
        journeys: journeys.length,
        deliveries: deliveries.length,
        unattributed: deliveries.length - view.deliveries.length,
      }),
    },
    requirements: statuses,
    checks: checkTraces(kind),
    findings,
    shortfalls,
    ...observed,
    ...(clock && { clock }),
  };
}

function checkTraces({ checks }: RunKind): readonly CheckTrace[] {
  return checks.map(({ id, title, requirements: judged }) => ({
    id,
    title,
    requirements: judged.map(on => ({ id: on, section: requirements().get(on)?.section ?? '' })),
  }));
}
