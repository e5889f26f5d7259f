/**
 * The cost of each defect, in thousandths. Only the order matters: a defect that explains several others must cost less
 * than these together, and an event without a cause must cost more than any single defect that explains it.
 */
export const COSTS = {
  /** A further event of a call that already has its event. Not a defect. */
  more: 1,
  /** An event that other orders get unasked. Not a defect. */
  unasked: 2,
  /** An event of a call that may cause its type, or of a type without any known cause. Not a defect. */
  unusual: 20,
  /** A credit of an order whose events are not judged. Not a defect. */
  unsure: 30,
  /** An event that no call asked for. */
  stray: 1_400,
  /** An event that says that an order failed, although it was disbursed and no call asked for it. */
  contradicted: 1_390,
  /** A rule broken that other orders also break. */
  again: 500,
  misdirected: 900,
  mistake: 1_000,
  refusedMistake: 1_060,
  keyless: 1_000,
  odd: 990,
  copied: 1_000,
  renamed: 1_000,
  wrongType: 1_000,
  lost: 1_100,
  dropped: 1_100,
  refusedOnPath: 1_300,
  thoughRefused: 1_050,
  creditThoughRefused: 1_950,
  credit: 2_000,
  /** A credit for a refused call about an order that failed. */
  creditOfFailed: 2_010,
} as const;

/** What can go wrong with an order. */
export type DefectKind = Exclude<
  keyof typeof COSTS,
  'more' | 'unasked' | 'unusual' | 'unsure' | 'again' | 'refusedMistake' | 'creditOfFailed'
>;

/** A move of this cost or more is a defect. */
export const LEAST_DEFECT = COSTS.again;
