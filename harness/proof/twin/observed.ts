import { once } from '../../base/once.ts';
import { type Answered, answersOfService } from '../../evidence/answered.ts';
import type { Dialect } from '../../evidence/dialect.ts';
import type { Delivery, Evidence } from '../../evidence/evidence.ts';
import { type ReceivedEvent, View } from '../../evidence/view.ts';
import { arrivalOf } from '../../evidence/windows.ts';
import type { Fact, FactsFile } from '../../facts/fact.ts';
import { facts } from '../../facts/facts.ts';
import { type Learned, learn } from '../../facts/learn.ts';
import { observedDialect } from '../../facts/observed-dialect.ts';
import { factsAbout, mostSay, type Reading } from '../../facts/reading.ts';
import type { Cause } from '../../order/causes.ts';
import { causesIn } from '../../order/causes.ts';

/** A record as the readers of dialect keys see it: the evidence, and what the facts say already. */
export class Observed {
  readonly evidence: Evidence;
  readonly learned: Learned;
  readonly view: View;
  readonly facts: FactsFile;
  /** The documented keys. */
  readonly dialect: Dialect;
  readonly #byGap = once(() => Map.groupBy(this.facts.facts, ({ gap }) => gap));
  readonly #answers = once(() => answersOfService(this.view).filter(({ operation }) => operation !== undefined));
  readonly #events = once(() => this.evidence.journeys.flatMap(journey => this.view.eventsOf(journey)));

  constructor(evidence: Evidence) {
    this.evidence = evidence;
    this.learned = learn(evidence, (evidence.run.dialect ?? {}) as Dialect);
    this.view = View.of(evidence, this.learned.interpretations[0]);
    this.facts = facts(evidence, this.learned);
    this.dialect = observedDialect(this.view, this.learned, this.facts);
  }

  /** Whole answers of the service on documented routes. */
  get answers(): readonly Answered[] {
    return this.#answers();
  }

  /** Deliveries that belong to a journey. */
  get deliveries(): readonly Delivery[] {
    return this.view.deliveries;
  }

  /** Every event of every journey. */
  get events(): readonly ReceivedEvent[] {
    return this.#events();
  }

  /** Every event with what caused it, by first arrival. */
  get causes(): readonly Cause[] {
    return causesIn(this.view).causes.toSorted((a, b) => arrivalOf(a.event) - arrivalOf(b.event));
  }

  /** The facts about a gap that hold something, of all conditions or of those that match. */
  factsAbout(gap: string, condition?: string | RegExp): readonly Fact[] {
    return factsAbout(this.#byGap().get(gap) ?? [], gap, condition);
  }

  /** What the facts about a gap say most often. @param map makes the value of the key; undefined says nothing */
  fact<T>(gap: string, condition: string | RegExp | undefined, map: (value: unknown) => T | undefined) {
    return mostSay(this.factsAbout(gap, condition), map);
  }

  /** A documented key as the dialect has it, with the evidence of the facts about its gap. */
  documented(value: unknown, gap: string, condition?: string | RegExp): Reading | undefined {
    const about = this.factsAbout(gap, condition);
    if (value === undefined) return undefined;
    const sum = (of: 'count' | 'samples') => about.reduce((total, fact) => total + fact[of], 0);
    return { value, seen: sum('count'), of: sum('samples'), ids: about.flatMap(fact => fact.evidence).slice(0, 3) };
  }
}
