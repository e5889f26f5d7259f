/** The number of the set of cases. It grows if a case is added, removed or judged differently. */
export const EDITION = 27;

/** The digest of this edition's cases, computed by `edition.test.ts`. */
export const EDITION_DIGEST = 'c71e75f8aa5d4225ebd9f715a42cc86b9e05e28c8d7bf191c4cf513729f36723';
