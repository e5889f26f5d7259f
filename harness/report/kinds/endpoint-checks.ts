import { oncePerObject } from '../../base/once.ts';
import { requirements } from '../../contract/requirements.ts';
import type { CaseProblem, CaseSeen, Evidence, HistoryStep } from '../../evidence/evidence.ts';
import { ENDPOINT_AREAS, type EndpointArea } from '../../gates/endpoint/case-id.ts';
import { eventNames } from '../../gates/endpoint/history.ts';
import { breach, type Check, pass } from '../../judgement/checks/check.ts';
import { underFirst } from './gate-checks.ts';
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
    const areas = areasOf(cases);
    const named = new Map<string, string>();
    for (const seen of cases) {
      for (const own of seen.problems) {
        const problem = underFirst(own, named);
        // The finding of a bug belongs to the check of its first problem.
        if (areas.get(problem.cause) !== area) continue;
        const steps = stepsOf(seen, problem).join(' · ');
        yield breach({
          ...problem,
          received: steps === '' ? problem.received : `${problem.received}, after: ${steps}`,
          next: `repeat the case: ${repeatCase(evidence.run, seen.id)}`,
          evidence: [seen.id, ...evidence.exchanges.flatMap(({ id, scenario }) => (scenario === seen.id ? [id] : []))],
        });
      }
      if (seen.method === area && !isVain(evidence))
        for (const requirement of seen.passed) yield pass(requirement, seen.id);
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

/**
 * Whether the credits are not known, and not one genuine webhook was acknowledged: then a forgery that is refused shows
 * nothing.
 */
export const isVain = oncePerObject(({ run, cases = [] }: Evidence): boolean => {
  const { endpoint } = run.gate ?? {};
  const isTaken = (step: HistoryStep) =>
    step.type === 'delivery' && step.forged !== true && /^2\d\d$/.test(step.answer);
  return endpoint?.credits === false && cases.length > 0 && !cases.some(({ history = [] }) => history.some(isTaken));
});

/** The part of the gate in which each cause was seen first. */
function areasOf(cases: readonly CaseSeen[]): ReadonlyMap<string, string> {
  const seen = cases.flatMap(({ method, problems }) => problems.map(({ cause }) => [cause, method] as const));
  return new Map(seen.toReversed());
}
