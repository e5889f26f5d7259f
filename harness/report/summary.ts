import { CHECKS, checksOf } from '../checks/index.ts';
import type { Finding, Judged } from '../checks/judge.ts';
import { type Requirement, requirements } from '../contract/requirements.ts';
import { shownBy } from '../contract/shown-by.ts';
import { type ClockSkew, clockSkew } from '../core/clock-skew.ts';
import type { Evidence, GateInfo, RunInfo } from '../core/evidence.ts';
import { isLoopback } from '../core/loopback.ts';
import type { View } from '../core/view.ts';
import type { Learned } from '../facts/learn.ts';
import type { Strength } from '../strength/measure.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { refusedThroughout } from './refused-throughout.ts';

/** The outcome of a run (INTERFACE, exit codes). */
export type Verdict = 'conformant' | 'nonconformant' | 'unreachable' | 'incomplete' | 'interrupted';

/** Exit codes by verdict; 2 (usage) never has a summary. */
export const EXIT_CODES = { conformant: 0, nonconformant: 1, unreachable: 3, incomplete: 4, interrupted: 130 } as const;

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

/** One check, and what it holds the target to. */
export interface CheckTrace {
  readonly id: string;
  readonly title: string;
  /** The requirements that it judges, each with the heading of the specification that says it. */
  readonly requirements: readonly { readonly id: string; readonly section: string }[];
}

/** Something that this target could have shown and did not, and the setting that would mend it. */
export interface Shortfall {
  readonly what: string;
  readonly setting?: string;
}

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

/** `summary.json` (INTERFACE, the run folder). */
export interface Summary {
  readonly verdict: Verdict;
  readonly exitCode: number;
  /** In one word, which of ours or theirs it was: none, service, network, tunnel, configuration, harness, deadline, person. */
  /** In one word, which of ours or theirs it was: none, service, sdk, network, configuration, harness, deadline, person. */
  readonly cause: string;
  /** The verdict in one sentence, with the first thing to do. */
  readonly message: string;
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
    readonly strays: number;
  };
  readonly requirements: readonly RequirementStatus[];
  /** The other direction: what each check judges. */
  readonly checks: readonly CheckTrace[];
  readonly findings: readonly Finding[];
  readonly shortfalls: readonly Shortfall[];
  /** How much the verdict is worth: of the breaches put into this run's own evidence, how many would have shown. */
  readonly strength: Strength;
  /** How much of the contract the run touched. */
  readonly coverage: Coverage;
  /** How far the service's clock is from this machine's; absent where no answer told its time. */
  readonly clock?: ClockSkew;
  /** How the webhooks were read, and whether that was told or learned tonight. */
  readonly dialect: {
    readonly held: boolean;
    readonly readings: Learned['readings'];
    readonly aspects: Learned['aspects'];
  };
}

/**
 * Sums a judged run up. Pure: the same record gives the same summary.
 *
 * @param view the evidence under the first reading
 */
export function summarise(view: View, learned: Learned, judged: Judged, strength: Strength): Summary {
  const { evidence } = view;
  const statuses = [...requirements().values()].map(requirement => statusOf(requirement, evidence, judged, strength));
  const shortfalls = shortfallsOf(evidence, statuses);
  const { verdict, cause, message } = verdictOf(evidence, judged, shortfalls);
  const findings = [...judged.findings].sort((a, b) =>
    a.severity === b.severity ? 0 : a.severity === 'breach' ? -1 : 1,
  );
  const scenarios = outcomesOf(evidence, judged, findings);
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
      strays: judged.strays,
    },
    requirements: statuses,
    checks: checkTraces(),
    findings,
    shortfalls,
    strength,
    coverage: coverageOf(view),
    ...(clock && { clock }),
    dialect: { held: evidence.run.dialect !== undefined, readings: learned.readings, aspects: learned.aspects },
  };
}

/** Operations that require the API key (Authentication). */
const NEEDS_KEY: ReadonlySet<string> = new Set(['resolveBankAccount', 'getOnrampOrder']);

function checkTraces(): readonly CheckTrace[] {
  return CHECKS.map(({ id, title, requirements: judged }) => ({
    id,
    title,
    requirements: judged.map(on => ({ id: on, section: requirements().get(on)?.section ?? '' })),
  }));
}

