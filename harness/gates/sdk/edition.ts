/** The number of the set of cases. It grows if a case is added, removed or judged differently. */
export const EDITION = 21;

/** The digest of this edition's cases, computed by `edition.test.ts`. */
export const EDITION_DIGEST = 'cc1c502f08592856d2ef4b737d6522c215781d244a4838c532e2f9f28fa88560';
