import type { Delivery, Evidence, Exchange, Journey, ScenarioRecord } from '../evidence/evidence.ts';
import type { Interpretation } from '../evidence/interpretation.ts';
import { View } from '../evidence/view.ts';
import type { Finding } from '../judgement/checks/judge.ts';
import type { Comparison } from './comparison.ts';
import type { JourneyStatus, ScenarioStatus } from './statuses.ts';
import type { Summary } from './summary.ts';

/** A finding with its number in the report: `F1` everywhere. */
export interface NumberedFinding {
  /** From 1. Breaches come before advice. */
  readonly number: number;
  readonly finding: Finding;
  /** Ids of all requirements that it breaks, the most telling first. */
  readonly requirements: readonly string[];
  /** Ids of the requirements that could not be judged because of it. */
  readonly hides: readonly string[];
  /** How it relates to the finding above it, in words; absent for a top-level finding. */
  readonly relation?: string;
}

/** Numbers the findings of a summary in their order. */
function numberFindings({ findings, requirements }: Pick<Summary, 'findings' | 'requirements'>) {
  return findings.map((finding, index): NumberedFinding => {
    const { below } = finding;
    return {
      number: index + 1,
      finding,
      requirements: [finding.requirement, ...(finding.also ?? [])],
      hides: requirements.flatMap(({ id, maskedBy }) => (maskedBy?.includes(index) ? [id] : [])),
      ...(below && { relation: RELATIONS[below.why](`F${below.finding + 1}`) }),
    };
  });
}

const RELATIONS = {
  requirement: (above: string) => `breaks the requirement of ${above} in another way`,
  evidence: (above: string) => `is seen only where ${above} is seen`,
} as const;

/** A top-level finding, and the findings below it. */
export interface FindingGroup {
  readonly head: NumberedFinding;
  readonly below: readonly NumberedFinding[];
}

/** Groups findings in their order. Each top-level finding starts a group. */
export function groupFindings(findings: readonly NumberedFinding[]): readonly FindingGroup[] {
  const heads = findings.filter(({ relation }) => relation === undefined);
  const ends = [...heads.slice(1).map(({ number }) => number - 1), findings.length];
  return heads.map((head, nth) => ({ head, below: findings.slice(head.number, ends[nth]) }));
}

/** The numbers of consecutive findings: `F2`, `F2 and F3`, `F2 to F5`. */
export function namesOf(findings: readonly NumberedFinding[]): string {
  const [first, last] = [findings[0]?.number ?? 0, findings.at(-1)?.number ?? 0];
  if (first === last) return `F${first}`;
  return last - first === 1 ? `F${first} and F${last}` : `F${first} to F${last}`;
}

/** The most pieces of evidence shown for a finding. summary.json has all. */
export const MOST_EVIDENCE = 20;

/** A scenario of the record with its status. */
export interface DrivenScenario
  extends Omit<ScenarioStatus, 'findings'>,
    Pick<ScenarioRecord, 'from' | 'to' | 'outcome'> {
  /** The breaches that concern it. */
  readonly findings: readonly NumberedFinding[];
}

/** The interpretation of a gate, which has no webhooks. */
const NO_WEBHOOKS: Interpretation = { signatureHeaders: [], timestampUnit: 's' };

/** Everything of a run by id, computed once, for the renderers, which derive no status. */
export class RunIndex {
  readonly evidence: Evidence;
  readonly summary: Summary;
  /** What changed since the baseline; absent without one. */
  readonly compared: Comparison | undefined;
  /** The evidence under the first interpretation, which the findings are based on. */
  readonly view: View;
  readonly findings: readonly NumberedFinding[];
  readonly deliveries: ReadonlyMap<string, Delivery>;
  /** Scenarios in the order of the record. */
  readonly scenarios: readonly DrivenScenario[];
  readonly #statuses: ReadonlyMap<string, JourneyStatus>;
  readonly #exchangesOf: ReadonlyMap<string | undefined, readonly Exchange[]>;
  readonly #deliveriesOf: ReadonlyMap<string | undefined, readonly Delivery[]>;
  readonly #findingsOf: ReadonlyMap<string, readonly { readonly numbered: NumberedFinding }[]>;
  readonly #attempts: ReadonlyMap<string, readonly Delivery[]>;

