import type { Finding } from '../checks/judge.ts';
import { realWorld } from '../core/real-world.ts';
import { embeddedTarget } from '../journeys/embedded-target.ts';
import { perform } from '../journeys/perform.ts';
import type { Scenario } from '../journeys/scenario.ts';
import { unmeasured } from '../mutation/measure.ts';
import { conclude } from '../report/conclude.ts';
import { isRecognised } from '../report/recognition.ts';
import type { Summary } from '../report/summary.ts';
import type { ProofCase, ProofRow } from './case.ts';

/** Enough orders to show an intermittent fault on every step, and few enough to be quick. */
const MAX_ORDERS = 72;
/** How long a run waits for deliveries, which a fault withholds and a dialect delays, in milliseconds. */
const TIMEOUT_MS = { fault: 2_500, faultInDialect: 8_000, dialect: 20_000 };

/** Drives a whole run against a case, and compares its outcome with the expected one. */
export async function driveCase(proof: ProofCase, scenarios: readonly Scenario[]): Promise<ProofRow> {
  const { kind, name, faults, requirement, alsoBreaks = [], dialect, seed } = proof;
  const row = { kind, name, ...(requirement !== undefined && { requirement }) };
  if (proof.breaksNothing) return { ...row, outcome: 'nothing', by: [], found: [], milliseconds: 0 };
  const world = realWorld({ seed });
  const start = world.monotonic();
  const inDialect = kind === 'fault' && dialect !== undefined;
  const timeout = TIMEOUT_MS[inDialect ? 'faultInDialect' : kind];
  // A fault that depends on the dialect gets all that a run has.
  const maxOrders = inDialect ? Number.POSITIVE_INFINITY : MAX_ORDERS;
  const evidence = await perform({
    world,
    target: async () => {
      const settings = { deliveryTimeoutMs: timeout, redeliveryTimeoutMs: timeout };
      const target = await embeddedTarget({ world, settings, faults, dialect });
      return { ...target, makeOrders: count => target.makeOrders(Math.min(count, maxOrders)) };
    },
    run: name,
    seed,
    harness: 'prove',
    scenarios,
    suites: [],
    receiverHost: '127.0.0.1',
    receiverPort: 0,
    maxInFlight: MAX_ORDERS,
    secrets: [],
    sink: () => undefined,
    pseudonymKey: world.randomBytes(32),
  });
  const { summary } = conclude(evidence, unmeasured);
  return {
    ...row,
    milliseconds: Math.round(world.monotonic() - start),
    ...(kind === 'fault'
      ? faultOutcome(summary, [requirement ?? '', ...alsoBreaks], isRecognised(evidence))
      : dialectOutcome(summary)),
  };
}

type Outcome = Pick<ProofRow, 'outcome' | 'by' | 'found'>;

function faultOutcome(summary: Summary, broken: readonly string[], recognised: boolean | undefined): Outcome {
  if (!recognised) return { outcome: 'missed', by: [], found: ['the sandbox with this fault is not recognised'] };
  const breaches = breachesOf(summary);
  const own = breaches.filter(({ requirement, also = [] }) => [requirement, ...also].some(id => broken.includes(id)));
  if (own.length > 0) return { outcome: 'caught', by: checksOf(own), found: [] };
  const found = breaches.map(finding => `${finding.requirement}: ${finding.message}`);
  return { outcome: breaches.length > 0 ? 'unrelated' : 'missed', by: checksOf(breaches), found };
}

function dialectOutcome(summary: Summary): Outcome {
  if (summary.exitCode === 0) return { outcome: 'green', by: [], found: [] };
  const breaches = breachesOf(summary);
  const found = breaches.map(({ requirement, message, received }) => `${requirement}: ${message} (${received})`);
  return { outcome: 'red', by: checksOf(breaches), found: found.length > 0 ? found : [summary.message] };
}

function breachesOf({ findings }: Summary): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'breach');
}

function checksOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ check }) => check))];
}
