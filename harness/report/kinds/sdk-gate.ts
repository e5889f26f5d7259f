import type { AdapterInfo, Evidence, GateInfo } from '../../core/evidence.ts';
import { GATE_CHECKS } from './gate-checks.ts';
import { type RunKind, skipped } from './run-kind.ts';

/** Cases that may be skipped: a slow SDK need not get through a thousand calls. */
const OPTIONAL = new Set(['client/thousand']);

/** The gate of an SDK: its cases are the scenarios. */
export function sdkGate({ scenarios }: Evidence, { edition, only }: GateInfo, adapter: AdapterInfo): RunKind {
  const { name, version, methods } = adapter;
  return {
    checks: GATE_CHECKS,
    judged: 'sdk',
    subject: `${name} ${version}`,
    noun: 'gate',
    incomplete: 'sdk',
    unseen({ gate, exempt }) {
      const reason =
        exempt?.gate ??
        (gate.length === 0
          ? 'no adapter can show it; `run` judges the service, `gate --endpoint` a webhook handler'
          : undefined) ??
        (gate.some(method => methods.includes(method))
          ? undefined
          : `not covered: the adapter does not list ${gate.join(', ')}`);
      if (reason !== undefined) return { status: 'not-testable', reason };
      return {
        status: 'not-exercised',
        reason: only === undefined ? 'no case that shows it was asked' : `only ${only} was asked for`,
      };
    },
    shortfalls() {
      if (scenarios.length > 0) return skipped(scenarios.filter(({ id }) => !OPTIONAL.has(id)));
      const listed = `the adapter lists no method that the gate knows (${methods.join(', ') || 'none'})`;
      return [{ what: only === undefined ? listed : `the adapter lists no method of ${only}` }];
    },
    conformant(known) {
      const where = only === undefined ? `in what it lists (${methods.join(', ')})` : `in ${only} alone`;
      return `${name} ${version} passes edition ${edition} of the gate: no breach${known} ${where}.`;
    },
  };
}
