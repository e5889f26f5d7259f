import { oncePerObject } from '../../base/once.ts';
import { plural } from '../../base/plural.ts';
import { requirements } from '../../contract/requirements.ts';
import { clockOffset } from '../../evidence/clock-skew.ts';
import type { AdapterInfo, CaseProblem, CaseRecord, Evidence, GateInfo, HistoryStep } from '../../evidence/evidence.ts';
import type { Fact } from '../../facts/fact.ts';
import { ENDPOINT_AREAS, type EndpointArea, kindOf } from '../../gates/endpoint/case-id.ts';
import { isOptional } from '../../gates/sdk/gate-case.ts';
import { breach, type Check, pass } from '../../judgement/checks/check.ts';
import { GATE_CHECKS, underFirst } from './gate-checks.ts';
import { type RunKind, repeatCase, type Shortfall, skipped, unasked } from './run-kind.ts';

/** Requirements about the distance of `t` from the clock. */
const TIMED = new Set(['receiver.tolerance', 'signature.tolerance']);

const NOTHING_ACKNOWLEDGED: Shortfall = {
  what:
    'the backend acknowledged not one genuine webhook, so that what it refuses says nothing: it verifies with ' +
    'another signing secret, or refuses everything',
  setting: 'SIGNING_SECRET',
};

const notTestable = (reason: string) => ({ status: 'not-testable', reason }) as const;

/** The gate of a webhook endpoint: its cases are the scenarios. */
export function endpointGate(
  evidence: Evidence,
  { edition, only }: GateInfo,
  { credits, restart }: NonNullable<GateInfo['endpoint']>,
): RunKind {
  const { scenarios, exchanges, run } = evidence;
  const offset = exchanges.map(exchange => clockOffset(exchange)).find(seconds => seconds !== undefined);
  return {
    checks: ENDPOINT_CHECKS,
    judged: 'endpoint',
    subject: 'The backend',
    unseen({ id, endpoint }) {
      if (endpoint.length === 0) return notTestable('it binds the service or an SDK; `run` and `gate` judge it');
      if (TIMED.has(id) && offset !== undefined)
        return notTestable(`the clock of the backend is ${Math.abs(offset)} s ${offset > 0 ? 'ahead' : 'behind'}`);
      const skip = scenarios.find(({ outcome, id: seen }) => outcome === 'skipped' && endpoint.includes(kindOf(seen)));
      if (isVain(evidence) && endpoint.some(kind => kind.startsWith('signature.')))
        return { status: 'not-exercised', reason: `${NOTHING_ACKNOWLEDGED.what}; see SIGNING_SECRET` };
      if (skip?.reason !== undefined) return { status: 'not-exercised', reason: skip.reason };
      if (!credits) return notTestable('what the backend credits is not known; set --credits');
      if (id === 'credit.crash' && !restart) return notTestable('the backend cannot be killed; set --restart');
      const reason = only === undefined ? 'no case that shows it was run' : `only ${only} was requested`;
      return { status: 'not-exercised', reason };
    },
    shortfalls: () => [...(isVain(evidence) ? [NOTHING_ACKNOWLEDGED] : []), ...skipped(scenarios)],
    facts: factsOf(evidence),
    conformant(known) {
      const what = credits ? 'every order is credited correctly' : 'no forged webhook is acknowledged';
      const where = only === undefined ? '' : ` in the cases of ${only}, which alone were tried`;
      const found = `no breach${known}; ${what}${where}.${ofOneCase(evidence, only)}`;
      return `${run.target.url} passes edition ${edition} of the endpoint gate: ${found}`;
    },
  };
}

/** A sentence for a single case that passes: it may fail in a whole gate. */
function ofOneCase({ scenarios }: Evidence, only: string | undefined): string {
  if (!scenarios.some(({ id }) => id === only)) return '';
  return ' If it failed in a whole gate, it fails only after other cases or beside them: repeat the whole gate.';
}

/** The facts that the gate observed about gaps. */
function factsOf({ cases = [], scenarios }: Evidence): readonly Fact[] {
  return cases.flatMap(({ id, observed }) => {
    const at = scenarios.find(scenario => scenario.id === id)?.from;
    if (observed === undefined || at === undefined) return [];
    const seen = new Date(at).toISOString();
    const found = { ...observed, status: 'answered', count: 1, samples: 1 } as const;
    return [{ ...found, firstSeen: seen, lastSeen: seen, evidence: [id] }];
  });
}

