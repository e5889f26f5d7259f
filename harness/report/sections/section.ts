import type { Blocks } from '../blocks.ts';
import type { Line } from '../line.ts';
import type { RunIndex } from '../run-index.ts';

/** What a section of the reports is made from. */
export interface SectionParts<Part> {
  /** Its anchor in the page. */
  readonly id: string;
  readonly title: string | ((index: RunIndex) => string);
  /** Its name in the page's navigation. Default: the title. */
  readonly short?: string | ((index: RunIndex) => string);
  /** What it shows; undefined where a run has none, and the section is left out. */
  readonly part: (index: RunIndex) => Part | undefined;
  /** A number beside the title. */
  readonly count?: (part: Part, index: RunIndex) => number | string;
  /** What stands below the title. A section whose blocks are all for one format is in no other. */
  readonly blocks: (part: Part, index: RunIndex) => Blocks;
}

/** A section of a report on one run. */
export interface ShownSection {
  readonly id: string;
  readonly title: string;
  /** Its name in the page's navigation. */
  readonly name: string;
  readonly count: Line;
  readonly blocks: Blocks;
}

/** A section of the reports: what it shows of a run; undefined where the run has nothing of it. */
export type Section = (index: RunIndex) => ShownSection | undefined;

/** Makes a section: `index.ts` beside this file lists them in their order. */
export function section<Part>({ id, title, short = title, part, count, blocks }: SectionParts<Part>): Section {
  return index => {
    const shown = part(index);
    if (shown === undefined) return undefined;
    const words = (own: typeof title) => (typeof own === 'string' ? own : own(index));
    const number = count?.(shown, index);
    return { id, title: words(title), name: words(short), count: number, blocks: blocks(shown, index) };
  };
}