  constructor(evidence: Evidence, summary: Summary, compared?: Comparison) {
    this.evidence = evidence;
    this.summary = summary;
    this.view = View.of(evidence, summary.dialect?.interpretations[0] ?? NO_WEBHOOKS);
    this.findings = numberFindings(summary);
    this.deliveries = new Map(evidence.deliveries.map(delivery => [delivery.id, delivery]));
    this.#statuses = new Map(summary.journeys?.map(status => [status.id, status]));
    this.#exchangesOf = Map.groupBy(evidence.exchanges, ({ journey }) => journey);
    this.#deliveriesOf = Map.groupBy(this.view.deliveries, delivery => this.view.journeyOf(delivery)?.id);
    const seen = new Map(evidence.scenarios.map(scenario => [scenario.id, scenario]));
    this.scenarios = summary.scenarios.map(scenario => ({
      ...{ from: evidence.run.at, ...seen.get(scenario.id) },
      ...scenario,
      findings: this.#numbered(scenario.findings),
    }));
    const shown = this.findings.flatMap(numbered => numbered.finding.evidence.map(id => ({ id, numbered })));
    this.#findingsOf = Map.groupBy(shown, ({ id }) => id);
    const events = evidence.journeys.flatMap(journey => this.view.eventsOf(journey));
    this.#attempts = new Map(
      events.flatMap(({ deliveries }) => deliveries.map(({ id }, nth) => [id, deliveries.slice(0, nth)] as const)),
    );
    this.compared = compared;
  }

  /** Findings whose evidence names this exchange, delivery or journey. */
  findingsOf(id: string): readonly NumberedFinding[] {
    return this.#findingsOf.get(id)?.map(({ numbered }) => numbered) ?? [];
  }

  /** Findings on a requirement. */
  findingsOn({ findings }: Summary['requirements'][number]): readonly NumberedFinding[] {
    return this.#numbered(findings);
  }

  /** The status of a journey. */
  statusOf({ id }: Journey): JourneyStatus['status'] {
    return this.#statuses.get(id)?.status ?? 'incomplete';
  }

  /** The breaches that concern a journey. */
  breachesOf({ id }: Journey): readonly NumberedFinding[] {
    return this.#numbered(this.#statuses.get(id)?.findings ?? []);
  }

  /** Exchanges of a journey, in order. */
  exchangesOf({ id }: Journey): readonly Exchange[] {
    return this.#exchangesOf.get(id) ?? [];
  }

  /** Deliveries of a journey by arrival, including cut-off ones. */
  deliveriesOf({ id }: Journey): readonly Delivery[] {
    return this.#deliveriesOf.get(id) ?? [];
  }

  /** The earlier deliveries of the same event, in order. */
  attemptsBefore(delivery: Delivery): readonly Delivery[] {
    return this.#attempts.get(delivery.id) ?? [];
  }

  /** The scenario of an exchange or delivery; `undefined` if it has none. */
  scenarioOf(id: string): string | undefined {
    return this.view.exchange(id)?.scenario ?? this.view.journeyBy(id)?.scenario;
  }

  /**
   * The request that reproduces a finding: the first exchange in its evidence; if there is none, the step before its
   * delivery, or the last step of its journey.
   */
  requestOf({ finding }: NumberedFinding): Exchange | undefined {
    const shown = finding.evidence.map(id => this.view.exchange(id)).find(exchange => exchange !== undefined);
    if (shown) return shown;
    const causes = finding.evidence.flatMap(id => {
      const journey = this.view.journeyBy(id);
      const step = journey?.steps.findLast(({ at }) => at <= (this.deliveries.get(id)?.at ?? Number.POSITIVE_INFINITY));
      return (step && this.view.exchange(step.exchange)) ?? [];
    });
    return causes[0];
  }

  #numbered(positions: readonly number[]): readonly NumberedFinding[] {
    return positions.flatMap(position => this.findings[position] ?? []);
  }
}
