/**
 * The number of the set of cases. It grows whenever a case is added, removed or judged differently, so that a verdict
 * names the cases that it rests on, and a new case cannot demote an unchanged SDK unnoticed.
 */
export const EDITION = 5;

/** The digest of this edition's cases, as `edition.test.ts` computes it. */
export const EDITION_DIGEST = 'f8b9fcb18a60c808f6ef12c5d9facc99e6e092650898ac7ffbfb82b4d58419ec';
