import type { Finding } from '../checks/judge.ts';
import type { Change, Drift } from '../facts/drift.ts';
import type { FactsFile } from '../facts/fact.ts';

/** What a run is compared with: facts, and the findings of an earlier run where it was one. */
export interface Baseline extends FactsFile {
  readonly findings?: readonly (Pick<Finding, 'id' | 'requirement' | 'message'> & {
    /** When a run first had it, as far as is known. */
    readonly since?: string;
  })[];
}

/** Findings against those of an earlier run, by their ids. */
export interface FindingsCompared {
  readonly new: readonly Finding[];
  readonly known: readonly Finding[];
  readonly gone: NonNullable<Baseline['findings']>;
}

/** What is new, known and gone since the baseline: in facts and, where it has them, in findings. */
export interface Comparison {
  readonly drift: Drift;
  readonly findings?: FindingsCompared;
}

/** Compares findings with those of an earlier run. */
export function compareFindings(
  known: NonNullable<Baseline['findings']>,
  findings: readonly Finding[],
): FindingsCompared {
  const before = new Map(known.map(({ id, since }) => [id, since]));
  const now = new Set(findings.map(({ id }) => id));
  return {
    new: findings.filter(({ id }) => !before.has(id)),
    known: findings
      .filter(({ id }) => before.has(id))
      .map(finding => {
        const since = before.get(finding.id);
        return since === undefined ? finding : { ...finding, since };
      }),
    gone: known.filter(({ id }) => !now.has(id)),
  };
}

/** How many differences of one gap a finding tells. */
const MOST_TOLD = 4;

/** What a consumer feels of drift from the baseline is a breach: one finding for each gap that is answered otherwise. */
export function driftFindings({ changes }: Drift): readonly Finding[] {
  const breaking = Map.groupBy(
    changes.filter(change => change.breaking),
    ({ gap }) => gap,
  );
  return [...breaking].map(([gap, own]) => driftFinding(gap, own));
}

function driftFinding(gap: string, changes: readonly Change[]): Finding {
  const told = (tell: (change: Change) => string) =>
    [
      ...changes
        .slice(0, MOST_TOLD)
        .map(change => `${change.condition === undefined ? '' : `${change.condition}: `}${tell(change)}`),
      ...(changes.length > MOST_TOLD ? [`and ${changes.length - MOST_TOLD} more`] : []),
    ].join('; ');
  const [first] = changes;
  const where = changes.length === 1 && first?.condition !== undefined ? ` (${first.condition})` : '';
  return {
    id: `f-baseline-${gap}`,
    check: 'baseline',
    requirement: gap,
    severity: 'breach',
    count: changes.length,
    message: `the target differs from the baseline in ${gap}${where}`,
    expected: told(
      ({ old, confirmed }) =>
        `${JSON.stringify(old) ?? 'as before'}${confirmed === undefined ? '' : `, confirmed: ${confirmed}`}`,
    ),
    received: told(({ what }) => what),
    likely: 'the service has changed since the baseline was taken',
    next: 'where the change is meant, fold this run into the facts with `observe RUN_DIR`',
    evidence: [...new Set(changes.flatMap(({ evidence }) => evidence.new))].slice(0, 10),
  };
}
