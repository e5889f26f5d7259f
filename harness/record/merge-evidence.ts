import { HarnessError } from '../core/errors.ts';
import type { Evidence, RunEnd, RunInfo, ScenarioSeen } from '../core/evidence.ts';
import { shardOfId } from '../core/shard-of-id.ts';

/** How runs end, the one that says most about all of them first. */
const ENDS: readonly RunEnd['reason'][] = ['interrupted', 'broken', 'unreachable', 'deadline', 'done'];
/** What becomes of a scenario that several shards drove, the outcome that counts first. */
const OUTCOMES: readonly ScenarioSeen['outcome'][] = ['failed', 'done', 'skipped', undefined];

/**
 * Makes one body of evidence of several runs of one target, so that it is judged once over the union. Journeys,
 * exchanges and deliveries keep their ids behind the number of their run (`s2.d14`), and trouble its run; what came first
 * stands first.
 * @throws HarnessError `targets-differ`, `run-twice`, `order-twice`, `shards-differ` (usage)
 */
export function mergeEvidence(run: string, parts: readonly [Evidence, ...Evidence[]]): Evidence {
  refuseStrangers(parts);
  const marked = parts.map((part, nth) => withIds(part, `s${nth + 1}.`, connectionsBefore(parts, nth)));
  const all = <T>(of: (part: Evidence) => readonly T[]) => marked.flatMap(of);
  const end = endOf(parts);
  return {
    run: runOf(run, parts),
    scenarios: scenariosOf(parts),
    orders: all(({ orders = [] }) => orders),
    journeys: all(({ journeys }) => journeys).sort((a, b) => a.from - b.from),
    exchanges: all(({ exchanges }) => exchanges).sort((a, b) => a.endedAt - b.endedAt),
    deliveries: all(({ deliveries }) => deliveries).sort((a, b) => a.at - b.at),
    waits: all(({ waits }) => waits).sort((a, b) => a.to - b.to),
    troubles: all(({ troubles }) => troubles).sort((a, b) => a.from - b.from),
    malformed: all(({ malformed }) => malformed).sort((a, b) => a.at - b.at),
    tunnels: all(({ tunnels }) => tunnels).sort((a, b) => a.at - b.at),
    ...(end && { end }),
  };
}

function refuseStrangers(parts: readonly [Evidence, ...Evidence[]]): void {
  const [{ run: first }, ...others] = parts;
  for (const { run } of others) {
    const [here, there] = [describe(first), describe(run)];
    if (here !== there) {
      throw refusal('targets-differ', `${run.run} is a run of another target than ${first.run}`, there, here);
    }
  }
  const runs = new Set<string>();
  const orders = new Map<string, string>();
  for (const { run, journeys } of parts) {
    if (runs.has(run.run)) throw refusal('run-twice', `the run ${run.run} is named twice`, run.run, 'each run once');
    runs.add(run.run);
    for (const { order } of journeys) {
      const before = orders.get(order) ?? run.run;
      if (before !== run.run)
        throw refusal('order-twice', `${before} and ${run.run} drove the same order`, order, 'each order driven once');
      orders.set(order, run.run);
    }
  }
  const sizes = new Set(parts.flatMap(({ run }) => run.settings.shards?.of ?? []));
  if (sizes.size > 1)
    throw refusal(
      'shards-differ',
      'the shards are of different runs',
      `shards of ${[...sizes].join(' and of ')}`,
      'shards of one number',
    );
}

/** What makes two targets the same: an embedded sandbox has another port in every run. */
function describe({ target, dialect, faults = [] }: RunInfo): string {
  const held = dialect === undefined ? '' : `, held to ${JSON.stringify(dialect)}`;
  const broken = faults.length === 0 ? '' : `, with ${faults.join(' and ')}`;
  return (target.kind === 'embedded' ? 'the embedded sandbox' : target.url) + held + broken;
}

