import type { Finding } from '../judgement/checks/judge.ts';
import type { Summary } from './summary.ts';

/** A finding with its number in the report: `F1` everywhere. */
export interface NumberedFinding {
  /** From 1. Breaches come before advice. */
  readonly number: number;
  readonly finding: Finding;
  /** Ids of all requirements that it breaks, the most telling first. */
  readonly requirements: readonly string[];
  /** Ids of the requirements that could not be judged because of it. */
  readonly hides: readonly string[];
  /** How it relates to the finding above it, in words; absent for a top-level finding. */
  readonly relation?: string;
}

/** Numbers the findings of a summary in their order. */
export function numberFindings({ findings, requirements }: Pick<Summary, 'findings' | 'requirements'>) {
  return findings.map((finding, index): NumberedFinding => {
    const { below } = finding;
    return {
      number: index + 1,
      finding,
      requirements: [finding.requirement, ...(finding.also ?? [])],
      hides: requirements.flatMap(({ id, maskedBy }) => (maskedBy?.includes(index) ? [id] : [])),
      ...(below && { relation: RELATIONS[below.why](`F${below.finding + 1}`) }),
    };
  });
}

const RELATIONS = {
  requirement: (above: string) => `breaks the requirement of ${above} in another way`,
  evidence: (above: string) => `is seen only where ${above} is seen`,
} as const;

/** A top-level finding, and the findings below it. */
export interface FindingGroup {
  readonly head: NumberedFinding;
  readonly below: readonly NumberedFinding[];
}

/** Groups findings in their order. Each top-level finding starts a group. */
export function groupFindings(findings: readonly NumberedFinding[]): readonly FindingGroup[] {
  const heads = findings.filter(({ relation }) => relation === undefined);
  const ends = [...heads.slice(1).map(({ number }) => number - 1), findings.length];
  return heads.map((head, nth) => ({ head, below: findings.slice(head.number, ends[nth]) }));
}

/** The numbers of consecutive findings: `F2`, `F2 and F3`, `F2 to F5`. */
export function namesOf(findings: readonly NumberedFinding[]): string {
  const [first, last] = [findings[0]?.number ?? 0, findings.at(-1)?.number ?? 0];
  if (first === last) return `F${first}`;
  return last - first === 1 ? `F${first} and F${last}` : `F${first} to F${last}`;
}

/** The most pieces of evidence shown for a finding. summary.json has all. */
export const MOST_EVIDENCE = 20;
