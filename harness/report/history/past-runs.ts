import { driftBetween } from '../../facts/drift.ts';
import type { FactsFile } from '../../facts/fact.ts';
import type { PastRun } from '../../settings/file-schemas.ts';

/** A run as its folder keeps it. */
export interface RunKept {
  readonly summary: PastRun;
  readonly facts: FactsFile;
  /** The address of its `report.html`, relative to the page; absent where it is not there. */
  readonly report?: string;
}

/** One run of a history, in numbers. */
export interface RunInHistory {
  readonly run: string;
  readonly target: string;
  readonly startedAt: string;
  readonly verdict: PastRun['verdict'];
  readonly verified: number;
  readonly requirements: number;
  readonly breaches: number;
  readonly advice: number;
  /** The median latency of the credit signal, in milliseconds; absent where none was seen. */
  readonly latency?: number;
  /** Facts that changed since the run before; absent for the first. */
  readonly changed?: number;
  readonly breaking?: boolean;
  readonly report?: string;
}

/** The most runs that a history shows. */
const MOST = 30;
/** The only event that every service sends. */
const SHOWN = 'disbursement.completed';

/** The last runs, the oldest first, each compared with the one before. */
export function historyOf(kept: readonly RunKept[]): readonly RunInHistory[] {
  const runs = kept.toSorted((a, b) => a.summary.startedAt.localeCompare(b.summary.startedAt)).slice(-MOST - 1);
  const all = runs.map(({ summary, facts, report }, nth): RunInHistory => {
    const { run, target, startedAt, verdict, requirements, findings, latency = [] } = summary;
    const before = runs[nth - 1];
    const drift = before && driftBetween(before.facts, facts);
    const median = latency.find(({ type }) => type === SHOWN)?.median;
    return {
      ...{
        run,
        target: target.kind === 'embedded' ? 'the embedded sandbox' : target.url,
        startedAt,
        verdict,
        requirements: requirements.length,
      },
      verified: requirements.filter(({ status }) => status === 'verified').length,
      breaches: findings.filter(({ severity }) => severity === 'breach').length,
      advice: findings.filter(({ severity }) => severity === 'advice').length,
      ...(median !== undefined && { latency: median }),
      ...(drift && { changed: drift.changes.length, breaking: drift.breaking }),
      ...(report !== undefined && { report }),
    };
  });
  return all.slice(-MOST);
}
