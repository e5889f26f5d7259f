import { breach, type Check, type Judgement, pass } from '../../checks/check.ts';
import { requirements } from '../../contract/requirements.ts';
import type { CaseProblem, CaseSeen, Evidence } from '../../core/evidence.ts';
import { ownCommand } from '../../core/own-command.ts';
import { diagnose, type Sighting } from '../../gate/diagnose.ts';
import { METHODS } from '../../gate/protocol.ts';

/**
 * What judges an SDK: each part of the gate is a check over the recorded cases. A case is judged where it is asked, by
 * an answer that is known beforehand; these checks turn what it recorded into passes and breaches.
 */
export const GATE_CHECKS: readonly Check[] = [
  check('gate-verify', 'The SDK accepts every genuine webhook and refuses every other', ['verify'], explained),
  check('gate-receive', 'The SDK acts on each event once', ['receive']),
  check(
    'gate-client',
    'The SDK sends requests and reads responses as the contract says',
    METHODS.filter(method => method !== 'verify' && method !== 'receive'),
  ),
  check('pact', 'The pact of the SDK asks only for what the contract promises', ['pact']),
];

/** @param diagnosed finds the mistakes behind problems; default: none */
function check(
  id: string,
  title: string,
  methods: readonly string[],
  diagnosed: (sightings: readonly Sighting[], cases: readonly CaseSeen[]) => readonly Explained[] = () => [],
): Check {
  return {
    id,
    title,
    kind: 'safety',
    requirements: [...requirements().values()]
      .filter(({ gate }) => gate.some(method => methods.includes(method)))
      .map(requirement => requirement.id),
    *judge({ evidence }) {
      const cases = (evidence.cases ?? []).filter(({ method }) => methods.includes(method));
      const sightings = cases.flatMap(({ id: seen, problems }) => problems.map(problem => ({ case: seen, problem })));
      const exchanges = Map.groupBy(evidence.exchanges, ({ scenario }) => scenario);
      const idsOf = (seen: string) => [seen, ...(exchanges.get(seen) ?? []).map(exchange => exchange.id)];
      const found = diagnosed(sightings, cases);
      const rest = new Set(sightings).difference(new Set(found.map(({ sighting }) => sighting)));
      for (const { sighting, problem } of found)
        yield breachOf(problem, idsOf(sighting.case), nextStep(evidence, sighting.case));
      for (const { problem, case: seen } of rest) yield breachOf(problem, idsOf(seen), nextStep(evidence, seen));
      for (const { id: seen, passed } of cases) for (const requirement of passed) yield pass(requirement, seen);
    },
  };
}

/** A sighting, and its problem in the words of the mistake that explains it. */
interface Explained {
  readonly sighting: Sighting;
  readonly problem: CaseProblem;
}

/** What one mistake explains is one finding, whatever requirements its cases show broken. */
function explained(sightings: readonly Sighting[], cases: readonly CaseSeen[]): readonly Explained[] {
  const diagnoses = diagnose(
    sightings.filter(({ problem }) => problem.severity === 'breach'),
    sightings.filter(({ problem }) => problem.severity === 'advice'),
    new Set(cases.map(({ id }) => id)),
  );
  return diagnoses.flatMap(({ mistake, sightings: own }) => {
    const [first] = own;
    if (first === undefined) return [];
    return own.map(sighting => {
      const { requirement, also = [] } = sighting.problem;
      const others = [requirement, ...also].filter(id => id !== first.problem.requirement);
      const words = { likely: mistake.bug, ...first.problem, cause: mistake.name };
      return { sighting, problem: { ...words, also: others } };
    });
  });
}

function breachOf(problem: CaseProblem, evidence: readonly string[], next: string): Judgement {
  const { explainedBy: _, ...found } = problem;
  return breach({ ...found, next, evidence });
}

function nextStep({ run }: Evidence, seen: string): string {
  if (seen.startsWith('pact/')) return 'change the SDK, and let its tests write the pact again';
  return `repeat the case: ${ownCommand('gate', '--case', seen, '--', ...(run.gate?.adapter.command ?? []))}`;
}
