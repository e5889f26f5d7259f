/**
 * The number of the set of cases. It grows whenever a case is added, removed or judged differently, so that a verdict
 * names the cases that it rests on, and a new case cannot demote an unchanged SDK unnoticed.
 */
export const EDITION = 6;

/** The digest of this edition's cases, as `edition.test.ts` computes it. */
export const EDITION_DIGEST = '74cab9339cffc006df41e8212fbfe8af2d06b9a3c1fc9ba70abd916914aa2158';
