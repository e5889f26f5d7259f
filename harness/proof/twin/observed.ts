import { type Answered, answersOfService } from '../../evidence/answered.ts';
import type { Dialect } from '../../evidence/dialect.ts';
import type { Delivery, Evidence } from '../../evidence/evidence.ts';
import { type ReceivedEvent, View } from '../../evidence/view.ts';
import { arrivalOf } from '../../evidence/windows.ts';
import type { Fact, FactsFile } from '../../facts/fact.ts';
import { facts } from '../../facts/facts.ts';
import { type Learned, learn } from '../../facts/learn.ts';
import { factsAbout, mostSay, observedDialect } from '../../facts/observed-dialect.ts';
import { type Cause, causesIn } from '../../order/causes.ts';

/** A record for the readers of dialect keys: the evidence, and what the facts already say. */
export class Observed {
  readonly evidence: Evidence;
  readonly learned: Learned;
  readonly view: View;
  readonly facts: FactsFile;
  /** The documented dialect keys. */
  readonly dialect: Dialect;
  /** Complete answers of the service on documented routes. */
  readonly answers: readonly Answered[];
  /** Deliveries that belong to a journey. */
  readonly deliveries: readonly Delivery[];
  /** Every event of every journey. */
  readonly events: readonly ReceivedEvent[];
  /** Every event with what caused it, by first arrival. */
  readonly causes: readonly Cause[];

  constructor(evidence: Evidence) {
    this.evidence = evidence;
    this.learned = learn(evidence, (evidence.run.dialect ?? {}) as Dialect);
    this.view = View.of(evidence, this.learned.interpretations[0]);
    this.facts = facts(evidence, this.learned);
    this.dialect = observedDialect(this.view, this.learned, this.facts);
    this.answers = answersOfService(this.view).filter(({ operation }) => operation !== undefined);
    this.deliveries = this.view.deliveries;
    this.events = evidence.journeys.flatMap(journey => this.view.eventsOf(journey));
    this.causes = causesIn(this.view).causes.toSorted((a, b) => arrivalOf(a.event) - arrivalOf(b.event));
  }

  /** The answered facts about a gap, optionally with matching conditions. */
  factsAbout(gap: string, condition?: string | RegExp): readonly Fact[] {
    return factsAbout(this.facts.facts, gap, condition);
  }

  /** The most frequent answer to a gap. @param map converts an answer to the value of the key; `undefined` skips it */
  fact<T>(gap: string, condition: string | RegExp | undefined, map: (value: unknown) => T | undefined) {
    return mostSay(this.factsAbout(gap, condition), map);
  }
}
