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
 * Shows as much in full as a budget of bytes lets through, the weightiest first, equals in order; the rest in brief.
 * A page must open quickly however long the run was, and the HAR beside it holds everything. By id, order kept.
 */
export function withinBudget(things: readonly Fitting[], budget: number): ReadonlyMap<string, Markup> {
  const shown = new Map<string, Markup>();
  let left = budget;
  for (const thing of [...things].sort((a, b) => b.weight - a.weight)) {
    const full = thing.full();
    const size = Buffer.byteLength(full.source);
    if (size <= left) {
      left -= size;
      shown.set(thing.id, full);
    } else {
      shown.set(thing.id, thing.brief());
    }
  }
  return shown;
}
