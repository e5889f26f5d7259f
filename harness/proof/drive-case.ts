import { isDeepStrictEqual } from 'node:util';
import type { Evidence } from '../evidence/evidence.ts';
import { mergeEvidence } from '../evidence/evidence-lines.ts';
import { Chain } from '../evidence/record/chain.ts';
import { parseRecord } from '../evidence/record/read-record.ts';
import { shardOfId } from '../evidence/run-info.ts';
import type { FactsFile } from '../facts/fact.ts';
import type { Lifecycle } from '../facts/lifecycle/lifecycle.ts';
import { compareMachines, machineOf } from '../facts/lifecycle/machines.ts';
import { perform } from '../journeys/drive-plan.ts';
import { embeddedTarget } from '../journeys/embedded-target.ts';
import { REMOTE_PAUSES } from '../journeys/remote-target.ts';
import type { RunOptions } from '../journeys/run-options.ts';
import type { Scenario } from '../journeys/scenario.ts';
import type { Target } from '../journeys/target.ts';
import type { Finding } from '../judgement/checks/judge.ts';
import { unmeasured } from '../judgement/mutation/measure.ts';
import { conclude } from '../report/conclude.ts';
import { outputInWords } from '../report/lifecycle.ts';
import { isRecognised } from '../report/recognition.ts';
import { canonicalJson } from '../report/statement/statement.ts';
import type { Summary } from '../report/summary.ts';
import type { SandboxOptions } from '../sandbox/index.ts';
import { realWorld } from '../world/real-world.ts';
import { areLossy, CALM, startRelay } from '../world/simulated/disturbances.ts';
import { simulatedWorld } from '../world/simulated/simulated-world.ts';
import { pause, type World } from '../world/world.ts';
import type { ProofCase, ProofRow } from './case.ts';
import { restartingSandbox } from './restarting-sandbox.ts';
import { sandboxLifecycle } from './sandbox-lifecycle.ts';

/** Enough orders to show an intermittent fault on every step, but few enough to be quick. */
const MAX_ORDERS = 80;
/** How long a run waits for deliveries, which faults withhold and dialects delay, in milliseconds. */
const TIMEOUT_MS = { fault: 4_000, faultInDialect: 8_000, dialect: 20_000, night: 60_000 };
/** How often the proof makes a call itself, and the pause between, in milliseconds: longer than any outage. */
const MOST_ATTEMPTS = 50;
const PAUSE_MS = 200;

/** Drives a whole run against a case and compares its outcome with the expected one. */
export async function driveCase(proof: ProofCase, scenarios: readonly Scenario[]): Promise<ProofRow> {
  const { kind, name, requirement } = proof;
  const row = { kind, name, ...(requirement !== undefined && { requirement }) };
  if (proof.breaksNothing) return { ...row, outcome: 'nothing', by: [], found: [], milliseconds: 0 };
  const { evidence, recorded, milliseconds } = await observe(proof, scenarios);
  return { ...row, milliseconds, ...outcomeOf(proof, evidence, recorded) };
}

function outcomeOf(proof: ProofCase, evidence: Evidence, recorded: Evidence): Outcome {
  const { faults, requirement = '', alsoBreaks = [], advises = false, disturbances } = proof;
  const conclusion = conclude(evidence, unmeasured);
  const { summary } = conclusion;
  const found = [...inconsistencies(evidence)];
  // The judgement of the record must equal this one. Equal evidence implies that.
  const isSame = () => canonicalJson(summary) === canonicalJson(conclude(recorded, unmeasured).summary);
  if (!isDeepStrictEqual(evidence, recorded) && !isSame())
    found.push('the judgement of the record differs from the judgement of what happened');
  if (found.length > 0) return { outcome: 'red', by: [], found };
  if (faults.length > 0 && !advises) return faultOutcome(summary, [requirement, ...alsoBreaks], isRecognised(evidence));
  const wrong = [...unrecorded(evidence, conclusion.facts), ...misread(proof, conclusion.lifecycle)];
  const sound = soundOutcome(summary, disturbances !== undefined && areLossy(disturbances), wrong);
  // A fault that earns advice may break another requirement, for example where it meets a refused delivery.
  const breaches = breachesOf(summary);
  const areExpected = breaches.length > 0 && breaches.every(({ requirement: own }) => alsoBreaks.includes(own));
  const isSound = sound.outcome !== 'red' || (areExpected && wrong.length === 0);
  return advises && isSound ? adviceOutcome(summary, requirement) : sound;
}

