import type { Requirement } from '../contract/requirements.ts';
import { isKeyless } from '../evidence/condition.ts';
import type { Exchange, Journey, RunInfo, ScenarioRecord, Wait } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import { checksOf } from '../judgement/checks/index.ts';
import type { Finding, HiddenPlace, Judged } from '../judgement/checks/judge.ts';
import type { MutationScore } from '../judgement/mutation/measure.ts';
import { askForSetting } from '../settings/settings.ts';
import type { RunKind } from './kinds/run-kind.ts';

/** The result of one journey. */
export interface JourneyStatus {
  readonly id: string;
  readonly scenario: string;
  readonly order: string;
  /**
   * `failed`: a breach concerns it, however it ended. `incomplete`: no breach, but it or its scenario was cut off, its
   * last call has no answer, or the run could not wait for a due webhook.
   */
  readonly status: 'passed' | 'failed' | 'incomplete';
  /** The breaches that concern it, by their position in `findings`. */
  readonly findings: readonly number[];
}

/** The result of one scenario, or of one case of a gate. */
export interface ScenarioStatus {
  readonly id: string;
  readonly suite: string;
  readonly title: string;
  /** `failed`: a breach concerns it, or it was not driven to its end. */
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped or did not end; absent if it passed, or failed by its findings alone. */
  readonly reason?: string;
  /** The breaches that concern it, by their position in `findings`. */
  readonly findings: readonly number[];
}

/**
 * The status of every journey and scenario. Nothing else derives one. A breach concerns the exchanges, deliveries,
 * journeys and cases in its evidence, and their journeys and scenarios.
 *
 * @param view the evidence under the first interpretation
 * @param findings in the order of the summary
 */
export function statusesOf(
  view: View,
  findings: readonly Finding[],
): { readonly journeys: readonly JourneyStatus[]; readonly scenarios: readonly ScenarioStatus[] } {
  const { evidence } = view;
  const breachesOf = concerned(view, findings);
  const exchanges = Map.groupBy(evidence.exchanges, ({ scenario }) => scenario);
  const done = new Set(evidence.scenarios.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : [])));
  const waits = Map.groupBy(evidence.waits, ({ journey }) => journey);
  return {
    journeys: evidence.journeys.map(journey => {
      const { id, scenario, order } = journey;
      const own = breachesOf(id);
      const whole = done.has(scenario) && isWhole(view, journey, waits.get(id) ?? []);
      const status = own.length > 0 ? 'failed' : whole ? 'passed' : 'incomplete';
      return { id, scenario, order, status, findings: own };
    }),
    scenarios: evidence.scenarios.map(scenario => {
      // An SDK is meant to meet refusals.
      const refused = !evidence.run.gate && refusedThroughout(exchanges.get(scenario.id) ?? []);
      return scenarioStatus(evidence.run, scenario, breachesOf(scenario.id), refused);
    }),
  };
}

/** The positions of the breaches that concern a journey, scenario or case, in ascending order, by its id. */
function concerned(view: View, findings: readonly Finding[]): (id: string) => readonly number[] {
  const concerns = findings.flatMap(({ severity, evidence }, position) =>
    (severity === 'breach' ? evidence : []).flatMap(id => {
      const journey = view.journeyBy(id);
      return [journey?.id, journey?.scenario, view.exchange(id)?.scenario, id].map(on => ({ on, position }));
    }),
  );
  const breaches = Map.groupBy(concerns, ({ on }) => on);
  return id => [...new Set(breaches.get(id)?.map(({ position }) => position))];
}

/** Whether a journey ended, and everything due had its time. */
function isWhole(view: View, journey: Journey, waits: readonly Wait[]): boolean {
  const last = journey.steps.at(-1);
  return (
    journey.to !== undefined &&
    (last === undefined || view.answerTo(last) !== 'unknown') &&
    waits.every(({ kind, outcome, from, to, since }) => {
      if (kind === 'quiet' || outcome === 'came') return true;
      const owner = kind === 'redelivery' ? view.journeyBy(since)?.id : journey.id;
      return owner !== journey.id || (outcome === 'missed' && !view.mayHaveLost(from, to, since));
    })
  );
}

/** @param refused whether every keyed call was refused, so that the scenario shows nothing */
function scenarioStatus(
  run: RunInfo,
  scenario: ScenarioRecord,
  findings: readonly number[],
  refused: boolean,
): ScenarioStatus {
  const { id, suite, title, outcome, reason, setting } = scenario;
  const seen = { id, suite, title, findings };
  if (outcome === 'done') {
    if (findings.length > 0) return { ...seen, status: 'failed' };
    if (!refused) return { ...seen, status: 'passed' };
    return { ...seen, status: 'skipped', reason: 'the key is refused on every call here, so nothing was shown' };
  }
  if (outcome === undefined) return { ...seen, status: 'failed', reason: 'the record ends before it does' };
  const why = `${reason ?? 'no reason was recorded'}${setting === undefined ? '' : `; ${askForSetting(setting, run)}`}`;
  return { ...seen, status: findings.length > 0 ? 'failed' : outcome, reason: why };
}

