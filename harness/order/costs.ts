/**
 * What each defect costs, in thousandths. Only the order matters: a defect that explains more must be cheaper than the
 * several that it explains, and an event of nobody dearer than any single defect that explains it.
 */
export const COSTS = {
  /** A further event of a call that has its own. Not a defect. */
  more: 1,
  /** An event that other orders get unasked. Not a defect. */
  unasked: 2,
  /** An event of a call that may cause its type, or of a type that nothing else causes. No order tells. */
  unusual: 20,
  /** An event of a step that the service broke at, or gave no answer to. Not a defect. */
  unsure: 30,
  /** An event whose type belongs to a step that was not taken, from a way on which nothing is known. Not a defect. */
  stray: 1_400,
  /** An event that says that an order failed, which no call asked for, about an order that was disbursed. */
  contradicted: 1_390,
  /** A rule broken that other orders show to be broken. */
  again: 500,
  misdirected: 900,
  mistake: 1_000,
  refusedMistake: 1_060,
  keyless: 1_000,
  odd: 990,
  renamed: 1_000,
  wrongType: 1_000,
  lost: 1_100,
  dropped: 1_100,
  refusedOnPath: 1_300,
  thoughRefused: 1_050,
  creditThoughRefused: 1_950,
  credit: 2_000,
} as const;

/** What can go wrong with an order. */
export type DefectKind = Exclude<
  keyof typeof COSTS,
  'more' | 'unasked' | 'unusual' | 'unsure' | 'again' | 'refusedMistake'
>;

/** From this cost on, a move is a defect. */
export const LEAST_DEFECT = COSTS.again;
