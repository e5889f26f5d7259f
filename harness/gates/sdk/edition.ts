/** The number of the set of cases. It grows if a case is added, removed or judged differently. */
export const EDITION = 19;

/** The digest of this edition's cases, computed by `edition.test.ts`. */
export const EDITION_DIGEST = '6bf2f0f038b5cc3baecdb87419d79da0a4d336c10c761d9cbd3cf06bb91f544d';