/**
 * Drives the run, or its shards in sequence, over loopback or in a simulated world.
 * @returns also its duration in the time of its world
 */
function observe(proof: ProofCase, scenarios: readonly Scenario[]) {
  const { kind, name, faults, seed, disturbances, shards = 1, only } = proof;
  const simulated = disturbances && simulatedWorld(seed, disturbances);
  const world = simulated ?? realWorld({ seed });
  const { suites = kind === 'night' && faults.length === 0 && !only ? ['collection'] : [] } = proof;
  const drive = (run: Pick<RunOptions, 'run' | 'sink' | 'shard'>) =>
    perform({
      ...run,
      world,
      target: () => targetOf(proof, world, simulated?.service ?? world),
      seed,
      scenarios: scenarios.filter(({ suite }) => suites.length === 0 || suites.includes(suite)),
      suites,
      ...(only && { only }),
      receiverHost: '127.0.0.1',
      receiverPort: 0,
      maxInFlight: MAX_ORDERS,
      secrets: [],
      pseudonymKey: world.randomBytes(32),
    });
  const driveAll = async () => {
    const start = world.monotonic();
    const observed = await (shards > 1 ? driveShards(name, shards, drive) : driveRecorded(name, drive));
    return { ...observed, milliseconds: Math.round(world.monotonic() - start) };
  };
  return simulated ? simulated.run(driveAll) : driveAll();
}

type Drive = (run: Pick<RunOptions, 'run' | 'sink' | 'shard'>) => Promise<Evidence>;

/** Drives a run. @returns what it observed, and the evidence in its record */
async function driveRecorded(run: string, drive: Drive, shard?: RunOptions['shard']) {
  const lines: string[] = [];
  const evidence = await drive({ run, sink: line => void lines.push(line), ...(shard && { shard }) });
  return { evidence, recorded: parseRecord(Chain.textOf(lines), run) };
}

/** Drives the shards of a run and merges their observations and their records. */
async function driveShards(name: string, of: number, drive: Drive) {
  const read = (index: number) => driveRecorded(`${name}, shard ${index} of ${of}`, drive, { index, of });
  const first = await read(1);
  const rest = await Array.fromAsync({ length: of - 1 }, (_, nth) => read(nth + 2));
  return {
    evidence: mergeEvidence(name, [first.evidence, ...rest.map(({ evidence }) => evidence)]),
    recorded: mergeEvidence(name, [first.recorded, ...rest.map(({ recorded }) => recorded)]),
  };
}

async function targetOf(proof: ProofCase, world: World, service: World): Promise<Target> {
  const { kind, faults, dialect, orders, disturbances: { restarts, relay } = CALM } = proof;
  const inDialect = faults.length > 0 && dialect !== undefined;
  // A fault in a drawn dialect gets all orders of a run.
  const most = orders ?? (inDialect ? Number.POSITIVE_INFINITY : MAX_ORDERS);
  const timeout = TIMEOUT_MS[inDialect && kind === 'fault' ? 'faultInDialect' : kind];
  const settings = { deliveryTimeoutMs: timeout, redeliveryTimeoutMs: timeout };
  const start = (options: SandboxOptions) => restartingSandbox(options, restarts);
  const target = await embeddedTarget({
    ...{ world, service, settings, faults, dialect },
    ...(restarts.length > 0 && { start }),
  });
  return {
    ...target,
    ...(kind === 'night' && REMOTE_PAUSES),
    mostOrders: most,
    makeOrders: count => persist(world, () => target.makeOrders(count)),
    pointWebhooksTo: async url => {
      const to = relay ? await startRelay(service, relay, url) : url;
      return persist(world, () => target.pointWebhooksTo(to));
    },
  };
}

/** Repeats a call that a disturbed network may break. It is part of the proof, not of the run. */
async function persist<T>(world: World, call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (thrown) {
      if (attempt === MOST_ATTEMPTS) throw thrown;
      await pause(world, PAUSE_MS);
    }
  }
}

type Outcome = Pick<ProofRow, 'outcome' | 'by' | 'found' | 'headline'>;

