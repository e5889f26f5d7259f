import type { Dialect } from '../../evidence/dialect.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import type { Scenario } from '../../journeys/scenario.ts';
import { judge } from '../../judgement/checks/judge.ts';
import { Observed } from './observed.ts';
import { type Parity, parityBetween } from './parity.ts';
import { simulateRun } from './simulate-run.ts';
import { type NotModelled, type TwinDialect, twinDialect } from './twin-dialect.ts';
import { conditionsOf } from './twin-target.ts';

/** Drives the twin of what was observed, and compares it with the original. @param dialect the dialect of the twin */
export async function measureParity(
  observed: Observed,
  dialect: Dialect,
  scenarios: readonly Scenario[],
): Promise<Parity> {
  const twin = new Observed(await driveTwin(observed.evidence, dialect, scenarios));
  const [breaches, known] = [twin, observed].map(breachesIn);
  return {
    ...parityBetween(observed.facts, twin.facts),
    breaches: [...(breaches ?? [])].flatMap(([id, message]) => (known?.has(id) ? [] : [message])),
  };
}

/** What a service breaks of the contract: messages by the id of the finding. */
function breachesIn({ evidence, learned }: Observed): ReadonlyMap<string, string> {
  const { findings } = judge(evidence, learned.interpretations);
  const breaches = findings.filter(({ severity }) => severity === 'breach');
  return new Map(breaches.map(({ id, message }) => [id, message]));
}

/** Drives a twin as a recorded run drove its target: the same scenarios, seed and number of orders. */
function driveTwin(evidence: Evidence, dialect: Dialect, scenarios: readonly Scenario[]): Promise<Evidence> {
  const { run, seed, settings } = evidence.run;
  const driven = new Set(evidence.scenarios.map(({ id }) => id));
  return simulateRun({
    run: `twin of ${run}`,
    seed,
    dialect,
    scenarios: scenarios.filter(({ id }) => driven.has(id)),
    suites: settings.suites,
    only: settings.only,
    orders: evidence.orders?.length,
    settings,
    conditions: conditionsOf(evidence),
    probeLimits: scenarios.some(({ id, intrusive }) => intrusive === true && driven.has(id)),
  });
}

/** The whole dialect of what was observed, with what its twin does not do as the original. */
export async function learnTwin(observed: Observed, scenarios: readonly Scenario[]): Promise<TwinDialect> {
  const dialect = twinDialect(observed);
  const { gaps } = await measureParity(observed, dialect, scenarios);
  return { ...dialect, notModelled: notModelledIn(gaps) };
}

/** The differences that a consumer would feel, by gap. */
function notModelledIn(gaps: Parity['gaps']): NotModelled {
  const felt = gaps.map(({ gap, differences }) => {
    const own = differences.filter(({ breaking }) => breaking);
    return [gap, own.map(({ breaking: _, kind: __, ...difference }) => difference)] as const;
  });
  return Object.fromEntries(felt.filter(([, own]) => own.length > 0));
}
