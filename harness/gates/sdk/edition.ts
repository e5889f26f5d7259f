/**
 * The number of the set of cases. It grows whenever a case is added, removed or judged differently, so that a verdict
 * names the cases that it rests on, and a new case cannot demote an unchanged SDK unnoticed.
 */
export const EDITION = 14;

/** The digest of this edition's cases, as `edition.test.ts` computes it. */
export const EDITION_DIGEST = '30ca2faf4a7b96c59e75cfd76b98b408a7e7a551defe1caa2669256d8be8b5a4';
