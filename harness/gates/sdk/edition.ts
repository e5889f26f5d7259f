/**
 * The number of the set of cases. It grows whenever a case is added, removed or judged differently, so that a verdict
 * names the cases that it rests on, and a new case cannot demote an unchanged SDK unnoticed.
 */
export const EDITION = 12;

/** The digest of this edition's cases, as `edition.test.ts` computes it. */
export const EDITION_DIGEST = '6c09c3ebdae080bbc8f0a1247fadca0a238cd641558ac5c82e445c68ad9a0900';
