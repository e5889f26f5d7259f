/**
 * The number of the set of cases. It grows whenever a case is added, dropped or judged otherwise, so that a verdict names
 * what it was given on, and a new case cannot demote an unchanged SDK unawares.
 */
export const EDITION = 2;