function refusal(code: string, message: string, received: string, expected: string): HarnessError {
  return new HarnessError(code, 'usage', message, {
    received,
    expected,
    next: 'name the shards of one run, each once',
  });
}

function runOf(run: string, parts: readonly [Evidence, ...Evidence[]]): RunInfo {
  const [first] = parts;
  const runs = parts.map(part => part.run);
  const settings = runs.map(part => part.settings);
  const suites = settings.some(part => part.suites.length === 0)
    ? []
    : [...new Set(settings.flatMap(part => part.suites))];
  const { shards: _, ...own } = first.run.settings;
  const [size] = settings.flatMap(part => part.shards?.of ?? []);
  const have = [...new Set(settings.flatMap(part => part.shards?.have ?? []))].sort((a, b) => a - b);
  return {
    ...first.run,
    run,
    at: Math.min(...runs.map(part => part.at)),
    merged: runs.map(part => part.run),
    settings: {
      ...own,
      deliveryTimeoutMs: Math.max(...settings.map(part => part.deliveryTimeoutMs)),
      redeliveryTimeoutMs: Math.max(...settings.map(part => part.redeliveryTimeoutMs)),
      secrets: Math.max(...settings.map(part => part.secrets)),
      keyGiven: settings.some(part => part.keyGiven),
      suites,
      // A run that was no shard holds what all of them hold.
      ...(size !== undefined && settings.every(part => part.shards) && { shards: { of: size, have } }),
    },
  };
}

/** The end of the run that ended worst, at the time of the last; none where a record was cut off. */
function endOf(parts: readonly Evidence[]): RunEnd | undefined {
  const ends = parts.flatMap(({ end }) => end ?? []);
  const [worst] = ends.toSorted((a, b) => ENDS.indexOf(a.reason) - ENDS.indexOf(b.reason));
  if (worst === undefined || ends.length < parts.length) return undefined;
  return { ...worst, at: Math.max(...ends.map(({ at }) => at)) };
}

function scenariosOf(parts: readonly Evidence[]): readonly ScenarioSeen[] {
  const byId = Map.groupBy(
    parts.flatMap(({ scenarios }) => scenarios),
    ({ id }) => id,
  );
  return [...byId.values()].flatMap(seen => {
    const [first] = seen.toSorted((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome));
    return first ?? [];
  });
}

/** Numbers of connections that the runs before the nth may have used. */
function connectionsBefore(parts: readonly Evidence[], nth: number): number {
  return parts
    .slice(0, nth)
    .reduce((sum, { deliveries }) => sum + Math.max(0, ...deliveries.map(({ connection }) => connection)), 0);
}

function withIds(evidence: Evidence, before: string, connections: number): Evidence {
  const mark = (id: string) => before + id;
  const ofJourney = <T extends { readonly journey?: string }>(item: T): T =>
    item.journey === undefined ? item : { ...item, journey: mark(item.journey) };
  return {
    ...evidence,
    journeys: evidence.journeys.map(journey => ({
      ...journey,
      id: mark(journey.id),
      ...(journey.diagnoses !== undefined && { diagnoses: mark(journey.diagnoses) }),
      steps: journey.steps.map(step => ({ ...ofJourney(step), exchange: mark(step.exchange) })),
    })),
    exchanges: evidence.exchanges.map(exchange => ({ ...ofJourney(exchange), id: mark(exchange.id) })),
    deliveries: evidence.deliveries.map(delivery => ({
      ...delivery,
      id: mark(delivery.id),
      connection: connections + delivery.connection,
    })),
    waits: evidence.waits.map(wait => ({ ...ofJourney(wait), since: mark(wait.since) })),
    // A copy of a class loses what is computed: named, so that it is there.
    scenarios: evidence.scenarios,
    orders: evidence.orders ?? [],
    troubles: evidence.troubles.map(trouble => ({ ...trouble, shard: shardOfId(before) })),
    malformed: evidence.malformed,
    tunnels: evidence.tunnels,
  };
}