/**
 * Whether a scenario showed nothing, because every keyed call was refused with 401 or 403.
 *
 * @param exchanges those of the scenario
 */
export function refusedThroughout(exchanges: readonly Exchange[]): boolean {
  return areRefused(exchanges.filter(({ condition }) => !isKeyless(condition)));
}

/** Whether exchanges have answers, and all of them refuse the key: 401 or 403. */
export function areRefused(exchanges: readonly Exchange[]): boolean {
  const statuses = exchanges.flatMap(({ response }) => response?.status ?? []);
  return statuses.length > 0 && statuses.every(status => status === 401 || status === 403);
}

/** The status of a requirement. */
export interface RequirementStatus {
  readonly id: string;
  readonly status: 'verified' | 'violated' | 'not-exercised' | 'not-testable';
  /** Why it is not verified. */
  readonly reason?: string;
  /** The number of passes. */
  readonly passed: number;
  /** Every check that judges it, even without anything to judge. */
  readonly checks: readonly string[];
  /** Breaches and advice on it, by their position in `findings`. */
  readonly findings: readonly number[];
  /** The breaches that hide it, by their position in `findings`; absent if none are known. */
  readonly maskedBy?: readonly number[];
}

/**
 * The status of one requirement in a judged run.
 *
 * @param mutationScore a requirement without a detected evidence mutation is not verified; absent for a gate, whose
 * cases serve the same purpose
 */
export function requirementStatus(
  requirement: Requirement,
  kind: RunKind,
  { findings, tallies }: Judged,
  mutationScore: MutationScore | undefined,
): RequirementStatus {
  const { id } = requirement;
  const { passed = 0, broken = 0, hidden = [] } = tallies.get(id) ?? {};
  const own = findings.flatMap((finding, index) =>
    finding.requirement === id || finding.also?.includes(id) ? [index] : [],
  );
  const seen = { id, passed, checks: checksOf(id, kind.checks), findings: own };
  if (broken > 0) {
    const [first = -1] = own;
    return { ...seen, status: 'violated', reason: findings[first]?.message ?? 'see the findings' };
  }
  if (passed === 0) {
    const unseen = kind.unseen(requirement);
    const masks = unseen.status === 'not-exercised' ? maskedBy(unseen.hidden ?? hidden, findings) : [];
    if (masks.length === 0) return { ...seen, status: unseen.status, reason: unseen.reason };
    const names = masks.map(position => `F${position + 1}`);
    const reason = `masked by ${AND.format(names)}: ${findings[masks[0] ?? 0]?.message}`;
    return { ...seen, status: unseen.status, reason, maskedBy: masks };
  }
  const mutations = mutationScore?.exposures.filter(exposure => exposure.requirement === id);
  if (mutations?.some(({ exposed }) => exposed > 0) ?? true) return { ...seen, status: 'verified' };
  const exempt = requirement.exempt?.mutation;
  if (mutations?.length === 0 && exempt === undefined) {
    const reason = 'it passed, but no evidence mutation is defined that would show that a breach is detected';
    return { ...seen, status: 'not-exercised', reason };
  }
  const reason = exempt ?? 'it passed, but the evidence of this target could not expose a breach';
  return { ...seen, status: 'not-testable', reason };
}

/** Names in one list: `F1`, `F1 and F2`, `F1, F2 and F3`. */
const AND = new Intl.ListFormat('en-GB');

/** The most masking findings. More would explain nothing. */
const MOST = 6;

/**
 * The breaches that hide a requirement, by their position in the summary: the fewest that cover every place in which it
 * was due but could not be judged. Empty if they do not cover all.
 *
 * @param findings in the order of the summary
 */
export function maskedBy(places: readonly HiddenPlace[], findings: readonly Finding[]): readonly number[] {
  const candidates = findings.flatMap((finding, position) =>
    finding.severity === 'breach' ? [{ position, finding, ids: new Set(finding.evidence) }] : [],
  );
  let left = places;
  const found: number[] = [];
  while (left.length > 0 && found.length < MOST) {
    const rests = candidates.map(one => ({
      position: one.position,
      rest: left.filter(place => !explains(one, place)),
    }));
    const [best] = rests.sort((a, b) => a.rest.length - b.rest.length || a.position - b.position);
    if (best === undefined || best.rest.length === left.length) return [];
    found.push(best.position);
    left = best.rest;
  }
  return left.length > 0 ? [] : found.sort((a, b) => a - b);
}

function explains(
  { finding, ids }: { readonly finding: Finding; readonly ids: ReadonlySet<string> },
  { by, evidence }: HiddenPlace,
): boolean {
  const broken = [finding.requirement, ...(finding.also ?? [])];
  // `wire.` names a group of requirements.
  const isNamed = (id: string) => by.some(name => (name.endsWith('.') ? id.startsWith(name) : id === name));
  return evidence.some(id => ids.has(id)) && broken.some(isNamed);
}
