import { isObject } from '../base/json.ts';
import { plural } from '../base/plural.ts';
import { requirements } from '../contract/requirements.ts';
import type { Dialect } from '../evidence/dialect.ts';
import { drawDialect } from '../sandbox/dialect/resolve-dialect.ts';
import { breaksIn, listFaults } from '../sandbox/faults/fault-list.ts';
import { seededRandom } from '../world/real-world.ts';
import { CALM, type Disturbances, drawDisturbances } from '../world/simulated/disturbances.ts';

/** One case of the proof: the sandbox with a fault, in a dialect, or in a simulated night. */
export interface ProofCase {
  readonly kind: 'fault' | 'dialect' | 'night';
  /** The fault's name, `FAULT in dialect N`, `dialect N`, `night N`, or `night N with FAULT`. */
  readonly name: string;
  readonly faults: readonly string[];
  /** The requirement that the fault breaks. */
  readonly requirement?: string;
  /** Other requirements under which a check may correctly report the fault. */
  readonly alsoBreaks?: readonly string[];
  /** Whether the fault leads only to advice. Default: no. */
  readonly advises?: boolean;
  /** Whether the fault breaks nothing in this dialect, so that nothing is driven. */
  readonly breaksNothing?: boolean;
  readonly dialect?: Dialect;
  readonly seed: number;
  /** The disturbances of a simulated world. Absent: real time over loopback. */
  readonly disturbances?: Disturbances;
  /** Whether the learned lifecycle has to equal the sandbox's, as far as it was explored. Default: no. */
  readonly comparesLifecycle?: true;
  /** The most orders. Default: depends on the kind of case. */
  readonly orders?: number;
  /** The suites to drive. Default: all; for a sound, whole night only `collection`. */
  readonly suites?: readonly string[];
  /** Ids of scenarios to drive, with their prerequisites. Default: all of the suites. */
  readonly only?: readonly string[];
  /** How many runs share the scenarios. Their records are read and merged. Default: 1. */
  readonly shards?: number;
}

/** The result of a case. */
export interface ProofRow extends Pick<ProofCase, 'kind' | 'name' | 'requirement'> {
  /**
   * `caught`: by a check of the requirement, or by advice if the fault deserves only that · `unrelated`: only by other
   * checks · `missed` · `hidden`: missed, but caught without the disturbances of the service and the receiver ·
   * `nothing`: the fault breaks nothing in this dialect · `green` · `troubled`: no breach, but disturbances hid
   * something · `red`: a breach, or an inconsistent record
   */
  readonly outcome: 'caught' | 'unrelated' | 'missed' | 'hidden' | 'nothing' | 'green' | 'troubled' | 'red';
  /** The checks that found a breach: of the requirement for a fault, any check for a dialect. */
  readonly by: readonly string[];
  /** The first finding of a caught fault, if it is not about its requirement. */
  readonly headline?: string;
  /** The findings, if the outcome is not the expected one. */
  readonly found: readonly string[];
  /** The duration of the run in the time of its world. The machine's speed does not affect a simulated world. */
  readonly milliseconds: number;
}

/** Whether a row has the expected outcome. */
export function isProved({ outcome }: ProofRow): boolean {
  return outcome !== 'unrelated' && outcome !== 'missed' && outcome !== 'red';
}

/**
 * Every fault, in the default dialect and in the first `each` drawn dialects, and `dialects` drawn dialects without a
 * fault.
 */
export function proofCases(seed: number, dialects: number, each = 0): readonly ProofCase[] {
  const drawn = Array.from({ length: Math.max(dialects, each) }, (_, index) => dialectCase(seed, index));
  const faults = listFaults().flatMap(fault => {
    const { name, requirement, alsoBreaks, advises } = fault;
    const inDefault = { kind: 'fault' as const, name, faults: [name], requirement, alsoBreaks, advises, seed };
    const inDrawn = drawn.slice(0, each).map(own => ({
      ...{ ...own, ...inDefault, name: `${name} in ${own.name}` },
      breaksNothing: !breaksIn(fault, own.dialect),
    }));
    return [inDefault, ...inDrawn];
  });
  return [...faults, ...drawn.slice(0, dialects)];
}

/** A case in a simulated world without disturbances. */
export function inSimulatedTime(proof: ProofCase): ProofCase {
  return { ...proof, disturbances: CALM };
}

/** A case with only the suites that exercise what its fault breaks: a fraction of a run, and most faults show there. */
export function inOwnSuites(proof: ProofCase): ProofCase {
  const { suites = [] } = requirements().get(proof.requirement ?? '') ?? {};
  return { ...proof, suites };
}

/** The dialect with an index, drawn from the seed. */
function dialectCase(seed: number, index: number): ProofCase {
  const dialect = drawDialect(pickFrom(seed * 100_003 + index));
  return { kind: 'dialect', name: `dialect ${index}`, faults: [], dialect, seed };
}

/** Picks a choice determined by a seed. */
function pickFrom(seed: number | string): <T>(choices: readonly T[]) => T {
  const { randomBytes } = seededRandom(seed);
  return <T>(choices: readonly T[]) => choices[randomBytes(4).readUInt32BE() % choices.length] as T;
}

/** The orders of a night without a fault. A scenario uses one or two, and all of `collection` up to ten. */
const ORDERS = 12;
/** The scenarios of a reduced night: few enough to be quick, but enough to disturb each other. */
const SCENARIOS = 3;

/** The numbers of shards. Some nights merge several runs. */
const SHARDS = [1, 1, 1, 2];

