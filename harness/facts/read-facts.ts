import { HarnessError } from '../base/errors.ts';
import { stringify } from '../base/json.ts';
import { parseJson } from '../base/parse-json.ts';
import { Facts as validate } from '../contract/generated/file-validators.js';
import { type Fact, type FactsFile, isSeen, keyOf } from './fact.ts';

/**
 * Reads facts as `facts.schema.json` describes them. It fills in what a hand-written file may leave out, and merges
 * entries of the same gap and condition.
 * @param name of the file, for errors
 * @throws HarnessError `facts-invalid` (usage)
 */
export function parseFacts(text: string, name: string): FactsFile {
  const refuse = (problem: string) =>
    new HarnessError('facts-invalid', 'usage', `${name}: ${problem}`, {
      expected: 'what harness/facts/facts.schema.json describes',
      next: 'use a facts.json of a run, or its run folder',
    });
  const { target, facts } = parseJson(text, validate, refuse) as { target: string; facts: readonly Partial<Fact>[] };
  const groups = Map.groupBy(facts.map(completed), keyOf);
  return { target, facts: [...groups.values()].map(together) };
}

function completed(fact: Partial<Fact>): Fact {
  const { gap = '', status = 'answered', evidence = [] } = fact;
  const count = fact.count ?? (status === 'unanswered' ? 0 : 1);
  return { ...fact, gap, status, evidence, count, samples: Math.max(count, fact.samples ?? count) };
}

function together(facts: readonly Fact[]): Fact {
  const [first] = facts as [Fact, ...Fact[]];
  const seen = facts.filter(isSeen);
  const [lead = first] = seen;
  if (seen.length < 2) return lead;
  const values = new Map(seen.flatMap(({ value }) => [value].flat()).map(value => [stringify(value), value]));
  return {
    ...lead,
    value: values.size === 1 ? lead.value : [...values.values()],
    count: seen.reduce((sum, { count }) => sum + count, 0),
    samples: seen.reduce((sum, { samples }) => sum + samples, 0),
  };
}
