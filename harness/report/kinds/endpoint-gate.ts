import type { Evidence, GateInfo } from '../../core/evidence.ts';
import { clockOffset } from '../../endpoint/clock-offset.ts';
import type { Fact } from '../../facts/fact.ts';
import { ENDPOINT_CHECKS } from './endpoint-checks.ts';
import { type RunKind, skipped } from './run-kind.ts';

/** Requirements on the distance of `t` from the clock. */
const TIMED = new Set(['receiver.tolerance', 'signature.tolerance']);

/** The gate of a webhook endpoint: its cases are the scenarios. */
export function endpointGate(
  evidence: Evidence,
  { edition, only }: GateInfo,
  { credits, restart }: NonNullable<GateInfo['endpoint']>,
): RunKind {
  const { scenarios, exchanges, run } = evidence;
  const offset = exchanges.map(clockOffset).find(seconds => seconds !== undefined);
  return {
    checks: ENDPOINT_CHECKS,
    judged: 'endpoint',
    subject: 'The backend',
    noun: 'gate',
    incomplete: 'configuration',
    unseen({ id, endpoint }) {
      const missing =
        endpoint.length === 0
          ? 'it binds the service or an SDK; `run` and `gate` judge it'
          : !credits && endpoint.some(kind => kind.startsWith('credit.') || !kind.startsWith('signature.'))
            ? 'what the backend credits is not known; set --credits'
            : id === 'credit.crash' && !restart
              ? 'the backend cannot be killed; set --restart'
              : TIMED.has(id) && offset !== undefined
                ? `the clock of the backend is ${Math.abs(offset)} s ${offset > 0 ? 'ahead' : 'behind'}`
                : undefined;
      if (missing !== undefined) return { status: 'not-testable', reason: missing };
      const skip = scenarios.find(
        ({ outcome, id: seen }) => outcome === 'skipped' && endpoint.includes(kindOfCase(seen)),
      );
      const reason =
        skip?.reason ?? (only === undefined ? 'no case that shows it was tried' : `only ${only} was asked for`);
      return { status: 'not-exercised', reason };
    },
    shortfalls: () => skipped(scenarios),
    facts: factsOf(evidence),
    conformant(known) {
      const what = credits ? 'every order is credited as it should be' : 'no forged webhook is acknowledged';
      const where = only === undefined ? '' : ` in ${only} alone`;
      return `${run.target.url} passes edition ${edition} of the endpoint gate: no breach${known}${where}; ${what}.`;
    },
  };
}

function kindOfCase(id: string): string {
  return id.split('/')[0] ?? id;
}

/** What the backend does where the specification says nothing. */
function factsOf({ cases = [], scenarios }: Evidence): readonly Fact[] {
  return cases.flatMap(({ id, observed }) => {
    const at = scenarios.find(scenario => scenario.id === id)?.from;
    if (observed === undefined || at === undefined) return [];
    const seen = new Date(at).toISOString();
    const found = { gap: observed.gap, status: 'answered', value: observed.value, count: 1, samples: 1 } as const;
    return [{ ...found, firstSeen: seen, lastSeen: seen, evidence: [id] }];
  });
}
