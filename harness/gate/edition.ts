/**
 * The number of the set of cases. It grows whenever a case is added, removed or judged differently, so that a verdict
 * names the cases that it rests on, and a new case cannot demote an unchanged SDK unnoticed.
 */
export const EDITION = 10;

/** The digest of this edition's cases, as `edition.test.ts` computes it. */
export const EDITION_DIGEST = '342a4ec72014e5d45ed83e4b6f15845d1550f410ed6965a39f858faabb21f27c';
