/**
 * The number of the set of cases. It grows whenever a case is added, removed or judged differently, so that a verdict
 * names the cases that it rests on, and a new case cannot demote an unchanged SDK unnoticed.
 */
export const EDITION = 3;

/** The digest of this edition's cases, as `edition.test.ts` computes it. */
export const EDITION_DIGEST = 'aa6f863fd62857b6adecb00ae65665e37bf686a505cba5e21af5ae9f614cb280';
