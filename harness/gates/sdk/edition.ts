/** The number of the set of cases. It grows if a case is added, removed or judged differently. */
export const EDITION = 22;

/** The digest of this edition's cases, computed by `edition.test.ts`. */
export const EDITION_DIGEST = '897f648fc4d774d3338bf4a6b21b83ebe50a70dcac9d0d65f4b246dbf8b08abb';
