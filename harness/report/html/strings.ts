import { printable } from '../visible.ts';

/** Texts that the page's data names by their place, each once: most headers, paths and statuses repeat. */
export class Strings {
  readonly #places = new Map<string, number>();
  /** The length of all texts together, in characters. */
  length = 0;

  /** The place of a text, which is made {@link printable}. */
  of(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#places.set(text, place);
    this.length += text.length;
    return place;
  }

  /** All texts by their place. */
  all(): readonly string[] {
    return [...this.#places.keys()].map(printable);
  }
}
