import { stringify } from '../base/json.ts';
import { type Epoch, type Fact, type FactsFile, isSeen, keyOf } from './fact.ts';

/**
 * Folds a run into the kept facts. `firstSeen` stays, `lastSeen` moves, and each fact keeps its epochs, so that change
 * points stay visible. Facts that the run did not exercise and confirmed facts stay as they are. Counts and samples are
 * those of the last run that could have shown the fact, which a later run is compared with; epochs hold the sums.
 *
 * @param kept the facts so far; undefined for the first run
 */
export function fold(kept: FactsFile | undefined, run: FactsFile): FactsFile {
  const fresh = new Map(run.facts.map(fact => [keyOf(fact), fact]));
  const answeredGaps = new Set(run.facts.filter(isSeen).map(({ gap }) => gap));
  const folded = (kept?.facts ?? []).flatMap(old => {
    const now = fresh.get(keyOf(old));
    fresh.delete(keyOf(old));
    // An answered gap needs no entry for an unanswered condition.
    if (!isSeen(old) && now === undefined && answeredGaps.has(old.gap)) return [];
    return [now === undefined ? old : foldFact(old, now)];
  });
  const known = new Set(folded.filter(isSeen).map(({ gap }) => gap));
  const added = [...fresh.values()].filter(fact => isSeen(fact) || !known.has(fact.gap)).map(begin);
  return { target: run.target, facts: inOrder([...folded, ...added], run) };
}

function begin(fact: Fact): Fact {
  const epoch = epochOf(fact);
  return epoch ? { ...fact, epochs: [epoch] } : fact;
}

function foldFact(old: Fact, now: Fact): Fact {
  // Not exercised this time.
  if (!isSeen(now) && now.samples === 0) return old;
  const epochs = [...(old.epochs ?? begin(old).epochs ?? [])];
  const next = epochOf(now);
  const last = epochs.at(-1);
  if (next && last && last.status === next.status && stringify(last.value) === stringify(next.value)) {
    epochs[epochs.length - 1] = {
      ...last,
      lastSeen: next.lastSeen > last.lastSeen ? next.lastSeen : last.lastSeen,
      count: last.count + next.count,
      samples: last.samples + next.samples,
      runs: last.runs + 1,
    };
  } else if (next) epochs.push(next);
  const { firstSeen = now.firstSeen, confirmed } = old;
  // A confirmed value stays until the person who confirmed it changes it. The epochs show the break.
  if (confirmed !== undefined && stringify(old.value) !== stringify(now.value)) return { ...old, epochs };
  return {
    ...now,
    ...(firstSeen !== undefined && { firstSeen }),
    ...(epochs.length > 0 && { epochs }),
    ...(confirmed !== undefined && { confirmed }),
  };
}

function epochOf({ value, status, firstSeen, lastSeen, count, samples }: Fact): Epoch | undefined {
  if (firstSeen === undefined || lastSeen === undefined) return undefined;
  return { ...(value !== undefined && { value }), status, firstSeen, lastSeen, count, samples, runs: 1 };
}

/** Sorted by gap, in the order of the run (that of `openapi/gaps.yaml`), and then by condition. */
function inOrder(facts: readonly Fact[], run: FactsFile): readonly Fact[] {
  const places = new Map<string, number>();
  for (const { gap } of run.facts) if (!places.has(gap)) places.set(gap, places.size);
  const place = ({ gap }: Fact) => places.get(gap) ?? places.size;
  return [...facts].sort((a, b) => place(a) - place(b) || ((a.condition ?? '') < (b.condition ?? '') ? -1 : 1));
}
