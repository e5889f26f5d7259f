import { EXIT_CODES, type Verdict } from '../base/errors.ts';
import { plural } from '../base/plural.ts';
import { requirements } from '../contract/requirements.ts';
import { type ClockSkew, clockSkew } from '../evidence/clock-skew.ts';
import type { Evidence, GateInfo, RunInfo } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import type { Learned } from '../facts/learn.ts';
import { statesCause } from '../gates/causes.ts';
import { remedyFor } from '../journeys/reachability.ts';
import type { Finding, Judged } from '../judgement/checks/judge.ts';
import type { MutationScore } from '../judgement/mutation/measure.ts';
import { causesIn } from '../order/causes.ts';
import { askForSetting } from '../settings/settings.ts';
import type { RunKind, Shortfall } from './kinds/run-kind.ts';
import { NOT_THE_SERVICE } from './recognition.ts';
import {
  type JourneyStatus,
  type RequirementStatus,
  requirementStatus,
  type ScenarioStatus,
  statusesOf,
} from './statuses.ts';
import { startSentence } from './wording.ts';

/** The parts of a summary that only a service run has. */
interface ServiceObserved {
  /** The reliability of the verdict: how many breaches injected into this run's evidence are detected. */
  readonly mutationScore: MutationScore;
  /** The latency of webhooks by event type, in milliseconds. */
  readonly latency: readonly Latency[];
  /** How webhooks were interpreted, and whether that was configured or learned. */
  readonly dialect: {
    /** Whether a dialect was given, which the target had to follow. */
    readonly held: boolean;
    readonly interpretations: Learned['interpretations'];
    readonly aspects: Learned['aspects'];
  };
}

/** The verdict on a run, and the status of everything in it. Parts that this kind of run lacks are absent. */
export interface Summary extends VerdictReached, Partial<ServiceObserved> {
  readonly exitCode: number;
  readonly run: string;
  readonly target: RunInfo['target'];
  readonly seed: number;
  readonly startedAt: string;
  readonly endedAt: string;
  /** The gate, if this is the record of one. Its cases are the scenarios. */
  readonly gate?: GateInfo;
  /** Why the record is not verified; absent if it is. */
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
  /** Breaches before advice, then by consequence. A finding that another explains follows it. */
  readonly findings: Judged['findings'];
  readonly shortfalls: readonly Shortfall[];
  /** The difference between the service's clock and this machine's; absent if no response has a Date. */
  readonly clock?: ClockSkew;
}

/**
 * Summarises a judged run: all statuses, then what is missing, then the verdict. Pure.
 *
 * @param view the evidence under the first interpretation
 * @param judged its findings are in the order of the summary
 * @param observed absent for a gate
 */
export function summarise(view: View, kind: RunKind, judged: Judged, observed?: ServiceObserved): Summary {
  const { evidence } = view;
  const { run, end } = evidence;
  const { findings } = judged;
  const statuses = [...requirements().values()].map(requirement =>
    requirementStatus(requirement, kind, judged, observed?.mutationScore),
  );
  const missing = kind.shortfalls(statuses.filter(({ status }) => status === 'not-exercised'));
  // Remove duplicates.
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
    findings,
    shortfalls,
    ...observed,
    ...(clock && { clock }),
  };
}

/** A verdict, its cause, and what to do first. */
interface VerdictReached {
  readonly verdict: Verdict;
  /**
   * What decided: none, service, sdk, endpoint, network, tunnel, configuration, harness, deadline, person,
   * not-the-service.
   */
  readonly cause: string;
  /** The verdict in one sentence, with the first thing to do. */
  readonly message: string;
}

