import { lastStepBefore } from '../core/causality.ts';
import type { Delivery, Evidence, Exchange, Journey, Step } from '../core/evidence.ts';
import { View } from '../core/view.ts';
import { type NumberedFinding, numberFindings } from './numbered-finding.ts';
import type { Summary } from './summary.ts';

/** Everything of a run by its id, computed once: what the renderers look things up in. */
export class RunIndex {
  readonly evidence: Evidence;
  readonly summary: Summary;
  /** The evidence under the first reading, as the findings were reported. */
  readonly view: View;
  readonly findings: readonly NumberedFinding[];
  readonly exchanges: ReadonlyMap<string, Exchange>;
  readonly deliveries: ReadonlyMap<string, Delivery>;
  readonly journeys: ReadonlyMap<string, Journey>;
  readonly #steps: ReadonlyMap<string, Step>;
  readonly #findingsOf = new Map<string, NumberedFinding[]>();
  readonly #repeats = new Map<string, number>();

  constructor(evidence: Evidence, summary: Summary) {
    this.evidence = evidence;
    this.summary = summary;
    this.view = new View(evidence, summary.dialect.interpretations[0]);
    this.findings = numberFindings(summary.findings);
    this.exchanges = new Map(evidence.exchanges.map(exchange => [exchange.id, exchange]));
    this.deliveries = new Map(evidence.deliveries.map(delivery => [delivery.id, delivery]));
    this.journeys = new Map(evidence.journeys.map(journey => [journey.id, journey]));
    this.#steps = new Map(evidence.journeys.flatMap(({ steps }) => steps.map(step => [step.exchange, step] as const)));
    for (const numbered of this.findings) for (const id of numbered.finding.evidence) this.#note(id, numbered);
    for (const journey of evidence.journeys) {
      for (const { deliveries } of this.view.eventsOf(journey)) {
        for (const [index, { id }] of deliveries.entries()) this.#repeats.set(id, index);
      }
    }
  }

  /** Findings whose evidence names this exchange, delivery or journey. */
  findingsOf(id: string): readonly NumberedFinding[] {
    return this.#findingsOf.get(id) ?? [];
  }

  /** Findings that a journey shows, by itself or by its exchanges and deliveries. */
  findingsOfJourney(journey: Journey): readonly NumberedFinding[] {
    const own = this.evidence.exchanges.filter(exchange => exchange.journey === journey.id);
    const ids = [journey.id, ...own.map(({ id }) => id), ...this.deliveriesOf(journey).map(({ id }) => id)];
    return [...new Set(ids.flatMap(id => this.findingsOf(id)))].sort((a, b) => a.number - b.number);
  }

  /** Deliveries of a journey by arrival, cut-off ones too. */
  deliveriesOf(journey: Journey): readonly Delivery[] {
    return this.view.deliveries.filter(delivery => this.view.journeyOf(delivery)?.id === journey.id);
  }

  /** How many deliveries of the same event came before this one. */
  repeatsBefore(delivery: Delivery): number {
    return this.#repeats.get(delivery.id) ?? 0;
  }

  /** The step that an exchange is the call of. */
  stepOf(exchange: Exchange): Step | undefined {
    return this.#steps.get(exchange.id);
  }

  /** The scenario that an exchange or delivery belongs to; undefined for what belongs to none. */
  scenarioOf(id: string): string | undefined {
    const delivery = this.deliveries.get(id);
    if (delivery) return this.view.journeyOf(delivery)?.scenario;
    return this.exchanges.get(id)?.scenario ?? this.journeys.get(id)?.scenario;
  }

  /**
   * The request with which a finding can be seen again: the first exchange of its evidence; where there is none, the
   * step before the delivery, or the last step of the journey, that shows it.
   */
  requestOf({ finding }: NumberedFinding): { readonly exchange: Exchange; readonly shown: boolean } | undefined {
    const shown = finding.evidence.map(id => this.exchanges.get(id)).find(exchange => exchange !== undefined);
    if (shown) return { exchange: shown, shown: true };
    for (const id of finding.evidence) {
      const delivery = this.deliveries.get(id);
      const journey = delivery ? this.view.journeyOf(delivery) : this.journeys.get(id);
      const step = journey && lastStepBefore(journey, delivery?.at ?? Number.POSITIVE_INFINITY);
      const cause = step && this.exchanges.get(step.exchange);
      if (cause) return { exchange: cause, shown: false };
    }
    return undefined;
  }

  #note(id: string, numbered: NumberedFinding): void {
    const list = this.#findingsOf.get(id);
    if (list) list.push(numbered);
    else this.#findingsOf.set(id, [numbered]);
  }
}
