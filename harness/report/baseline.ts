import type { Finding } from '../checks/judge.ts';
import type { Change, Drift } from '../facts/drift.ts';
import type { FactsFile } from '../facts/fact.ts';

/** What a run is compared with: facts, and the findings of an earlier run where it was one. */
export interface Baseline extends FactsFile {
  readonly findings?: readonly Pick<Finding, 'id' | 'requirement' | 'message'>[];
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
  const before = new Set(known.map(({ id }) => id));
  const now = new Set(findings.map(({ id }) => id));
  return {
    new: findings.filter(({ id }) => !before.has(id)),
    known: findings.filter(({ id }) => before.has(id)),
    gone: known.filter(({ id }) => !now.has(id)),
  };
}

/** What a consumer feels of drift from the baseline is a breach, of the gap that the fact answers. */
export function driftFinding({ gap, condition, kind, what, confirmed, evidence, old }: Change): Finding {
  const where = condition === undefined ? gap : `${gap} (${condition})`;
  return {
    id: `f-baseline-${where}-${kind}`,
    check: 'baseline',
    requirement: gap,
    severity: 'breach',
    count: 1,
    message: `the target differs from the baseline: ${where} is ${kind}`,
    expected:
      confirmed === undefined
        ? (JSON.stringify(old) ?? 'as before')
        : `${JSON.stringify(old)}, confirmed: ${confirmed}`,
    received: what,
    likely: 'the service has changed since the baseline was taken',
    next: 'where the change is meant, fold this run into the facts with `observe RUN_DIR`',
    evidence: evidence.new,
  };
}
