import type { Evidence, GateInfo } from '../../evidence/evidence.ts';
import type { Fact } from '../../facts/fact.ts';
import { kindOf } from '../../gates/endpoint/case-id.ts';
import { clockOffset } from '../../gates/endpoint/clock-offset.ts';
import { ENDPOINT_CHECKS, isVain } from './endpoint-checks.ts';
import { type RunKind, type Shortfall, skipped } from './run-kind.ts';

/** Requirements on the distance of `t` from the clock. */
const TIMED = new Set(['receiver.tolerance', 'signature.tolerance']);

const NOTHING_ACKNOWLEDGED: Shortfall = {
  what:
    'the backend acknowledged not one genuine webhook, so that what it refuses says nothing: it verifies with ' +
    'another signing secret, or refuses everything',
  setting: 'SIGNING_SECRET',
};

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
    noun: 'gate',
    incomplete: 'configuration',
    unseen({ id, endpoint }) {
      const notTestable = (reason: string) => ({ status: 'not-testable', reason }) as const;
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
      const where = only === undefined ? '' : ` in ${only} alone`;
      return `${run.target.url} passes edition ${edition} of the endpoint gate: no breach${known}${where}; ${what}.`;
    },
  };
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
