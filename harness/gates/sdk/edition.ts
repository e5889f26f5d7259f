/** The number of the set of cases. It grows if a case is added, removed or judged differently. */
export const EDITION = 29;

/** The digest of this edition's cases, computed by `edition.test.ts`. */
export const EDITION_DIGEST = '28af09dceec5115aa15cdc2ded7b156e31b09a1b7b2a89e19423c08a22e52e6b';
