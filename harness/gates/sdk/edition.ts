/** The number of the set of cases. It grows whenever a case is added, removed or judged differently. */
export const EDITION = 17;

/** The digest of this edition's cases, as `edition.test.ts` computes it. */
export const EDITION_DIGEST = '3c9427590e8bf408aed144dec55175172dd1e92e0822f0c5f8e1f8f41b4e45eb';
