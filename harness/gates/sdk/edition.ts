/** The number of the set of cases. It grows if a case is added, removed or judged differently. */
export const EDITION = 21;

/** The digest of this edition's cases, computed by `edition.test.ts`. */
export const EDITION_DIGEST = '91ecbf7bd25a8edd839cd57fdf5f6aa09483a5ecd34339e7d7895b1fd673bb62';
