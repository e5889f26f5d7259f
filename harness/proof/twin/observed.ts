import { answersOfService } from '../../evidence/answered.ts';
import type { Dialect } from '../../evidence/dialect.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { arrivalOf, View } from '../../evidence/view.ts';
import { facts } from '../../facts/facts.ts';
import { learn } from '../../facts/learn.ts';
import { factsAbout, mostSay, observedDialect } from '../../facts/observed-dialect.ts';
import { causesIn } from '../../order/causes.ts';

/** A record for the readers of dialect keys: the evidence, and what the facts already say. */
export type Original = ReturnType<typeof observe>;

/** Reads from evidence what the readers of dialect keys need. */
export function observe(evidence: Evidence) {
  const learned = learn(evidence, (evidence.run.dialect ?? {}) as Dialect);
  const view = View.of(evidence, learned.interpretations[0]);
  const all = facts(evidence, learned);
  const about = (gap: string, condition?: string | RegExp) => factsAbout(all.facts, gap, condition);
  return {
    ...{ evidence, learned, view, facts: all },
    /** The documented dialect keys. */
    dialect: observedDialect(view, learned, all),
    /** Complete answers of the service on documented routes. */
    answers: answersOfService(view).filter(({ operation }) => operation !== undefined),
    /** Deliveries that belong to a journey. */
    deliveries: view.deliveries,
    /** Every event of every journey. */
    events: evidence.journeys.flatMap(journey => view.eventsOf(journey)),
    /** Every event with what caused it, by first arrival. */
    causes: causesIn(view).causes.toSorted((a, b) => arrivalOf(a.event) - arrivalOf(b.event)),
    /** The answered facts about a gap, optionally with matching conditions. */
    factsAbout: about,
    /** The most frequent answer to a gap. @param map converts it to the value of the key; `undefined` skips it */
    fact: <T>(gap: string, condition: string | RegExp | undefined, map: (value: unknown) => T | undefined) =>
      mostSay(about(gap, condition), map),
  };
}