const TITLES: { readonly [A in EndpointArea]: string } = {
  credit: 'The backend credits each order once, and only for disbursement.completed',
  signature: 'The backend processes every genuine webhook and no other',
  http: 'The backend accepts every valid form of HTTP, and still works after unusable requests',
};

/** The checks of a webhook endpoint: one per part of the gate. All consequences of one known bug are one finding. */
const ENDPOINT_CHECKS: readonly Check[] = ENDPOINT_AREAS.map(area => ({
  id: `endpoint-${area}`,
  title: TITLES[area],
  kind: 'safety',
  requirements: [...requirements().values()]
    .filter(({ endpoint }) => endpoint.some(kind => kind.startsWith(`${area}.`)))
    .map(({ id }) => id),
  *judge({ evidence }) {
    const { cases } = evidence;
    // The part of the gate that first showed each cause.
    const seenIn = cases.flatMap(({ method, problems }) => problems.map(({ cause }) => [cause, method] as const));
    const areas = new Map(seenIn.toReversed());
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

/**
 * The deliveries and credits of a problem's order and the disturbances since the first of them; of the whole case if
 * the problem names no order. Of disturbances in a row, the first and the last.
 */
function stepsOf({ history = [] }: CaseRecord, { received }: CaseProblem): readonly string[] {
  const [, order] = / of (\S+)$/.exec(received) ?? [];
  const events = new Set(history.flatMap(step => (step.type === 'delivery' ? [step.event] : [])));
  const names = new Map([...events].map((id, nth) => [id, `event ${nth + 1}`]));
  const isOwn = (step: HistoryStep) => step.type !== 'disturbance' && (order === undefined || step.order === order);
  const isDisturbance = (step: HistoryStep | undefined) => step?.type === 'disturbance';
  const from = Math.max(0, history.findIndex(isOwn));
  const own = history.filter((step, nth) => isOwn(step) || (nth >= from && isDisturbance(step)));
  const told = own.filter((_, nth) => ![nth - 1, nth, nth + 1].every(place => isDisturbance(own[place])));
  return told.map(step => {
    if (step.type === 'disturbance') return step.what;
    if (step.type === 'credits')
      return `${plural(step.count, 'credit')}${step.count === step.due ? '' : `, ${step.due} due`}`;
    const detail = [names.get(step.event), step.what].filter(Boolean).join(', ');
    return `${step.eventType} (${detail}) → ${step.answer}`;
  });
}

/** Whether no credits are known and no genuine webhook was acknowledged. Refused forgeries then show nothing. */
const isVain = oncePerObject(({ run, cases = [] }: Evidence): boolean => {
  const { endpoint } = run.gate ?? {};
  const isTaken = (step: HistoryStep) =>
    step.type === 'delivery' && step.forged !== true && /^2\d\d$/.test(step.answer);
  return endpoint?.credits === false && cases.length > 0 && !cases.some(({ history = [] }) => history.some(isTaken));
});

/** The gate of an SDK: its cases are the scenarios. */
export function sdkGate(evidence: Evidence, { edition, only }: GateInfo, adapter: AdapterInfo): RunKind {
  const { name, version, methods } = adapter;
  const { scenarios } = evidence;
  return {
    checks: GATE_CHECKS,
    judged: 'sdk',
    subject: `${name} ${version}`,
    unseen({ gate, exempt }) {
      if (exempt?.gate !== undefined) return notTestable(exempt.gate);
      if (gate.length === 0)
        return notTestable('no adapter can show it; `run` judges the service, `gate --endpoint` a webhook handler');
      if (!gate.some(method => methods.includes(method)))
        return notTestable(`not covered: the adapter does not list ${gate.join(', ')}`);
      const reason = only === undefined ? 'no case that shows it was run' : `only ${only} was requested`;
      return { status: 'not-exercised', reason };
    },
    shortfalls() {
      if (scenarios.length > 0) return skipped(scenarios.filter(each => !isOptional(each)));
      const listed = `the adapter lists no method that the gate knows (${methods.join(', ') || 'none'})`;
      return [{ what: only === undefined ? listed : `the adapter lists no method of ${only}` }];
    },
    conformant(known) {
      const where = only === undefined ? `in what it lists (${methods.join(', ')})` : `in ${only} alone`;
      const left = unasked(scenarios);
      const late = left === 0 ? '' : ` Not asked, because time ran out: ${plural(left, 'case')}.`;
      const found = `no breach${known} ${where}.${late}${ofOneCase(evidence, only)}`;
      return `${name} ${version} passes edition ${edition} of the gate: ${found}`;
    },
  };
}
