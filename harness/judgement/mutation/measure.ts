import { HAPPY_PATH } from '../../contract/lifecycle.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { emptyEvidence } from '../../evidence/evidence-lines.ts';
import type { Interpretation } from '../../evidence/interpretation.ts';
import { View } from '../../evidence/view.ts';
import type { Check } from '../checks/check.ts';
import { CHECKS } from '../checks/index.ts';
import { judge } from '../checks/judge.ts';
import { DELIVERY_MUTATIONS } from './delivery-mutations.ts';
import type { Mutation } from './edit.ts';
import { EXCHANGE_MUTATIONS } from './exchange-mutations.ts';
import { JOURNEY_MUTATIONS } from './journey-mutations.ts';

/** How many breaches of one kind the checks detected. */
export interface Exposure {
  readonly mutation: string;
  readonly requirement: string;
  readonly tried: number;
  readonly exposed: number;
}

/** How reliable a verdict is: the share of breaches, injected into the run's evidence, that the checks detected. */
export interface MutationScore {
  readonly tried: number;
  readonly exposed: number;
  /** Every mutation, including those that fit nowhere in the evidence. */
  readonly exposures: readonly Exposure[];
}

/** The score of a run that is not measured: no mutation was tried. */
export function unmeasured(): MutationScore {
  const exposures = MUTATIONS.map(({ name, requirement }) => ({ mutation: name, requirement, tried: 0, exposed: 0 }));
  return { tried: 0, exposed: 0, exposures };
}

/** All evidence mutations. */
export const MUTATIONS: readonly Mutation[] = [...JOURNEY_MUTATIONS, ...DELIVERY_MUTATIONS, ...EXCHANGE_MUTATIONS];

/**
 * Injects breaches into a copy of the evidence, one at a time, each in one place, and judges it. A breach is detected
 * if a check of its requirement reports it. Requirements that the evidence already violates are left out.
 */
export function measureMutationScore(
  evidence: Evidence,
  interpretations: readonly [Interpretation, ...Interpretation[]],
  checks: readonly Check[] = CHECKS,
  mutations: readonly Mutation[] = MUTATIONS,
): MutationScore {
  const part = sample(evidence, View.of(evidence, interpretations[0]));
  const view = View.of(part, interpretations[0]);
  const found = findingsOn(part, interpretations, checks);
  const before = new Set(found.map(({ key }) => key));
  const broken = new Set(found.filter(({ breach }) => breach).map(({ requirement }) => requirement));
  const exposures: Exposure[] = [];
  for (const { name, requirement, apply } of mutations) {
    const own = checks.filter(check => check.requirements.includes(requirement));
    const [changed] = broken.has(requirement) ? [] : apply(part, view);
    const isExposed =
      changed !== undefined &&
      // The checks run one by one, because the first that detects it is enough.
      own.some(check =>
        findingsOn(changed, interpretations, [check]).some(
          finding => finding.requirement === requirement && !before.has(finding.key),
        ),
      );
    exposures.push({ mutation: name, requirement, tried: changed ? 1 : 0, exposed: isExposed ? 1 : 0 });
  }
  const sum = (of: 'tried' | 'exposed') => exposures.reduce((total, exposure) => total + exposure[of], 0);
  return { tried: sum('tried'), exposed: sum('exposed'), exposures };
}

/** The findings on each requirement. A key contains the finding and its count. */
function findingsOn(
  evidence: Evidence,
  interpretations: readonly [Interpretation, ...Interpretation[]],
  checks: readonly Check[],
) {
  return judge(evidence, interpretations, checks).findings.flatMap(({ id, count, severity, requirement, also = [] }) =>
    [requirement, ...also].map(on => ({ requirement: on, key: `${id} ${on} ${count}`, breach: severity === 'breach' })),
  );
}

/** How many journeys and exchanges of each kind are kept. */
const OF_EACH = 2;

/** A part of the evidence that still contains every kind, so that judging it again is cheap. */
export function sample(evidence: Evidence, view: View): Evidence {
  const journeys = firstOfEach(evidence.journeys, ({ scenario, steps }) =>
    // An exploring journey takes steps in a unique order; one without steps makes other calls.
    steps.length === 0 || steps.length > HAPPY_PATH.length
      ? scenario
      : steps.map(({ event, receivedAmount }) => `${event} ${receivedAmount !== undefined}`).join(),
  );
  const ids = new Set(journeys.map(({ id }) => id));
  const kept = new Set(
    firstOfEach(
      evidence.exchanges.filter(({ journey }) => journey === undefined),
      ({ operation, condition, response, request }) =>
        `${operation} ${condition} ${response?.status} ${request.url} ${request.body?.sha256}`,
    ).map(({ id }) => id),
  );
  return {
    ...emptyEvidence(evidence.run),
    scenarios: evidence.scenarios,
    orders: evidence.orders,
    journeys,
    exchanges: evidence.exchanges.filter(
      ({ id, journey }) => kept.has(id) || (journey !== undefined && ids.has(journey)),
    ),
    deliveries: evidence.deliveries.filter(delivery => ids.has(view.journeyOf(delivery)?.id ?? '')),
    waits: evidence.waits.filter(({ journey }) => ids.has(journey)),
    ...(evidence.end && { end: evidence.end }),
  };
}

function firstOfEach<T>(items: readonly T[], kindOf: (item: T) => string): readonly T[] {
  const kept = new Set([...Map.groupBy(items, kindOf).values()].flatMap(alike => alike.slice(0, OF_EACH)));
  return items.filter(item => kept.has(item));
}
