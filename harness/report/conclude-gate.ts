import { type Finding, findingId, MOST_EVIDENCE } from '../checks/judge.ts';
import { requirements } from '../contract/requirements.ts';
import type { CaseProblem, CaseSeen, Evidence, GateInfo } from '../core/evidence.ts';
import { EXIT_CODES } from '../core/exit-codes.ts';
import { View } from '../core/view.ts';
import { learn } from '../facts/learn.ts';
import { diagnose, type Sighting } from '../gate/diagnose.ts';
import type { Conclusion } from './conclude.ts';
import { coverageOf } from './coverage.ts';
import type { ScenarioOutcome } from './judged-scenarios.ts';
import type { RequirementStatus } from './requirement-status.ts';
import type { Shortfall } from './shortfalls.ts';
import type { Summary } from './summary.ts';

/** How many cases of a finding are led to by their exchanges too. */
const MOST_WITH_EXCHANGES = 3;

/** What the gate over an SDK comes to. Pure, as for a run: the same record gives the same verdict. */
export function concludeGate(evidence: Evidence, gate: GateInfo): Conclusion {
  const { run, end } = evidence;
  const cases = evidence.cases ?? [];
  const found = findingsOf(evidence, cases, gate);
  const findings = found.map(({ finding }) => finding);
  const statuses = [...requirements().keys()].map(id => statusOf(id, cases, gate));
  const outcomes = outcomesOf(evidence, found);
  const shortfalls = shortfallsOf(evidence, gate);
  const count = (status: ScenarioOutcome['status']) => outcomes.filter(outcome => outcome.status === status).length;
  const { interpretations, aspects } = learn(evidence, {});
  const { verdict, cause, message } = verdictOf(evidence, findings, shortfalls, gate);
  const summary: Summary = {
    verdict,
    exitCode: EXIT_CODES[verdict],
    cause,
    message,
    run: run.run,
    target: run.target,
    seed: run.seed,
    startedAt: new Date(run.at).toISOString(),
    endedAt: new Date(end?.at ?? run.at).toISOString(),
    gate,
    scenarios: outcomes,
    counts: { passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
    observed: { journeys: 0, exchanges: evidence.exchanges.length, deliveries: 0, unattributed: 0 },
    requirements: statuses,
    findings,
    shortfalls,
    checks: [],
    mutationScore: { tried: 0, exposed: 0, exposures: [] },
    coverage: coverageOf(new View(evidence, interpretations[0])),
    dialect: { held: false, interpretations, aspects },
  };
  return { summary, facts: { target: run.target.url, facts: [] }, dialect: {} };
}

/** A finding, and all the cases that show it. */
interface Found {
  readonly finding: Finding;
  readonly cases: ReadonlySet<string>;
}

function findingsOf(evidence: Evidence, cases: readonly CaseSeen[], gate: GateInfo): readonly Found[] {
  const sightings = cases.flatMap(({ id, problems }) => problems.map(problem => ({ case: id, problem })));
  const verified = sightings.filter(({ case: id }) => areaOf(id) === 'verify');
  const diagnosed = diagnose(
    verified.filter(({ problem }) => problem.severity === 'breach'),
    verified.filter(({ problem }) => problem.severity === 'advice'),
    new Set(cases.map(({ id }) => id)),
  );
  const explained = new Set(diagnosed.flatMap(({ sightings: own }) => own));
  const others = Map.groupBy(
    sightings.filter(sighting => !explained.has(sighting)),
    ({ case: id, problem: { requirement, cause, severity } }) =>
      JSON.stringify([areaOf(id), requirement, cause, severity]),
  );
  const exchanges = Map.groupBy(evidence.exchanges, ({ scenario = '' }) => scenario);
  const found = [
    ...diagnosed.map(({ mistake, sightings: own }) =>
      findingOf(`verify ${mistake.name}`, own, gate, exchanges, mistake.bug),
    ),
    ...[...others].map(([key, own]) => findingOf(key, own, gate, exchanges)),
  ];
  return found.sort((a, b) => Number(a.finding.severity === 'advice') - Number(b.finding.severity === 'advice'));
}

function findingOf(
  key: string,
  sightings: readonly Sighting[],
  gate: GateInfo,
  exchanges: ReadonlyMap<string, readonly { readonly id: string }[]>,
  bug?: string,
): Found {
  const [first] = sightings as readonly [Sighting, ...Sighting[]];
  const { requirement, message, expected, received, severity, likely = bug } = first.problem;
  const also = [...new Set(sightings.flatMap(({ problem }) => broken(problem)))].filter(id => id !== requirement);
  const ids = [...new Set(sightings.map(({ case: id }) => id))];
  const shown = ids.slice(0, MOST_WITH_EXCHANGES).flatMap(id => exchanges.get(id)?.map(exchange => exchange.id) ?? []);
  const finding: Finding = {
    id: findingId(key),
    check: areaOf(first.case) === 'pact' ? 'pact' : `gate-${areaOf(first.case)}`,
    requirement,
    ...(also.length > 0 && severity === 'breach' && { also }),
    severity,
    count: sightings.length,
    message,
    expected,
    received,
    ...(likely !== undefined && { likely }),
    next:
      areaOf(first.case) === 'pact'
        ? 'change the SDK, and let its tests write the pact anew'
        : `replay it: npm run -s harness -- gate --case '${first.case}' -- ${gate.adapter.command.map(word).join(' ')}`,
    evidence: [...ids.slice(0, MOST_EVIDENCE - shown.length), ...shown].slice(0, MOST_EVIDENCE),
  };
  return { finding, cases: new Set(ids) };
}

const broken = ({ requirement, also = [] }: CaseProblem) => [requirement, ...also];
const areaOf = (id: string) => id.split('/')[0] ?? '';

/** A word as a shell takes it. */
function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function statusOf(id: string, cases: readonly CaseSeen[], gate: GateInfo): RequirementStatus {
  const passed = cases.filter(seen => seen.passed.includes(id)).length;
  const breach = cases
    .flatMap(({ problems }) => problems)
    .find(problem => problem.severity === 'breach' && broken(problem).includes(id));
  const { gate: methods = [], exempt } = requirements().get(id) ?? {};
  const checks = [
    ...new Set(methods.map(method => (method === 'verify' || method === 'receive' ? `gate-${method}` : 'gate-client'))),
  ];
  const seen = { id, passed, checks };
  if (breach !== undefined) return { ...seen, status: 'violated', reason: breach.message };
  if (passed > 0) return { ...seen, status: 'verified' };
  const hidden = exempt?.gate;
  if (hidden !== undefined) return { ...seen, status: 'not-testable', reason: hidden };
  if (methods.length === 0)
    return {
      ...seen,
      status: 'not-testable',
      reason: 'it binds the service, or no adapter can show it; `run` judges it',
    };
  if (!methods.some(method => gate.adapter.methods.includes(method)))
    return { ...seen, status: 'not-testable', reason: `not covered: the adapter does not list ${methods.join(', ')}` };
  return {
    ...seen,
    status: 'not-exercised',
    reason: gate.only === undefined ? 'no case that shows it was asked' : `only ${gate.only} was asked for`,
  };
}

function outcomesOf({ scenarios }: Evidence, found: readonly Found[]): readonly ScenarioOutcome[] {
  return scenarios.map(({ id, suite, title, outcome, reason = 'it was not asked' }) => {
    if (outcome === 'skipped') return { id, suite, title, status: 'skipped', reason, findings: [] };
    const own = found.flatMap(({ finding, cases }, index) =>
      finding.severity === 'breach' && cases.has(id) ? [index] : [],
    );
    return { id, suite, title, status: own.length > 0 ? 'failed' : 'passed', findings: own };
  });
}

function shortfallsOf({ scenarios }: Evidence, { adapter, only }: GateInfo): readonly Shortfall[] {
  if (scenarios.length === 0)
    return [
      {
        what:
          only === undefined
            ? `the adapter lists no method that the gate knows (${adapter.methods.join(', ') || 'none'})`
            : `nothing of ${only} is listed by the adapter`,
      },
    ];
  const skipped = scenarios.filter(({ outcome, id }) => outcome === 'skipped' && id !== 'client/thousand');
  const [first] = skipped;
  return first === undefined ? [] : [{ what: `${skipped.length} cases were not asked: ${first.reason}` }];
}

function verdictOf(
  { end }: Evidence,
  findings: readonly Finding[],
  shortfalls: readonly Shortfall[],
  gate: GateInfo,
): Pick<Summary, 'verdict' | 'cause' | 'message'> {
  const [first] = findings.filter(({ severity }) => severity === 'breach');
  const { name, version, methods } = gate.adapter;
  if (end === undefined || end.reason === 'interrupted')
    return {
      verdict: 'interrupted',
      cause: 'person',
      message: 'The gate was stopped; what was recorded until then is kept.',
    };
  if (first !== undefined)
    return {
      verdict: 'nonconformant',
      cause: 'sdk',
      message: `${name} ${version} breaks the specification: ${first.message}${first.likely === undefined ? '' : ` (likely bug: ${first.likely})`}. Look at the first finding.`,
    };
  if (end.reason === 'broken')
    return {
      verdict: 'unreachable',
      cause: 'harness',
      message: `The harness itself failed: ${end.message}. Please report it with the run folder.`,
    };
  const [shortfall] = shortfalls;
  if (shortfall !== undefined)
    return {
      verdict: 'incomplete',
      cause: 'sdk',
      message: `No breach, but not everything was shown: ${shortfall.what}.`,
    };
  const what = gate.only === undefined ? `of what it lists (${methods.join(', ')})` : `in ${gate.only} alone`;
  return {
    verdict: 'conformant',
    cause: 'none',
    message: `${name} ${version} passes edition ${gate.edition} of the gate: no breach ${what}.`,
  };
}