/** The verdict on a judged run: an interrupt, then breaches, then failures on this side, then what is missing. */
function verdictOf(
  { end, run, scenarios, journeys }: Evidence,
  kind: RunKind,
  findings: readonly Finding[],
  shortfalls: readonly Shortfall[],
): VerdictReached {
  if (end?.reason === 'interrupted' || end === undefined)
    return reached(
      'interrupted',
      'person',
      `The ${run.gate ? 'gate' : 'run'} was stopped; the record until then is kept.`,
    );
  const breach = findings.find(({ severity }) => severity === 'breach');
  if (breach) {
    const [why] = kind.judged === 'service' ? (breach.likely?.split('; ') ?? []) : [breach.likely];
    const isSaid = why === undefined || statesCause(breach) || breach.message.endsWith(why);
    const bug = isSaid ? '' : ` (likely cause: ${why})`;
    const [, where] = /^(.{1,60}): (?:all |this one|\d+ of these)/.exec(breach.only ?? '') ?? [];
    const only = isSaid && where && where !== 'some' ? ` (only ${where})` : '';
    const message = `${kind.subject} breaks the contract: ${breach.message}${bug}${only}. See the first finding.`;
    return reached('nonconformant', kind.judged, message);
  }
  if (end.reason === 'unreachable') return unreachable(end);
  const failed = scenarios.find(({ outcome }) => outcome === 'failed');
  if (end.reason === 'broken' || failed) {
    const what = end.reason === 'broken' ? end.message : `${failed?.reason}, in ${failed?.id}`;
    const message = `The harness itself failed: ${what}. Please report it with the run folder.`;
    return reached('unreachable', 'harness', message);
  }
  if (end.reason === 'deadline') {
    const isSlow = journeys.filter(({ alone }) => alone !== undefined).length * 2 > journeys.length;
    const why = isSlow ? '; orders go one at a time, because some webhooks name no order' : '';
    const next = `Give more time with --deadline${isSlow ? '' : ', or raise MAX_IN_FLIGHT'}.`;
    return reached('incomplete', 'deadline', `The run reached its deadline${why}. ${next}`);
  }
  const [shortfall] = shortfalls;
  if (shortfall) {
    const named = shortfalls.find(({ setting }) => setting !== undefined)?.setting;
    const setting = shortfall.cause === undefined ? named : undefined;
    const next = setting === undefined ? '' : ` ${startSentence(askForSetting(setting, run))}.`;
    const message = `No breach, but the run is incomplete: ${shortfall.what}.${next}`;
    // Without a setting to change, it is what is judged that shows nothing.
    const isOfJudged = kind.judged === 'sdk' || (kind.judged === 'endpoint' && named === undefined);
    return reached('incomplete', shortfall.cause ?? (isOfJudged ? kind.judged : 'configuration'), message);
  }
  const known = new Set(run.known?.map(({ requirement }) => requirement));
  const excused = findings.filter(({ requirement }) => known.has(requirement)).length;
  const others = excused === 0 ? '' : ` other than ${plural(excused, 'known failure')}`;
  return reached('conformant', 'none', kind.conformant(others));
}

function reached(verdict: Verdict, cause: string, message: string): VerdictReached {
  return { verdict, cause, message };
}

/** The verdict unreachable, which says nothing about the contract. */
function unreachable({ code, message, received, next }: NonNullable<Evidence['end']>): VerdictReached {
  const nothing = 'this says nothing about the contract.';
  if (code === undefined) {
    const todo = remedyFor(message ?? '', 'SANDBOX_URL');
    return reached('unreachable', 'network', `The target could not be reached (${message}); ${nothing} Next: ${todo}.`);
  }
  const what = message ?? code;
  const got = received === undefined ? '' : ` (${received.replace(/\s+/g, ' ')})`;
  const then = next === undefined ? '' : ` Next: ${next}.`;
  const inWords = `${startSentence(what)}${got}; ${nothing}${then}`;
  return reached('unreachable', causeOf(code), inWords);
}

/** The cause for an error code of this side. */
function causeOf(code: string): string {
  if (code === NOT_THE_SERVICE) return code;
  if (code.endsWith('-unwritable')) return 'harness';
  if (code === 'service-paused') return 'service';
  return code.startsWith('tunnel-') ? 'tunnel' : 'configuration';
}

/** The latency of the webhooks of one type: from the causing call to the first arrival, in milliseconds. */
interface Latency {
  readonly type: string;
  /** How many webhooks there were. */
  readonly count: number;
  readonly median: number;
  /** The 95th percentile, by nearest rank. */
  readonly p95: number;
  readonly max: number;
}

/** The latency of each event type, the slowest median first. */
export function latencies(view: View): readonly Latency[] {
  const delays = causesIn(view).causes.flatMap(({ event: { type = 'of no readable type', deliveries }, call }) => {
    const [first] = deliveries;
    return first && call ? [{ type, ms: Math.max(0, first.at - call.at) }] : [];
  });
  return [...Map.groupBy(delays, ({ type }) => type)]
    .map(([type, own]) => {
      const sorted = own.map(({ ms }) => ms).sort((a, b) => a - b);
      const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
      return { type, count: sorted.length, median: rank(0.5), p95: rank(0.95), max: rank(1) };
    })
    .sort((a, b) => b.median - a.median);
}
