import type { Markup } from '../markup.ts';

/** Something that can be shown in full or in brief. */
export interface Fitting {
  readonly id: string;
  /** What is shown in full first, the higher the earlier. */
  readonly weight: number;
  full(): Markup;
  brief(): Markup;
}

/**
 * Shows things in full, the weightiest first and equals in order, until a budget of bytes is used up; from there on in
 * brief. A page must open quickly however long the run was, and the HAR beside it holds everything. By id.
 */
export function withinBudget(things: readonly Fitting[], budget: number): ReadonlyMap<string, Markup> {
  const shown = new Map<string, Markup>();
  let left = budget;
  for (const thing of [...things].sort((a, b) => b.weight - a.weight)) {
    const full = left > 0 ? thing.full() : undefined;
    left -= full === undefined ? 0 : Buffer.byteLength(full.source);
    shown.set(thing.id, full === undefined || left < 0 ? thing.brief() : full);
  }
  return shown;
}
