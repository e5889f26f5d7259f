import { isKeyless } from '../evidence/condition.ts';
import type { Exchange, Journey, RunInfo, ScenarioRecord, Wait } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import type { Finding } from '../judgement/checks/judge.ts';
import { askForSetting } from '../settings/settings.ts';

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
  const owners = new Map(view.deliveries.map(delivery => [delivery.id, view.journeyOf(delivery)]));
  const breachesOf = concerned(view, owners, findings);
  const exchanges = Map.groupBy(evidence.exchanges, ({ scenario }) => scenario);
  const done = new Set(evidence.scenarios.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : [])));
  const waits = Map.groupBy(evidence.waits, ({ journey }) => journey);
  const isKeyGood = !refusedThroughout(evidence.exchanges);
  return {
    journeys: evidence.journeys.map(journey => {
      const { id, scenario, order } = journey;
      const own = breachesOf(id);
      const whole = done.has(scenario) && isWhole(view, journey, waits.get(id) ?? [], owners);
      const status = own.length > 0 ? 'failed' : whole ? 'passed' : 'incomplete';
      return { id, scenario, order, status, findings: own };
    }),
    scenarios: evidence.scenarios.map(scenario => {
      // An SDK is meant to meet refusals.
      const refused = !evidence.run.gate && refusedThroughout(exchanges.get(scenario.id) ?? []);
      const why = isKeyGood ? REFUSED_HERE : `${REFUSED}; ${askForSetting('API_KEY', evidence.run)}`;
      return scenarioStatus(evidence.run, scenario, breachesOf(scenario.id), refused ? why : undefined);
    }),
  };
}

/** The journey of each delivery, by the delivery's id. */
type Owners = ReadonlyMap<string, Journey | undefined>;

/** The positions of the breaches that concern a journey, scenario or case, in ascending order, by its id. */
function concerned(view: View, owners: Owners, findings: readonly Finding[]): (id: string) => readonly number[] {
  const journeys = new Map(view.evidence.journeys.map(journey => [journey.id, journey]));
  const concerns = findings.flatMap(({ severity, evidence }, position) =>
    (severity === 'breach' ? evidence : []).flatMap(id => {
      const exchange = view.exchange(id);
      const journey = journeys.get(exchange?.journey ?? id) ?? owners.get(id);
      return [journey?.id, journey?.scenario, exchange?.scenario, id].map(on => ({ on, position }));
    }),
  );
  const breaches = Map.groupBy(concerns, ({ on }) => on);
  return id => [...new Set(breaches.get(id)?.map(({ position }) => position))];
}

/** Whether a journey ended, and everything due had its time. */
function isWhole(view: View, journey: Journey, waits: readonly Wait[], owners: Owners): boolean {
  const last = journey.steps.at(-1);
  return (
    journey.to !== undefined &&
    (last === undefined || view.answerTo(last) !== 'unknown') &&
    waits.every(({ kind, outcome, from, to, since }) => {
      if (kind === 'quiet' || outcome === 'came') return true;
      const owner = kind === 'redelivery' ? owners.get(since)?.id : journey.id;
      return owner !== journey.id || (outcome === 'missed' && !view.troubled(from, to, since));
    })
  );
}

const REFUSED = 'the key is refused on every call, so nothing was shown';
const REFUSED_HERE = 'the key is refused on every call here, although other calls accept it, so nothing was shown';

/** @param refused why the scenario shows nothing, if every keyed call was refused; otherwise `undefined` */
function scenarioStatus(
  run: RunInfo,
  scenario: ScenarioRecord,
  findings: readonly number[],
  refused: string | undefined,
): ScenarioStatus {
  const { id, suite, title, outcome, reason, setting } = scenario;
  const seen = { id, suite, title, findings };
  if (outcome === 'done') {
    if (findings.length > 0) return { ...seen, status: 'failed' };
    if (refused === undefined) return { ...seen, status: 'passed' };
    return { ...seen, status: 'skipped', reason: refused };
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
