/** What one bug would explain. */
export interface Suspicion<Failed> {
  /** The failures that it leads to. */
  readonly explained: readonly Failed[];
  /** How many cases passed in which it shows now and then. One that shows always is no suspicion. */
  readonly unseen: number;
  /** How many cases came out otherwise than it leads to, where that breaks no rule. */
  readonly misfits: number;
}

/** A suspicion that explains failures which no earlier one does, and those that explain the same failures. */
export type Named<S> = S & { readonly rivals: readonly S[] };

/** A bug that shows now and then was seen in at least this share of the cases in which it can be. */
const LEAST_SEEN = 0.2;

/**
 * The suspicions that explain what failed: first the one that explains most with least, then the one that does so of
 * the rest. Of several that explain the same, the one with the fewest misfits, and then the first.
 */
export function cover<Failed, S extends Suspicion<Failed>>(
  failed: Iterable<Failed>,
  suspects: readonly S[],
): readonly Named<S>[] {
  const named: Named<S>[] = [];
  let open = new Set(failed);
  while (open.size > 0) {
    const due = suspects
      .map(one => {
        const left = one.explained.filter(each => open.has(each));
        return { one, left, fit: left.length / (left.length + open.size + one.unseen) };
      })
      .filter(({ one, left }) => left.length > 0 && left.length >= LEAST_SEEN * (left.length + one.unseen));
    const [best, ...others] = due.toSorted((a, b) => b.fit - a.fit || a.one.misfits - b.one.misfits);
    if (best === undefined) break;
    const isRival = ({ one, left }: (typeof due)[number]) =>
      one.misfits === best.one.misfits &&
      left.length === best.left.length &&
      left.every(each => best.left.includes(each));
    named.push({ ...best.one, rivals: others.filter(isRival).map(({ one }) => one) });
    open = open.difference(new Set(best.left));
  }
  return named;
}
