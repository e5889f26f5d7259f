import { oncePerObject } from '../../base/once.ts';
import { requirements } from '../../contract/requirements.ts';
import type { CaseProblem, CaseRecord, Evidence } from '../../evidence/evidence.ts';
import { causeFirst } from '../../gates/causes.ts';
import { type Diagnosis, diagnose } from '../../gates/sdk/diagnosis/diagnose.ts';
import { isOfAdapter } from '../../gates/sdk/gate-case.ts';
import { KEEPS } from '../../gates/sdk/memory.ts';
import { METHODS } from '../../gates/sdk/protocol.ts';
import { breach, type Check, type Judgement, pass } from '../../judgement/checks/check.ts';
import { repeatCase } from './run-kind.ts';

interface CaseWithProblem {
  readonly case: CaseRecord;
  readonly problem: CaseProblem;
}

const CALLS = METHODS.filter(method => method !== 'verify' && method !== 'receive');

/**
 * The checks of an SDK: one per part of the gate. The gate judges each case when it is asked; these checks turn the
 * recorded results into passes and breaches. All consequences of one mistake are one finding, under the first check
 * that shows it.
 */
export const GATE_CHECKS: readonly Check[] = [
  check('gate-adapter', 'The adapter answers each call once, in time and in the documented form', METHODS, isOfAdapter),
  check('gate-verify', 'The SDK accepts every genuine webhook and refuses every other', ['verify'], isOfSdk),
  check('gate-receive', 'The SDK acts on each event once', ['receive'], isOfSdk),
  check('gate-client', 'The SDK sends requests and reads responses as the contract says', CALLS, isOfSdk),
  check('pact', 'The pact of the SDK requires only what the contract promises', ['pact'], isOfSdk),
];

/** @param judges selects the problems that the check reports */
function check(
  id: string,
  title: string,
  methods: readonly string[],
  judges: (problem: CaseProblem) => boolean,
): Check {
  return {
    id,
    title,
    kind: 'safety',
    requirements: [...requirements().values()]
      .filter(({ gate }) => gate.some(method => methods.includes(method)))
      .map(requirement => requirement.id),
    *judge({ evidence }) {
      const diagnoses = diagnosesOf(evidence);
      const diagnosed = new Set(diagnoses.flatMap(({ cases }) => cases));
      for (const diagnosis of diagnoses) {
        const own = sightingsOf(evidence, diagnosis.cases);
        if (judges === isOfSdk && methods.includes(own[0]?.case.method ?? ''))
          yield* breachesOf(evidence, diagnosis, own);
      }
      const cases = (evidence.cases ?? []).filter(({ method }) => methods.includes(method));
      // An answer that an earlier call may have decided is no reason for advice, nor is the cause of a breach.
      const isKept =
        judges === isOfSdk && cases.some(({ problems }) => problems.some(({ cause }) => cause.startsWith(KEEPS)));
      const breaches = cases.flatMap(({ problems }) => problems.filter(({ severity }) => severity === 'breach'));
      const broken = new Set(breaches.map(causeOf));
      const named = new Map<string, string>();
      for (const seen of cases) {
        for (const problem of seen.problems.filter(judges)) {
          const isExplained =
            problem.severity === 'breach'
              ? diagnosed.has(seen.id)
              : (isKept && problem.answered !== undefined) || broken.has(causeOf(problem));
          if (isExplained) continue;
          yield breachOf(evidence, { case: seen, problem: unexplained(underFirst(problem, named)) });
        }
        if (judges === isOfSdk) for (const requirement of seen.passed) yield pass(requirement, seen.id);
      }
    },
  };
}

/** The cause of a problem, independent of its severity. */
const causeOf = ({ cause, likely }: CaseProblem) => JSON.stringify([cause, likely]);

function isOfSdk(problem: CaseProblem): boolean {
  return !isOfAdapter(problem);
}

/** The diagnoses of a gate. An interrupted gate skips them, because they take time. */
const diagnosesOf = oncePerObject(({ cases = [], end }: Evidence) =>
  end?.reason === 'interrupted' ? [] : diagnose(cases),
);

/**
 * Moves a problem to the requirement that its cause broke first, because one bug of a client breaks several operations.
 * Webhook answers keep their requirement.
 * @param named the requirement of each cause so far
 */
export function underFirst(problem: CaseProblem, named: Map<string, string>): CaseProblem {
  const { severity, requirement, answered, also = [] } = problem;
  if (answered !== undefined && !isOfAdapter(problem)) return problem;
  const key = `${severity} ${causeOf(problem)}`;
  const first = named.get(key) ?? requirement;
  named.set(key, first);
  return first === requirement ? problem : { ...problem, requirement: first, also: [requirement, ...also] };
}

/** A wrong answer to a webhook that no diagnosis explains. Its message names the case, unless that is a random one. */
function unexplained(problem: CaseProblem): CaseProblem {
  const { answered, severity, likely, mistakes, message, context = [] } = problem;
  if (answered === undefined || severity === 'advice' || likely !== undefined) return problem;
  const shownBy = mistakes === undefined ? context.filter(({ name }) => name === 'case').map(({ value }) => value) : [];
  return { ...problem, message: [message, ...shownBy].join(': ') };
}

/** The breaches in cases, in the order of the gate's parts. */
function sightingsOf({ cases = [] }: Evidence, ids: readonly string[]): readonly CaseWithProblem[] {
  const wanted = new Set(ids);
  const own = cases.filter(({ id }) => wanted.has(id));
  return [
    ...own.filter(({ method }) => method === 'verify'),
    ...own.filter(({ method }) => method !== 'verify'),
  ].flatMap(seen => seen.problems.slice(0, 1).map(problem => ({ case: seen, problem })));
}

/** The finding of one diagnosis: the text of its plainest case, and the evidence of all. */
function* breachesOf(
  evidence: Evidence,
  { name, bug, isOpen, shownBy }: Diagnosis,
  own: readonly CaseWithProblem[],
): Generator<Judgement> {
  const first = own.find(({ case: { id } }) => id === shownBy);
  if (first === undefined) return;
  const { requirement, message: shown } = first.problem;
  const message = isOpen ? shown : causeFirst(bug, shown);
  // An SDK that only refuses genuine webhooks, or throws, loses them. That is less than to accept a forgery.
  const isLoss = own.every(({ problem: { cause } }) => cause === 'refused' || cause === 'broke');
  for (const sighting of new Set([first, ...own])) {
    const broken = sighting.case.problems.flatMap(problem => [problem.requirement, ...(problem.also ?? [])]);
    const also = [...new Set(broken)].filter(id => id !== requirement);
    const found = { requirement, also, cause: name, message, likely: bug };
    const judged = breachOf(evidence, { ...sighting, problem: { ...first.problem, ...found } }, first.case.id);
    yield isLoss ? { ...judged, consequence: 'loss' } : judged;
  }
}

/** @param again the case to repeat */
function breachOf(evidence: Evidence, { case: { id }, problem }: CaseWithProblem, again = id): Judgement {
  const { mistakes: _, answered: __, ...found } = problem;
  const command = repeatCase(evidence.run, again);
  const next = command ? `repeat the case: ${command}` : 'change the SDK, and generate the pact again with its tests';
  const exchanges = exchangesOf(evidence).get(id) ?? [];
  return breach({ ...found, next, evidence: [id, ...exchanges.map(exchange => exchange.id)] });
}

const exchangesOf = oncePerObject(({ exchanges }: Evidence) => Map.groupBy(exchanges, ({ scenario }) => scenario));