function faultOutcome(summary: Summary, broken: readonly string[], recognised: boolean | undefined): Outcome {
  if (!recognised) return { outcome: 'missed', by: [], found: ['the sandbox with this fault is not recognised'] };
  const breaches = breachesOf(summary);
  const isOwn = ({ requirement, also = [] }: Finding) => [requirement, ...also].some(id => broken.includes(id));
  const own = breaches.filter(isOwn);
  const found = breaches.map(finding => `${finding.requirement}: ${finding.message}`);
  const [first] = breaches;
  const headline = first && !isOwn(first) ? { headline: `${found[0]}` } : {};
  if (own.length > 0) return { outcome: 'caught', by: checksOf(own), found: [], ...headline };
  return { outcome: breaches.length > 0 ? 'unrelated' : 'missed', by: checksOf(breaches), found };
}

function adviceOutcome({ findings }: Summary, requirement: string): Outcome {
  const own = findings.filter(finding => finding.severity === 'advice' && finding.requirement === requirement);
  return { outcome: own.length > 0 ? 'caught' : 'missed', by: checksOf(own), found: [] };
}

/** The facts whose evidence is not in the record. */
function unrecorded({ exchanges, deliveries, journeys }: Evidence, { facts }: FactsFile): readonly string[] {
  const known = new Set([...exchanges, ...deliveries, ...journeys].map(({ id }) => id));
  return facts.flatMap(({ gap, evidence }) =>
    evidence.flatMap(id => (known.has(id) ? [] : [`the fact ${gap} names ${id}, which is not recorded`])),
  );
}

/** The difference between the learned lifecycle and the sandbox's, if the case compares them. */
function misread({ dialect, comparesLifecycle }: ProofCase, learned: Lifecycle | undefined): readonly string[] {
  if (learned === undefined || !comparesLifecycle) return [];
  const found = compareMachines(sandboxLifecycle(dialect), machineOf(learned));
  if (found === undefined) return [];
  const steps = [...found.before, found].map(({ event }) => event).join(', ');
  return [`lifecycle: ${steps}: ${outputInWords(found.new)} instead of ${outputInWords(found.old)}`];
}

function soundOutcome(summary: Summary, mayShowLess: boolean, wrong: readonly string[]): Outcome {
  if (wrong.length > 0) return { outcome: 'red', by: [], found: wrong };
  if (summary.exitCode === 0) return { outcome: 'green', by: [], found: [] };
  const breaches = breachesOf(summary);
  if (mayShowLess && breaches.length === 0) return { outcome: 'troubled', by: [], found: [] };
  const found = breaches.map(({ requirement, message, received }) => `${requirement}: ${message} (${received})`);
  return { outcome: 'red', by: checksOf(breaches), found: found.length > 0 ? found : [summary.message] };
}

function breachesOf({ findings }: Summary): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'breach');
}

function checksOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ check }) => check))];
}

/**
 * The inconsistencies in the record of a finished run, in words. It must have a footer, the ids of exchanges and
 * deliveries must count up without a gap in each shard, and references must lead to existing items. No service can
 * break these rules.
 */
export function inconsistencies({ exchanges, deliveries, journeys, waits, end }: Evidence): readonly string[] {
  const ids = [...exchanges, ...deliveries].map(({ id }) => id);
  const known = new Set([...ids, ...journeys.map(({ id }) => id)]);
  const gaps = [...Map.groupBy(ids, shardOfId)].flatMap(([shard, own]) => {
    const most = Math.max(...own.map(id => Number(/\d+$/.exec(id)?.[0])));
    return most === own.length
      ? []
      : [`${own.length} exchanges and deliveries of ${most} are recorded ${shard}`.trim()];
  });
  const lost = [
    ...waits.flatMap(({ kind, journey, since }) => [journey, since].map(id => [`a wait for ${kind}`, id] as const)),
    ...journeys.flatMap(({ steps }) => steps.map(({ event, exchange }) => [`the step ${event}`, exchange] as const)),
  ].filter(([, id]) => !known.has(id));
  const footer = end === undefined ? ['the footer is missing'] : [];
  return [...footer, ...gaps, ...lost.map(([what, id]) => `${what} names ${id || 'nothing'}, which is not recorded`)];
}
