import type { Drift } from '../facts/drift.ts';
import type { FactsFile } from '../facts/fact.ts';
import type { Lifecycle } from '../facts/lifecycle/lifecycle.ts';
import type { LifecycleDrift } from '../facts/lifecycle/machines.ts';
import type { Finding } from '../judgement/checks/judge.ts';
import type { EarlierFinding } from '../settings/file-schemas.ts';

/** What a run is compared with: facts, and the findings if they come from an earlier run. */
export interface Baseline extends FactsFile {
  readonly findings?: readonly EarlierFinding[];
  /** The lifecycle of that run; absent if only facts are known. */
  readonly lifecycle?: Lifecycle;
}

/** The findings compared with an earlier run, by id. A breach that was advice is new. */
interface FindingsCompared {
  /** In the order of the summary: breaches first, then by consequence. */
  readonly new: readonly Finding[];
  readonly known: readonly Finding[];
  readonly gone: readonly EarlierFinding[];
}

/** What is new, known and gone since the baseline. */
export interface Comparison {
  /** Differences between the facts. */
  readonly drift: Drift;
  /** Differences between the findings; absent if one side has only facts. */
  readonly findings?: FindingsCompared;
  /** A difference between the lifecycles; absent if there is none, or only one lifecycle is known. */
  readonly lifecycle?: LifecycleDrift;
  /** Whether there is a new breach, a breaking change of a fact, or a step with another outcome. */
  readonly breaking: boolean;
}

/**
 * Adds the findings and the lifecycles of two runs to the drift of their facts.
 *
 * @param before, findings of the older and the newer run; `undefined` if that side has only facts
 */
export function compare(
  drift: Drift,
  before?: readonly EarlierFinding[],
  findings?: readonly Finding[],
  lifecycle?: LifecycleDrift,
): Comparison {
  // A difference from a baseline is no finding about the service.
  const isOwn = ({ check }: Pick<EarlierFinding, 'check'>) => check !== 'baseline';
  const compared = before && findings && compareFindings(before.filter(isOwn), findings.filter(isOwn));
  return {
    drift,
    ...(compared && { findings: compared }),
    ...(lifecycle && { lifecycle }),
    breaking: drift.breaking || lifecycle !== undefined || newBreaches(compared).length > 0,
  };
}

/** The breaches that the earlier run did not have. */
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
