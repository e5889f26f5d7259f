/** How often a gate repeats what shows a fault by chance or by number alone. */
export interface Effort {
  /** How many other events come before an event that comes again after many; fewer where the backend is slow. */
  readonly otherEvents: number;
  /** How often the backend is killed. */
  readonly kills: number;
  /** How many histories are drawn; fewer where the backend is slow. */
  readonly histories: number;
}

/** What a gate does by default. */
export const FULL_EFFORT: Effort = { otherEvents: 300, kills: 6, histories: 10 };