/** How long the service waits for an answer to a delivery, in milliseconds; `undefined`: as in its dialect. */
const TIMEOUTS_MS = [undefined, undefined, 300, 600, 1_000];
/** How late the service sends webhooks, in milliseconds; `undefined`: as in its dialect. */
const DELAYS_MS = [
  ...Array.from({ length: 6 }, () => undefined),
  [2_000, 2_000],
  [8_000, 8_000],
  [20_000, 20_000],
  [0, 8_000],
];
/** The most events about no order that are sent during a webhook's delay. */
const MOST_MEANWHILE = 10;
/** The longest network delay with which a service may be impatient or behind a relay, in milliseconds. */
const MOST_DELAY_MS = 100;

/** A simulated night before it is drawn. */
export interface NightJob {
  readonly seed: number;
  /** Its number, from 0. */
  readonly night: number;
  /** Whether the service has a fault that the run has to find. */
  readonly isFaulty: boolean;
  /** Whether it drives a few scenarios of all suites. Default: all of `collection`, or of all suites with a fault. */
  readonly isReduced?: boolean;
}

/**
 * Draws the simulated night of a job from its seed: a dialect and disturbances. A faulty night has a fault that shows
 * in the dialect, and disturbances that lose no call.
 *
 * @param scenarios the ids of all scenarios; a reduced night draws a few
 */
export function nightCase(job: NightJob, scenarios: readonly string[]): ProofCase {
  const { seed, night: index, isFaulty, isReduced } = job;
  const pick = pickFrom(`${seed}:night ${index}`);
  const { dialect = {} } = dialectCase(seed, index);
  const drawn = drawDisturbances(pick);
  const night = { kind: 'night' as const, name: `night ${index}`, seed: seed * 1_000_003 + index };
  const isSlow = drawn.delayMs[1] > MOST_DELAY_MS;
  const lateDialect = () => {
    const delayMs = pick(DELAYS_MS);
    // A slow network cannot carry many events about no order.
    const leastMs = isSlow ? 10_000 : (delayMs?.[1] ?? 0) / MOST_MEANWHILE;
    return withFewer(withDelivery(dialect, { ...(delayMs && { delayMs }) }), leastMs);
  };
  if (!isFaulty) {
    const shards = pick(SHARDS);
    const only = isReduced && { only: drawSome(scenarios, pick) };
    const timeoutMs = pick(TIMEOUTS_MS);
    const late = lateDialect();
    const sound = { ...night, faults: [], disturbances: drawn, orders: ORDERS, shards };
    // If an answer takes longer than the service waits, no delivery succeeds. A relay doubles the delay.
    if (isSlow) return { ...sound, ...only, dialect: late, disturbances: { ...drawn, relay: null } };
    return { ...sound, ...only, dialect: withDelivery(late, { ...(timeoutMs !== undefined && { timeoutMs }) }) };
  }
  const faults = listFaults().filter(fault => breaksIn(fault, dialect));
  const { name, requirement, alsoBreaks = [], advises } = pick(faults);
  const late = lateDialect();
  const { delayMs, aheadMs, relay, stalls, windows } = drawn;
  const disturbances = { ...CALM, delayMs, aheadMs, stalls, windows, relay: isSlow ? null : relay };
  const fault = { faults: [name], requirement, alsoBreaks, advises };
  return { ...night, name: `${night.name} with ${name}`, ...fault, dialect: late, disturbances };
}

function withDelivery(dialect: Dialect, delivery: object): Dialect {
  return { ...dialect, delivery: { ...(isObject(dialect.delivery) && dialect.delivery), ...delivery } };
}

/** The dialect with at least this interval between events about no order, in milliseconds. */
function withFewer(dialect: Dialect, leastMs: number): Dialect {
  const unrelated = isObject(dialect.unrelated) ? dialect.unrelated : {};
  return { ...dialect, unrelated: { ...unrelated, everyMs: Math.max(Number(unrelated.everyMs ?? 1_000), leastMs) } };
}

/** Draws a few scenarios, in their order. */
function drawSome(among: readonly string[], pick: <T>(choices: readonly T[]) => T): readonly string[] {
  const drawn = new Set<string>();
  while (drawn.size < Math.min(SCENARIOS, among.length)) drawn.add(pick(among.filter(id => !drawn.has(id))));
  return among.filter(id => drawn.has(id));
}

/**
 * Drives a night. If a fault is missed, it tests whether a relay, stalls or maintenance windows hid it. A failed night
 * names its disturbances.
 *
 * @param drive drives a case
 */
export async function driveNight(night: ProofCase, drive: (night: ProofCase) => Promise<ProofRow>): Promise<ProofRow> {
  const row = await drive(night);
  if (isProved(row)) return row;
  if (row.outcome === 'missed' && (await isHidden(night, drive))) return { ...row, outcome: 'hidden' };
  const { disturbances, orders = 'all', shards = 1, only } = night;
  const scenarios = only ? `${only.join(', ')}, ` : '';
  const needs = `with ${scenarios}${orders} orders, ${plural(shards, 'run')} and ${JSON.stringify(disturbances)}`;
  return { ...row, found: [...row.found, needs] };
}

/** Whether the fault is caught without a relay, stalls and maintenance windows. */
async function isHidden(night: ProofCase, drive: (night: ProofCase) => Promise<ProofRow>): Promise<boolean> {
  const { disturbances = CALM } = night;
  const { relay, stalls, windows } = CALM;
  const calm = { ...disturbances, relay, stalls, windows };
  if (JSON.stringify(calm) === JSON.stringify(disturbances)) return false;
  return (await drive({ ...night, disturbances: calm })).outcome === 'caught';
}
