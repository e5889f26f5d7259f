import type { CaseProblem, CaseSeen } from '../core/evidence.ts';
import type { Trouble } from './judge-trial.ts';

/** What went wrong with one case. */
export interface Sighting {
  readonly case: string;
  readonly trouble: Trouble;
  readonly problem: CaseProblem;
}

/** What the cases of a gate showed. */
export class Shown {
  readonly sightings: readonly Sighting[];
  readonly #cases: ReadonlySet<string>;

  constructor(cases: readonly CaseSeen[]) {
    this.#cases = new Set(cases.map(({ id }) => id));
    this.sightings = cases.flatMap(({ id, problems }) =>
      problems
        .filter(({ severity }) => severity === 'breach')
        .map(problem => ({ case: id, trouble: problem.cause.slice(id.length + 2) as Trouble, problem })),
    );
  }

  /** Whether a case, or one of a kind, showed one of these troubles (default: any). */
  failed(id: string, ...troubles: readonly Trouble[]): boolean {
    return this.sightings.some(
      sighting => isOf(sighting.case, id) && (troubles.length === 0 || troubles.includes(sighting.trouble)),
    );
  }

  /** Whether a case was tried and nothing was wrong with it. */
  held(id: string): boolean {
    return this.#cases.has(id) && !this.failed(id);
  }
}

/** Whether a case is of a kind, or is the one that is named. */
export function isOf(id: string, kind: string): boolean {
  return id === kind || id.startsWith(`${kind}/`);
}
