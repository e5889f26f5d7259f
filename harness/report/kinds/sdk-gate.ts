import type { AdapterInfo, Evidence, GateInfo } from '../../evidence/evidence.ts';
import { COST_CASES, growthFact } from '../../gates/sdk/verify/cost.ts';
import { factsOf } from './endpoint-gate.ts';
import { GATE_CHECKS } from './gate-checks.ts';
import { type RunKind, skipped } from './run-kind.ts';

/** Cases that may be skipped: a slow SDK need not get through a thousand calls, every random draw, or large sizes. */
const OPTIONAL = new RegExp(`^client/thousand$|/generated/|^${COST_CASES}`);

/** The gate of an SDK: its cases are the scenarios. */
export function sdkGate(evidence: Evidence, { edition, only }: GateInfo, adapter: AdapterInfo): RunKind {
  const { name, version, methods } = adapter;
  const { scenarios } = evidence;
  return {
    checks: GATE_CHECKS,
    judged: 'sdk',
    subject: `${name} ${version}`,
    noun: 'gate',
    incomplete: 'sdk',
    unseen({ gate, exempt }) {
      const notTestable = (reason: string) => ({ status: 'not-testable', reason }) as const;
      if (exempt?.gate !== undefined) return notTestable(exempt.gate);
      if (gate.length === 0)
        return notTestable('no adapter can show it; `run` judges the service, `gate --endpoint` a webhook handler');
      if (!gate.some(method => methods.includes(method)))
        return notTestable(`not covered: the adapter does not list ${gate.join(', ')}`);
      const reason = only === undefined ? 'no case that shows it was run' : `only ${only} was requested`;
      return { status: 'not-exercised', reason };
    },
    shortfalls() {
      if (scenarios.length > 0) return skipped(scenarios.filter(({ id }) => !OPTIONAL.test(id)));
      const listed = `the adapter lists no method that the gate knows (${methods.join(', ') || 'none'})`;
      return [{ what: only === undefined ? listed : `the adapter lists no method of ${only}` }];
    },
    facts: factsOf(evidence, growthFact),
    conformant(known) {
      const where = only === undefined ? `in what it lists (${methods.join(', ')})` : `in ${only} alone`;
      return `${name} ${version} passes edition ${edition} of the gate: no breach${known} ${where}.`;
    },
  };
}
