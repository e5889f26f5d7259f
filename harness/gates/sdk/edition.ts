/** The number of the set of cases. It grows whenever a case is added, removed or judged differently. */
export const EDITION = 15;

/** The digest of this edition's cases, as `edition.test.ts` computes it. */
export const EDITION_DIGEST = 'dfd3a8860d522e403f1831c08ad57b198e6c1615e80e8c412eb868a68a248a29';
