import { compareValues, type FactDifference, goneFrom, newIn } from './compare-values.ts';
import { type Fact, type FactsFile, isSeen, keyOf } from './fact.ts';

/** One difference between two sets of facts. */
export interface Change extends FactDifference {
  readonly gap: string;
  readonly condition?: string;
  readonly old?: unknown;
  readonly new?: unknown;
  /** True for the preview surface, which may change. */
  readonly preview: boolean;
  /** Ids of the evidence for the old and the new value. */
  readonly evidence: { readonly old: readonly string[]; readonly new: readonly string[] };
}

/** The difference between two sets of facts. */
export interface Drift {
  readonly old: string;
  readonly new: string;
  /** Breaking changes first. */
  readonly changes: readonly Change[];
  /** Facts that the new run had no chance, or fewer chances, to show. */
  readonly notExercised: readonly { readonly gap: string; readonly condition?: string; readonly why: string }[];
  /** How many facts are unchanged. */
  readonly same: number;
  /** Whether any change is breaking. */
  readonly breaking: boolean;
}

const RANK: readonly Change['kind'][] = ['contradicted', 'changed', 'gone', 'new'];

/** The changes between two sets of facts, regardless of their targets. */
export function driftBetween(old: FactsFile, now: FactsFile): Drift {
  const fresh = new Map(now.facts.map(fact => [keyOf(fact), fact]));
  const known = new Map(old.facts.map(fact => [keyOf(fact), fact]));
  const pools = poolsOf(now);
  const changes: Change[] = [];
  const notExercised: { gap: string; condition?: string; why: string }[] = [];
  let same = 0;
  for (const [key, before] of known) {
    const after = fresh.get(key);
    if (!isSeen(before)) continue;
    if (after === undefined || !isSeen(after)) {
      const samples = Math.max(after?.samples ?? 0, pools.get(poolOf(before)) ?? 0);
      const nothing = { ...before, value: undefined, evidence: after?.evidence ?? [] };
      if (samples > 0 && samples >= before.samples) changes.push(changeOf(before, nothing, goneFrom(before, samples)));
      else notExercised.push({ ...named(before), why: whyNot(before, after, samples) });
      continue;
    }
    const found = [...compareValues(before, after)];
    if (found.length === 0) same++;
    for (const difference of found) changes.push(changeOf(before, after, difference));
  }
  for (const [key, after] of fresh) {
    const before = known.get(key);
    if (!isSeen(after) || (before && isSeen(before))) continue;
    changes.push(changeOf(before, after, newIn(after, before)));
  }
  return {
    old: old.target,
    new: now.target,
    changes: changes.sort(bySeverity),
    notExercised,
    same,
    breaking: changes.some(({ breaking }) => breaking),
  };
}

/** The number of samples of each kind of body, since a field that no body had has no fact. */
function poolsOf({ facts }: FactsFile): ReadonlyMap<string, number> {
  const pools = new Map<string, number>();
  for (const fact of facts) {
    if (fact.among !== undefined) pools.set(poolOf(fact), Math.max(pools.get(poolOf(fact)) ?? 0, fact.samples));
  }
  return pools;
}

function poolOf({ gap, among }: Fact): string {
  return `${gap} · ${among}`;
}

function named({ gap, condition }: Fact): { readonly gap: string; readonly condition?: string } {
  return { gap, ...(condition !== undefined && { condition }) };
}

function changeOf(before: Fact | undefined, after: Fact, difference: FactDifference): Change {
  const { value: old, evidence = [] } = before ?? {};
  const preview = isPreviewGap(after.gap);
  return {
    ...named(after),
    ...difference,
    ...(old !== undefined && { old }),
    ...(after.value !== undefined && { new: after.value }),
    breaking: difference.breaking && !preview,
    preview,
    evidence: { old: evidence, new: after.evidence },
  };
}

/** Whether a gap is about the preview surface (4.4), which may change. */
function isPreviewGap(gap: string): boolean {
  return gap.startsWith('preview.') || gap === 'session.fields';
}

function whyNot(before: Fact, after: Fact | undefined, samples: number): string {
  if (samples > 0) return `not seen, but in ${samples} samples only; before, there were ${before.samples}`;
  return after?.reason ?? 'not exercised this time';
}

function bySeverity(one: Change, other: Change): number {
  return (
    Number(other.breaking) - Number(one.breaking) ||
    RANK.indexOf(one.kind) - RANK.indexOf(other.kind) ||
    (keyOf(one) < keyOf(other) ? -1 : 1)
  );
}
