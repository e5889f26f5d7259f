import { countsOf } from '../base/counts.ts';
import { oncePerKey, oncePerObject } from '../base/once.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import { type Finding, judge } from '../judgement/checks/judge.ts';
import { ownCommand } from '../settings/own-command.ts';
import { repeatCase } from './kinds/run-kind.ts';
import type { NumberedFinding, RunIndex } from './run-index.ts';

/**
 * The command that shows a finding again: its case, a scenario that shows it by itself, or else the whole run.
 * `undefined` if the finding belongs to no case and no scenario.
 */
export function againOf({ finding }: NumberedFinding, index: RunIndex): string | undefined {
  const { run } = index.evidence;
  const [first = ''] = finding.evidence;
  if (run.gate) return repeatCase(run, index.scenarioOf(first) ?? first);
  const scenarios = countsOf(finding.evidence.flatMap(id => index.scenarioOf(id) ?? []));
  if (scenarios.size === 0) return undefined;
  const only = byCost(scenarios, index).find(scenario => isShownAlone(finding, scenario, index));
  const options = ['--target', run.target.kind, ...(only ? ['--only', only] : []), '--seed', String(run.seed)];
  const faults = (run.faults ?? []).flatMap(fault => ['--fault', fault]);
  return ownCommand(
    'run',
    ...options,
    ...faults,
    ...(run.dialectFile === undefined ? [] : ['--dialect', run.dialectFile]),
  );
}

/**
 * The scenarios that show a finding, first those that show it about as often per order as any, and fastest first. A
 * scenario that shows it once may show it by chance.
 */
function byCost(sightings: ReadonlyMap<string, number>, { evidence: { journeys } }: RunIndex): readonly string[] {
  const driven = Map.groupBy(journeys, ({ scenario }) => scenario);
  const seen = [...sightings].map(([scenario, count]) => {
    const own = driven.get(scenario) ?? [];
    const cost = own.reduce((sum, { from, to = from }) => sum + to - from, 0);
    return { scenario, count, cost, rate: count / Math.max(1, own.length) };
  });
  const most = Math.max(...seen.map(({ count, rate }) => (count > 1 ? rate : 0)));
  const isLikely = ({ count, rate }: (typeof seen)[number]) => count > 1 && rate >= most / 2;
  const sorted = seen.sort((a, b) => Number(isLikely(b)) - Number(isLikely(a)) || a.cost - b.cost || b.count - a.count);
  return sorted.map(({ scenario }) => scenario);
}

/**
 * Whether the evidence of one scenario shows a finding by itself. Often it does not: which events a step sends, for
 * example, may show only in another scenario.
 */
function isShownAlone(finding: Finding, scenario: string, { view }: RunIndex): boolean {
  return foundAlone(view)(scenario).some(
    ({ check, requirement, severity }) =>
      check === finding.check && requirement === finding.requirement && severity === finding.severity,
  );
}

/** The findings that a scenario shows by itself. */
const foundAlone = oncePerObject((view: View) =>
  oncePerKey((scenario: string) => judge(evidenceOf(scenario, view), [view.interpretation]).findings),
);

function evidenceOf(scenario: string, view: View): Evidence {
  const { evidence } = view;
  const exchanges = evidence.exchanges.filter(one => one.scenario === scenario);
  const deliveries = evidence.deliveries.filter(one => view.journeyOf(one)?.scenario === scenario);
  const ids = new Set([...exchanges, ...deliveries].map(({ id }) => id));
  return {
    ...evidence,
    ...{ exchanges, deliveries, journeys: evidence.journeys.filter(one => one.scenario === scenario) },
    waits: evidence.waits.filter(({ since }) => ids.has(since)),
  };
}
