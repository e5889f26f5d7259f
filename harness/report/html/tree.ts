import type { Journey } from '../../evidence/evidence.ts';
import type { NumberedFinding } from '../numbered-finding.ts';
import type { DrivenScenario, RunIndex } from '../run-index.ts';

/** The id of the node for what belongs to no scenario. */
export const OUTSIDE = 'outside';

/** A scenario or one of its journeys. */
export interface TreeNode {
  readonly id: string;
  readonly suite: string;
  readonly scenario: string;
  readonly title: string;
  /** Empty for what belongs to no scenario. */
  readonly status: string;
  readonly findings: readonly NumberedFinding[];
  readonly journey?: Journey;
}

/** Each suite with its scenarios, and each of those with its journeys, in the order of the record. */
export function suitesOf(index: RunIndex) {
  const journeys = Map.groupBy(index.evidence.journeys, ({ scenario }) => scenario);
  const withJourneys = index.scenarios.map(scenario => ({ scenario, journeys: journeys.get(scenario.id) ?? [] }));
  return [...Map.groupBy(withJourneys, ({ scenario }) => scenario.suite)].map(([suite, scenarios]) => ({
    suite,
    scenarios,
  }));
}

/** The nodes of the tree as the page lists them; the last one is for what belongs to no scenario. */
export function treeOf(index: RunIndex): readonly TreeNode[] {
  const nodes = suitesOf(index).flatMap(({ scenarios }) =>
    scenarios.flatMap(({ scenario, journeys }) => [
      nodeOf(scenario),
      ...journeys.map(journey => ({
        ...nodeOf(scenario),
        ...{ id: journey.id, status: index.statusOf(journey), findings: index.breachesOf(journey), journey },
      })),
    ]),
  );
  const title = 'About no order of this run';
  return [...nodes, { id: OUTSIDE, suite: '', scenario: '', title, status: '', findings: [] }];
}

function nodeOf({ id, suite, title, status, findings }: DrivenScenario): TreeNode {
  return { id, suite, scenario: id, title, status, findings };
}
