import { judge } from '../checks/judge.ts';
import { type Dialect, parseDialect } from '../core/dialect.ts';
import type { Evidence } from '../core/evidence.ts';
import { type FactsFile, facts } from '../facts/facts.ts';
import { learn } from '../facts/learn.ts';
import { measureStrength } from '../strength/measure.ts';
import { type Summary, summarise } from './summary.ts';

/** What a run comes to. */
export interface Conclusion {
  readonly summary: Summary;
  readonly facts: FactsFile;
}

/** Learns, judges and sums up. Pure: a live run, a replayed one and a merged one come to the same from the same record. */
export function conclude(evidence: Evidence): Conclusion {
  const told: Dialect = parseDialect(JSON.stringify(evidence.run.dialect ?? {}), 'the dialect in the record');
  const learned = learn(evidence, told);
  const judged = judge(evidence, learned.readings);
  const strength = measureStrength(evidence, learned.readings);
  return { summary: summarise(evidence, learned, judged, strength), facts: facts(evidence, learned) };
}
