/**
 * The number of the set of cases. It grows whenever a case is added, removed or judged differently, so that a verdict
 * names the cases that it rests on, and a new case cannot demote an unchanged SDK unnoticed.
 */
export const EDITION = 7;

/** The digest of this edition's cases, as `edition.test.ts` computes it. */
export const EDITION_DIGEST = '645a5a02ba45748964baa1373f0340d2ceb6cd620ddbc4fb862822e65335580f';
