import { isObject } from '../base/json.ts';
import { plural } from '../base/plural.ts';
import type { Dialect } from '../evidence/dialect.ts';
import { breaksIn, listFaults } from '../sandbox/faults/fault-list.ts';
import { CALM, calmer, drawDisturbances } from '../world/simulated/disturbances.ts';
import { dialectCase, isProved, type ProofCase, type ProofRow, pickFrom } from './case.ts';

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
 * is shrunk: first its disturbances, then its orders.
 *
 * @param drive drives a case
 * @returns the row of the night; for a failed one it describes the smallest failing night
 */
export async function driveNight(
  night: ProofCase,
  drive: (night: ProofCase) => Promise<ProofRow>,
  known?: ProofRow,
): Promise<ProofRow> {
  const row = known ?? (await drive(night));
  if (isProved(row)) return row;
  if (row.outcome === 'missed' && (await isHidden(night, drive))) return { ...row, outcome: 'hidden' };
  for (const smaller of smallerThan(night)) {
    const again = await drive(smaller);
    if (again.outcome === row.outcome && causeOf(again) === causeOf(row)) return driveNight(smaller, drive, again);
  }
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

/** The first finding without its details. */
function causeOf({ found: [first = ''] }: ProofRow): string {
  return first.replace(/ \(.*/s, '');
}

function smallerThan(night: ProofCase): readonly ProofCase[] {
  const { disturbances = CALM, orders = 0, shards = 1, only = [] } = night;
  const fewer = [Math.ceil(orders / 2), orders - 1].filter(count => count > 0 && count < orders);
  return [
    ...(shards > 1 ? [{ ...night, shards: 1 }] : []),
    ...calmer(disturbances).map(each => ({ ...night, disturbances: each })),
    ...only.flatMap(id => (only.length > 1 ? [{ ...night, only: only.filter(other => other !== id) }] : [])),
    ...fewer.map(count => ({ ...night, orders: count })),
  ];
}
