/** The number of the set of cases. It grows if a case is added, removed or judged differently. */
export const EDITION = 22;

/** The digest of this edition's cases, computed by `edition.test.ts`. */
export const EDITION_DIGEST = 'eb3f34dd7b9a4ffd560299225b33d48732122f54629d1dc5fa4c5a3abbf532a8';
