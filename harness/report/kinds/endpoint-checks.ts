import { breach, type Check, pass } from '../../checks/check.ts';
import { requirements } from '../../contract/requirements.ts';
import type { CaseProblem, CaseSeen, HistoryStep } from '../../core/evidence.ts';
import { ENDPOINT_AREAS, type EndpointArea } from '../../endpoint/case-id.ts';
import { diagnoseBackend } from '../../endpoint/diagnose-backend.ts';
import { eventNames } from '../../endpoint/history.ts';
import { Shown } from '../../endpoint/shown.ts';
import { repeatCase } from './repeat-case.ts';

const TITLES: { readonly [A in EndpointArea]: string } = {
  credit: 'The backend credits each order once, and only for disbursement.completed',
  signature: 'The backend processes every genuine webhook and no other',
  http: 'The backend accepts every valid form of HTTP, and still works after unusable requests',
};

/**
 * What judges a webhook endpoint: each part of its gate is a check over the recorded cases. What one known bug explains
 * is one finding, under its name.
 */
export const ENDPOINT_CHECKS: readonly Check[] = ENDPOINT_AREAS.map(area => ({
  id: `endpoint-${area}`,
  title: TITLES[area],
  kind: 'safety',
  requirements: [...requirements().values()]
    .filter(({ endpoint }) => endpoint.some(kind => kind.startsWith(`${area}.`)))
    .map(({ id }) => id),
  *judge({ evidence }) {
    const cases = evidence.cases ?? [];
    const bugs = bugsOf(cases);
    for (const seen of cases) {
      for (const problem of seen.problems) {
        const bug = bugs.get(problem);
        // The finding of a bug belongs to the check of its first problem.
        if ((bug?.area ?? seen.method) !== area) continue;
        const steps = stepsOf(seen, problem).join(' · ');
        yield breach({
          ...{ ...problem, ...bug?.words },
          received: steps === '' ? problem.received : `${problem.received}, after: ${steps}`,
          next: `repeat the case: ${repeatCase(evidence.run, seen.id)}`,
          evidence: [seen.id, ...evidence.exchanges.flatMap(({ id, scenario }) => (scenario === seen.id ? [id] : []))],
        });
      }
      if (seen.method === area) for (const requirement of seen.passed) yield pass(requirement, seen.id);
    }
  },
}));

/** What was sent about the order of a problem and what happened meanwhile; all of the case where it names none. */
function stepsOf({ history = [] }: CaseSeen, { received }: CaseProblem): readonly string[] {
  const [, order] = / of (\S+)$/.exec(received) ?? [];
  const names = eventNames(history);
  const inWords = (step: HistoryStep): readonly string[] => {
    if (step.type === 'disturbance') return [step.what];
    if (step.type === 'credits' || (order !== undefined && step.order !== order)) return [];
    const detail = [names.get(step.event), step.what].filter(Boolean).join(', ');
    return [`${step.eventType} (${detail}) → ${step.answer}`];
  };
  return history.flatMap(inWords);
}

interface BugFound {
  readonly area: string;
  /** What the finding says of it. */
  readonly words: Pick<CaseProblem, 'requirement' | 'also' | 'cause' | 'message' | 'expected' | 'likely'>;
}

/** The bug behind each problem that one explains. */
function bugsOf(cases: readonly CaseSeen[]): ReadonlyMap<CaseProblem, BugFound> {
  return new Map(
    diagnoseBackend(new Shown(cases)).flatMap(({ bug, sightings }) => {
      const [first] = sightings;
      if (first === undefined) return [];
      const { requirement, message, expected } = first.problem;
      const also = [...new Set(sightings.map(({ problem }) => problem.requirement))].filter(id => id !== requirement);
      const words = { requirement, also, cause: bug.name, message, expected, likely: bug.bug };
      const area = first.case.split('.')[0] ?? '';
      return sightings.map(({ problem }) => [problem, { area, words }] as const);
    }),
  );
}
