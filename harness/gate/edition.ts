/**
 * The number of the set of cases. It grows whenever a case is added, removed or judged differently, so that a verdict
 * names the cases that it rests on, and a new case cannot demote an unchanged SDK unnoticed.
 */
export const EDITION = 8;

/** The digest of this edition's cases, as `edition.test.ts` computes it. */
export const EDITION_DIGEST = 'ad79826a09b374f7aad6bf9493aaf28cd8afdcb0bd54b92d8dcb71060517fa65';
