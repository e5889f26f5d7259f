import type { Drift } from '../facts/drift.ts';
import type { FactsFile } from '../facts/fact.ts';
import type { LifecycleDrift } from '../facts/lifecycle/compare-lifecycles.ts';
import type { Lifecycle } from '../facts/lifecycle/lifecycle.ts';
import type { Finding } from '../judgement/checks/judge.ts';
import type { EarlierFinding } from '../settings/file-schemas.ts';

/** What a run is compared with: facts, and the findings of an earlier run where it was one. */
export interface Baseline extends FactsFile {
  readonly findings?: readonly EarlierFinding[];
  /** The lifecycle that was learned then; absent where only facts are at hand. */
  readonly lifecycle?: Lifecycle;
}

/** Findings against those of an earlier run, by their ids. A breach that was advice before is new. */
interface FindingsCompared {
  /** In the order of the summary: breaches first, by consequence. */
  readonly new: readonly Finding[];
  readonly known: readonly Finding[];
  readonly gone: readonly EarlierFinding[];
}

/** What is new, known and gone since the baseline. */
export interface Comparison {
  /** Differences between the facts. */
  readonly drift: Drift;
  /** Differences between the findings; absent where one side is facts alone. */
  readonly findings?: FindingsCompared;
  /** What tells the lifecycles apart; absent where nothing does, or only one is at hand. */
  readonly lifecycle?: LifecycleDrift;
  /** Whether the difference is breaking: a new breach, a breaking change of a fact, or a step with another outcome. */
  readonly breaking: boolean;
}

/**
 * Adds the findings and the lifecycles of two runs to the drift between their facts.
 *
 * @param before, findings of the older and the newer run; undefined where that side is facts alone
 */
export function compare(
  drift: Drift,
  before?: readonly EarlierFinding[],
  findings?: readonly Finding[],
  lifecycle?: LifecycleDrift,
): Comparison {
  // What a run breaks of its own baseline is no finding of the service.
  const isOwn = ({ check }: Pick<EarlierFinding, 'check'>) => check !== 'baseline';
  const compared = before && findings && compareFindings(before.filter(isOwn), findings.filter(isOwn));
  return {
    drift,
    ...(compared && { findings: compared }),
    ...(lifecycle && { lifecycle }),
    breaking: drift.breaking || lifecycle !== undefined || newBreaches(compared).length > 0,
  };
}

/** The breaches that an earlier run had not. */
export function newBreaches(compared: FindingsCompared | undefined): readonly Finding[] {
  return compared?.new.filter(({ severity }) => severity === 'breach') ?? [];
}

function compareFindings(before: readonly EarlierFinding[], findings: readonly Finding[]): FindingsCompared {
  const earlier = new Map(before.map(finding => [finding.id, finding]));
  const now = new Set(findings.map(({ id }) => id));
  const isKnown = ({ id, severity }: Finding) => {
    const was = earlier.get(id);
    return was !== undefined && (severity === 'advice' || was.severity !== 'advice');
  };
  return {
    new: findings.filter(finding => !isKnown(finding)),
    known: findings.filter(isKnown).map(finding => {
      const since = earlier.get(finding.id)?.since;
      return since === undefined ? finding : { ...finding, since };
    }),
    gone: before.filter(({ id }) => !now.has(id)),
  };
}
