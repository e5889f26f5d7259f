/** The number of the set of cases. It grows whenever a case is added, removed or judged differently. */
export const EDITION = 19;

/** The digest of this edition's cases, as `edition.test.ts` computes it. */
export const EDITION_DIGEST = 'cc6cc3f6f17cb691827b309ab8c05eb88eb943686b56148292bdb9e85d94460e';
