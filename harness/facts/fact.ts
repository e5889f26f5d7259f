import { HarnessError } from '../base/errors.ts';
import { stringify } from '../base/json.ts';
import { parseJson } from '../base/parse-json.ts';
import { Facts as validate } from '../contract/generated/file-validators.js';

/** Whether a gap is answered under a condition: seen, not seen, or seen with answers that contradict each other. */
type FactStatus = 'answered' | 'unanswered' | 'contradicted';

/** One of several values of a fact, with its evidence. */
export interface FactValue {
  readonly value: unknown;
  /** How often it was seen. */
  readonly count: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** Ids of exchanges, deliveries and journeys, at most three. */
  readonly evidence: readonly string[];
}

/** What is known about a gap, under a condition if the answer depends on one (INTERFACE, the run folder). */
export interface Fact {
  readonly gap: string;
  readonly condition?: string;
  readonly status: FactStatus;
  /** The observed value, or a list of several. It is never the list of allowed values. */
  readonly value?: unknown;
  /** How often it was seen in the last run that could have shown it. */
  readonly count: number;
  /** How often it could have been seen in that run: a field in 3 of 10 bodies has a count of 3 and 10 samples. */
  readonly samples: number;
  /** UTC, RFC 3339. Both are absent if it was never seen. */
  readonly firstSeen?: string;
  readonly lastSeen?: string;
  /** Ids of exchanges, deliveries and journeys, at most ten. */
  readonly evidence: readonly string[];
  /** Why it is not answered, or how the answers contradict each other. */
  readonly reason?: string;
  /** The pool of samples that several facts share: the fields of one kind of body. */
  readonly among?: string;
  /** Each value with its own count, if there are several. */
  readonly values?: readonly FactValue[];
}

/** `facts.json`, as `harness/facts/facts.schema.json` describes it. */
export interface FactsFile {
  readonly target: string;
  readonly facts: readonly Fact[];
}

/** Whether a fact has an observed value. */
export function isSeen({ status, count }: Pick<Fact, 'status' | 'count'>): boolean {
  return status !== 'unanswered' && count > 0;
}

/** The key of a fact: its gap and condition. */
export function keyOf({ gap, condition }: Pick<Fact, 'gap' | 'condition'>): string {
  return condition === undefined ? gap : `${gap} · ${condition}`;
}

/** One occasion on which something was seen, or could have been. */
export interface Sample {
  readonly gap: string;
  readonly condition?: string;
  /** The pool of samples that several facts share. */
  readonly among?: string;
  /** The observed value; absent if it could have been seen and was not. */
  readonly value?: string | number | boolean | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The id of the exchange or delivery that shows it. */
  readonly id: string;
}

/**
 * Parses facts according to `facts.schema.json`. Adds what a hand-written file may omit, and merges entries with the
 * same gap and condition.
 *
 * @param name the name of the file, for errors
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

/**
 * Folds a run into the kept facts. A fact keeps its `firstSeen` until its value changes. Its other members are those of
 * the last run that showed it. A fact that the run did not show stays as it is.
 *
 * @param kept the facts so far; undefined for the first run
 */
export function fold(kept: FactsFile | undefined, run: FactsFile): FactsFile {
  const facts = new Map(kept?.facts.map(fact => [keyOf(fact), fact]));
  for (const fact of run.facts) facts.set(keyOf(fact), foldFact(facts.get(keyOf(fact)), fact));
  const all = [...facts.values()];
  const answeredGaps = new Set(all.filter(isSeen).map(({ gap }) => gap));
  // An answered gap needs no entry for an unanswered condition.
  const folded = all.filter(fact => isSeen(fact) || !answeredGaps.has(fact.gap));
  return { target: run.target, facts: inOrder(folded, run) };
}

function foldFact(old: Fact | undefined, now: Fact): Fact {
  if (old === undefined || !isSeen(old)) return now;
  if (!isSeen(now)) return old;
  const isSame = old.status === now.status && stringify(old.value) === stringify(now.value);
  return isSame && old.firstSeen !== undefined ? { ...now, firstSeen: old.firstSeen } : now;
}

/** Sorted by gap, in the order of the run (that of `openapi/gaps.yaml`), and then by condition. */
function inOrder(facts: readonly Fact[], run: FactsFile): readonly Fact[] {
  const gaps = [...new Set(run.facts.map(({ gap }) => gap))];
  const place = ({ gap }: Fact) => (gaps.includes(gap) ? gaps.indexOf(gap) : gaps.length);
  return [...facts].sort((a, b) => place(a) - place(b) || ((a.condition ?? '') < (b.condition ?? '') ? -1 : 1));
}