function statusOf(requirement: Requirement, evidence: Evidence, judged: Judged, strength: Strength): RequirementStatus {
  const { id, untestable, binds, needs } = requirement;
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
  const shown = strength.exposures.some(exposure => exposure.requirement === id && exposure.exposed > 0);
  if (passed > 0 && shown) return { ...seen, status: 'verified' };
  if (passed > 0)
    return {
      ...seen,
      status: 'not-testable',
      reason: 'it was seen to hold, but what this target shows could not expose a breach',
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

function isWhole(suites: readonly string[]): boolean {
  return suites.length === 0;
}

/** Whether a suite that was asked for is made to show a requirement; of a shard by itself, nothing is asked. */
function isAskedFor({ run }: Evidence, requirement: string): boolean {
  const { suites, shards } = run.settings;
  if (shards && !run.merged) return false;
  return isWhole(suites) || shownBy(requirement).some(suite => suites.includes(suite));
}

/**
 * The setting that would show on a remote target what `needs` one: the key, where it lets nothing through; an account,
 * where a key was given that had nothing to open.
 */
function settingFor(evidence: Evidence, needs: string | undefined): string | undefined {
  if (needs === undefined || evidence.run.target.kind === 'embedded') return undefined;
  if (keyRefused(evidence)) return 'API_KEY';
  return needs === 'API_KEY' && evidence.run.settings.keyGiven ? 'BANK_ACCOUNTS' : needs;
}

function shortfallsOf(evidence: Evidence, statuses: readonly RequirementStatus[]): readonly Shortfall[] {
  const { scenarios } = evidence;
  const all: Shortfall[] = keyRefused(evidence)
    ? [{ what: 'the API key is refused everywhere', setting: 'API_KEY' }]
    : [];
  const skipped = scenarios
    .filter(({ outcome }) => outcome === 'skipped')
    .map(({ reason, setting }) => ({
      what: reason ?? 'a scenario was skipped',
      ...(setting !== undefined && { setting }),
    }));
  all.push(...skipped);
  if (evidence.run.merged) all.push(...missingShards(evidence.run));
  for (const { id, status, reason } of statuses) {
    if (status !== 'not-exercised' || !isAskedFor(evidence, id)) continue;
    const setting = settingFor(evidence, requirements().get(id)?.needs);
    all.push({ what: `${id}: ${reason}`, ...(setting !== undefined && { setting }) });
  }
  return all.filter(({ what }, index) => all.findIndex(other => other.what === what) === index);
}

function missingShards({ settings: { shards } }: Evidence['run']): readonly Shortfall[] {
  return Array.from({ length: shards?.of ?? 0 }, (_, nth) => nth + 1)
    .filter(index => !shards?.have.includes(index))
    .map(index => ({ what: `shard ${index} of ${shards?.of} is not among the runs that were merged` }));
}

/**
 * Whether every call that carried the key, and asked for what may be there, was turned away: of the operations that
 * require the key, or of all where none of those was called.
 */
function keyRefused({ exchanges, run }: Evidence): boolean {
  const keyed = exchanges.filter(
    ({ condition }) => condition === undefined || condition === 'known' || condition === 'guessed',
  );
  const locked = keyed.filter(({ operation = '' }) => NEEDS_KEY.has(operation));
  const statuses = (locked.length > 0 ? locked : keyed).flatMap(({ response }) => response?.status ?? []);
  return (
    run.target.kind === 'remote' && statuses.length > 0 && statuses.every(status => status === 401 || status === 403)
  );
}

function verdictOf(
  evidence: Evidence,
  judged: Judged,
  shortfalls: readonly Shortfall[],
): Pick<Summary, 'verdict' | 'cause' | 'message'> {
  const { end, scenarios } = evidence;
  const breaches = judged.findings.filter(({ severity }) => severity === 'breach');
  const broke = scenarios.find(({ outcome }) => outcome === 'failed');
  if (end?.reason === 'interrupted' || end === undefined) {
    return {
      verdict: 'interrupted',
      cause: 'person',
      message: 'The run was stopped; what was recorded until then is kept.',
    };
  }
  if (breaches.length > 0) {
    const [first] = breaches;
    return {
      verdict: 'nonconformant',
      cause: 'service',
      message: `The service breaks its specification: ${first?.message}. Look at the first finding.`,
    };
  }
  if (end.reason === 'unreachable' && end.code !== undefined) {
    const received = end.received === undefined ? '' : ` (${end.received.replace(/\s+/g, ' ')})`;
    return {
      verdict: 'unreachable',
      cause: end.code.startsWith('tunnel-') ? 'tunnel' : 'configuration',
      message: `${sentence(end.message ?? end.code)}${received}; this says nothing about the contract.${end.next === undefined ? '' : ` Next: ${end.next}.`}`,
    };
  }
  if (end.reason === 'unreachable') {
    return {
      verdict: 'unreachable',
      cause: 'network',
      message: `The target could not be reached (${end.message}); this says nothing about the contract. Check SANDBOX_URL, and that the target is up.`,
    };
  }
  if (end.reason === 'broken') {
    return {
      verdict: 'unreachable',
      cause: 'harness',
      message: `The harness itself failed: ${end.message}. Please report it with the run folder.`,
    };
  }
  if (broke) {
    return {
      verdict: 'unreachable',
      cause: 'harness',
      message: `The harness itself failed in ${broke.id}: ${broke.reason}. Please report it with the run folder.`,
    };
  }
  if (end.reason === 'deadline') {
    return {
      verdict: 'incomplete',
      cause: 'deadline',
      message: 'The deadline came before the end. Give more time with --deadline, or raise MAX_IN_FLIGHT.',
    };
  }
  const [shortfall] = shortfalls;
  if (shortfall) {
    const named = shortfalls.find(({ setting }) => setting !== undefined)?.setting;
    return {
      verdict: 'incomplete',
      cause: 'configuration',
      message: `No breach, but not everything was shown: ${shortfall.what}.${named === undefined ? '' : ` Set ${named}.`}`,
    };
  }
  const { suites, shards } = evidence.run.settings;
  const known = new Set(evidence.run.known?.map(({ requirement }) => requirement));
  const borne = judged.findings.filter(({ requirement }) => known.has(requirement)).length;
  const but = borne === 0 ? '' : ` but what is known and borne with (${borne})`;
  if (shards && !evidence.run.merged) {
    return {
      verdict: 'conformant',
      cause: 'none',
      message: `No breach${but} in shard ${shards.have.join()} of ${shards.of}; \`merge\` judges all shards together.`,
    };
  }
  return {
    verdict: 'conformant',
    cause: 'none',
    message: isWhole(suites)
      ? `No breach${but}, and nothing that this target could have shown went unproved.`
      : `No breach${but} in what was asked for: ${suites.join(', ')} alone.`,
  };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What became of each scenario: one that was driven to its end passes unless its own evidence shows a breach. */
function outcomesOf(evidence: Evidence, judged: Judged, findings: readonly Finding[]): readonly ScenarioOutcome[] {
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
