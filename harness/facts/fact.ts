/** Whether a gap is answered under a condition: seen, not seen, or seen in two ways that exclude each other. */
export type FactStatus = 'answered' | 'unanswered' | 'contradicted';

/** One of several values of a fact, with what shows it. */
export interface ValueSeen {
  readonly value: unknown;
  /** How often it was seen. */
  readonly count: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** Ids of exchanges and deliveries, at most three. */
  readonly evidence: readonly string[];
}

/** A time during which a fact had one value; the border between two is a change point. */
export interface Epoch {
  /** Absent where it could have been seen and was not. */
  readonly value?: unknown;
  readonly status: FactStatus;
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** Over all runs of the epoch. */
  readonly count: number;
  readonly samples: number;
  readonly runs: number;
}

/** What is known about a gap, under a condition where the answer may depend on one (INTERFACE, the run folder). */
export interface Fact {
  readonly gap: string;
  readonly condition?: string;
  readonly status: FactStatus;
  /** What was seen. An observed value, or a list of them, is never the list of allowed ones. */
  readonly value?: unknown;
  /** How often something was seen, in the last run that could have shown it. */
  readonly count: number;
  /** How often it could have been, in that run: a field of 3 in 10 bodies has a count of 3 and 10 samples. */
  readonly samples: number;
  /** UTC, RFC 3339. */
  readonly firstSeen?: string;
  readonly lastSeen?: string;
  /** Ids of exchanges and deliveries, at most ten. */
  readonly evidence: readonly string[];
  /** Why it is not answered, or what contradicts what. */
  readonly reason?: string;
  /** What the samples were drawn from, where several facts share it: the fields of one kind of body. */
  readonly among?: string;
  /** Each value by itself, where there are several. */
  readonly values?: readonly ValueSeen[];
  /** What it was over time, oldest first; only in facts that runs were folded into. */
  readonly epochs?: readonly Epoch[];
  /** A person's word that it is meant so: later runs are held to it. */
  readonly confirmed?: string;
}

/** `facts.json`, as `harness/facts/facts.schema.json` has it. */
export interface FactsFile {
  readonly target: string;
  readonly facts: readonly Fact[];
}

/** What tells facts apart: gap and condition. */
export function keyOf({ gap, condition }: Pick<Fact, 'gap' | 'condition'>): string {
  return condition === undefined ? gap : `${gap} · ${condition}`;
}
