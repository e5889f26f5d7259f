import type { Machine, MachineMove } from './machine.ts';
import { type Edge, joined, type Node, type OutputCount } from './observation-tree.ts';

/** A service with more states than this is no state machine: it answers at random, or counts. */
const MOST_STATES = 40;

/** Inputs, one after the other. */
export type Word = readonly string[];

/** An edge from a known state, with the known states that it may lead to. */
interface Open extends Unplaced {
  readonly candidates: readonly KnownState[];
}

/** A known state, in how many outputs another agrees with it, and whether all decisive inputs were given to both. */
interface KnownState {
  readonly state: Node;
  readonly agreement: number;
  readonly isSure: boolean;
}

/**
 * Learns a Mealy machine from everything that was seen of it. Two states are apart where the same inputs lead to
 * outputs that differ, or where their names or marks differ; an output that was not seen agrees with every other. A
 * state that is apart from all known ones is new. One that a single known state fits, in the outputs to all decisive
 * inputs, is that state; so is one of the same name that another input leads to with the same output. Anything else
 * stays a state of its own: nothing is guessed.
 *
 * Apartness is that of L# (Vaandrager et al., 2022). States are merged as in blue-fringe algorithms, so that any
 * observations will do, also those of a run that asked for nothing.
 *
 * A step that changed nothing as far as can be seen leads to no other state, unless what follows says otherwise.
 *
 * Of more than {@link MOST_STATES} states the nearest are learned, without the steps that lead beyond.
 *
 * @param root of an observation tree, which is used up: its nodes become the states
 * @param decisive sequences of inputs whose last has to be answered alike in two states for these to be the same
 */
export function learnMachine(root: Node, decisive: readonly Word[]): LearnedMachine {
  const merging = new Merging();
  stayPut(root, merging);
  const known: [Node, ...Node[]] = [root];
  for (let edges = unplaced(known); edges.length > 0 && known.length < MOST_STATES; edges = unplaced(known)) {
    if (edges.some(one => changesNothing(one) && merging.merge(one.edge, one.from))) continue;
    const open = edges.map((one): Open => ({ ...one, candidates: candidatesFor(one, known, merging, decisive) }));
    const isolated = open.find(({ candidates }) => candidates.length === 0);
    const [best] = isolated ? [] : open.flatMap(identified).sort((a, b) => b.agreement - a.agreement);
    const next = isolated ?? open[0];
    if (best) merging.merge(best.edge, best.state);
    else if (next) known.push(next.edge.to);
  }
  return new LearnedMachine(known);
}

/** An edge from a known state to one that is not known yet. */
interface Unplaced {
  readonly from: Node;
  readonly edge: Edge;
}

/** Merges each state that a step without effect leads to with the one before, unless what follows says otherwise. */
function stayPut(root: Node, merging: Merging): void {
  const seen = new Set([root]);
  for (const from of seen) {
    const stays = (edge: Edge) => edge.to !== from && changesNothing({ from, edge }) && merging.merge(edge, from);
    // What is merged brings edges of its own.
    while ([...from.edges.values()].some(stays));
    for (const { to } of from.edges.values()) seen.add(to);
  }
}

function changesNothing({ from, edge }: Unplaced): boolean {
  return edge.isIdle || (edge.to.name !== undefined && edge.to.name === from.name);
}

/** The edges from known states to others, the nearest first. */
function unplaced(known: readonly Node[]): readonly Unplaced[] {
  return known.flatMap(from =>
    [...from.edges]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, edge]) => (known.includes(edge.to) ? [] : [{ edge, from }])),
  );
}

function candidatesFor(
  { from, edge }: Unplaced,
  known: readonly Node[],
  merging: Merging,
  decisive: readonly Word[],
): readonly KnownState[] {
  return known.flatMap(state => {
    const isSure = isVariant(from, edge, state) || decisive.every(word => isSeen(state, word) && isSeen(edge.to, word));
    // No step leads to the initial state, so that the service may never say its name: a name is another's, unless sure.
    if (state === known[0] && state.name === undefined && edge.to.name !== undefined && !isSure) return [];
    const agreement = merging.agreement(edge, state);
    return agreement === undefined ? [] : [{ state, agreement, isSure }];
  });
}

/** Whether a state was given inputs, one after the other, and the output to the last was seen. */
function isSeen({ edges }: Node, [input, ...rest]: Word): boolean {
  const edge = input === undefined ? undefined : edges.get(input);
  if (edge === undefined) return false;
  return rest.length > 0 ? isSeen(edge.to, rest) : edge.outputs.size > 0;
}

/** Whether another input has the same output in the same state, and leads to a state of the same name. */
function isVariant(from: Node, edge: Edge, state: Node): boolean {
  const outputs = new Set(edge.outputs.keys());
  return [...from.edges.values()].some(
    ({ to, outputs: others }) =>
      to === state && edge.to.name !== undefined && to.name === edge.to.name && !outputs.isDisjointFrom(others),
  );
}

/** The state that an edge surely leads to: the only one that fits, or any of those that all decisive inputs fit. */
function identified({ edge, candidates }: Open): readonly (KnownState & { readonly edge: Edge })[] {
  const { name } = edge.to;
  const isNamesake = ({ name: other }: Node) => name !== undefined && other === name;
  const named = candidates.filter(({ state }) => isNamesake(state));
  const possible = named.length > 0 ? named : candidates;
  const [first] = possible;
  // What agrees with several in all that is decisive shows that these are one.
  return first && possible.every(({ isSure }) => isSure) ? [{ ...first, edge }] : [];
}

/** Merges states of an observation tree into others, as long as their observations agree. */
class Merging {
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

/** A transition with all that was seen of it. */
interface Transition<S> extends MachineMove<S>, OutputCount {
  /** Other outputs that were seen less often: they contradict the output. */
  readonly others: readonly (OutputCount & { readonly output: string })[];
}

/** A machine that was learned from observations. Its states are those that observations tell apart. */
export class LearnedMachine implements Machine<Node> {
  readonly initial: Node;
  readonly states: readonly Node[];
  readonly inputs: readonly string[];
  readonly #known: ReadonlySet<Node>;

  /** @param states the first is the initial one; what leads to others is not known */
  constructor(states: readonly [Node, ...Node[]]) {
    this.initial = states[0];
    this.states = states;
    this.#known = new Set(states);
    this.inputs = [...new Set(states.flatMap(({ edges }) => [...edges.keys()]))].sort();
  }

  step = (state: Node, input: string): Transition<Node> | undefined => {
    const edge = state.edges.get(input);
    return edge && this.#known.has(edge.to) ? transitionOf(edge) : undefined;
  };
}

/** The transition of an edge, by the output that was seen most often; undefined where none was seen. */
function transitionOf({ outputs, to }: Edge): Transition<Node> | undefined {
  const [first, ...others] = [...outputs]
    .map(([output, seen]) => ({ output, ...seen }))
    .sort((a, b) => b.count - a.count || (a.output < b.output ? -1 : 1));
  return first && { to, ...first, others };
}
