/** The number of the set of cases. It grows if a case is added, removed or judged differently. */
export const EDITION = 23;

/** The digest of this edition's cases, computed by `edition.test.ts`. */
export const EDITION_DIGEST = 'b026c9fd16f9bbb4a4ba61804961b69223b9c9dd65d2d88b7c6111a9bc084096';
