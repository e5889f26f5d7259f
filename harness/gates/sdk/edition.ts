/** The number of the set of cases. It grows if a case is added, removed or judged differently. */
export const EDITION = 22;

/** The digest of this edition's cases, computed by `edition.test.ts`. */
export const EDITION_DIGEST = 'dee7aa3f612ad0cef2a31eb9c365df416b24badef53c24ebedca0bad207a7c0c';
