import { type Edge, joined, type Node } from './observation-tree.ts';

/** Merges states of an observation tree into others, as long as their observations agree. */
export class Merging {
  /** What undoes the attempt that is under way, in order. */
  #undo: (() => void)[] = [];
  #agreement = 0;
  /** What was added to what so far: both may lead back to themselves. */
  #folded = new Map<Node, Set<Node>>();

  /** Lets an edge lead to a known state, which takes over what was seen behind the edge. @returns whether it agrees */
  merge(edge: Edge, state: Node): boolean {
    return this.#attempt(edge, state);
  }

  /** In how many outputs a known state agrees with what was seen behind an edge; undefined where they are apart. */
  agreement(edge: Edge, state: Node): number | undefined {
    const agrees = this.#attempt(edge, state);
    const agreement = this.#agreement;
    if (agrees) this.#takeBack();
    return agrees ? agreement : undefined;
  }

  #attempt(edge: Edge, state: Node): boolean {
    this.#undo = [];
    this.#agreement = 0;
    this.#folded = new Map();
    const { to } = edge;
    this.#change(edge, 'to', state);
    const agrees = this.#fold(state, to);
    if (!agrees) this.#takeBack();
    return agrees;
  }

  /** Adds all that was seen from one state to another. @returns whether it agrees, else some of it was added */
  #fold(into: Node, from: Node): boolean {
    if (into === from || this.#folded.get(into)?.has(from)) return true;
    this.#folded.set(into, (this.#folded.get(into) ?? new Set()).add(from));
    for (const said of ['name', 'mark'] as const) {
      if (into[said] !== undefined && from[said] !== undefined && into[said] !== from[said]) return false;
      this.#change(into, said, into[said] ?? from[said]);
    }
    for (const [input, edge] of from.edges) {
      const own = into.edges.get(input);
      if (own === undefined) {
        into.edges.set(input, edge);
        this.#undo.push(() => into.edges.delete(input));
        continue;
      }
      const isSeen = own.outputs.size > 0 && edge.outputs.size > 0;
      if (isSeen && ![...edge.outputs.keys()].some(output => own.outputs.has(output))) return false;
      if (isSeen) this.#agreement++;
      this.#change(own, 'outputs', joined(own.outputs, edge.outputs));
      if (!this.#fold(own.to, edge.to)) return false;
    }
    return true;
  }

  #change<T, K extends keyof T>(object: T, key: K, value: T[K]): void {
    const before = object[key];
    object[key] = value;
    this.#undo.push(() => {
      object[key] = before;
    });
  }

  #takeBack(): void {
    for (const undo of this.#undo.reverse()) undo();
  }
}
