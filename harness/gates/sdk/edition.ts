/** The number of the set of cases. It grows if a case is added, removed or judged differently. */
export const EDITION = 23;

/** The digest of this edition's cases, computed by `edition.test.ts`. */
export const EDITION_DIGEST = '85dfeddb9db26ef79a63eec4bbd7aa9d5c60dc8201dcee5b40fe0c0936687f7b';
