/** The number of the set of cases. It grows whenever a case is added, removed or judged differently. */
export const EDITION = 16;

/** The digest of this edition's cases, as `edition.test.ts` computes it. */
export const EDITION_DIGEST = '2ac4de67d786f16fb0840c886f68702436ef19527306b5ef3b3f917cec1b4b5b';
