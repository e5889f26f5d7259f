/** The number of the set of cases. It grows if a case is added, removed or judged differently. */
export const EDITION = 27;

/** The digest of this edition's cases, computed by `edition.test.ts`. */
export const EDITION_DIGEST = '758e686604445be002bf47cb5739c522c0e934c18290dfbb08f9cfaf6debc54d';
