import type { Machine, MachineMove } from './machine.ts';
import { type Edge, joined, type Node, type OutputCount } from './observation-tree.ts';

/** A machine with more states is not a state machine: it answers at random, or it counts. */
const MOST_STATES = 40;

/** A sequence of inputs. */
type Word = readonly string[];

/** An edge to an unknown state, with the known states that this state may be. */
interface Open extends Unplaced {
  readonly candidates: readonly KnownState[];
}

/** A known state, in how many outputs a new state agrees with it, and whether all decisive inputs confirm it. */
interface KnownState {
  readonly state: Node;
  readonly agreement: number;
  readonly isSure: boolean;
}

/**
 * Learns a Mealy machine from observations. Two states are apart if the same inputs lead to different outputs, or if
 * their names or marks differ. An output that was not seen agrees with every output. A state that is apart from all
 * known states is new. A state is merged with a known state if no other fits and all decisive inputs were seen in both,
 * or if another input leads there with the same output and name. Every other state stays separate: nothing is guessed.
 *
 * Apartness is that of L# (Vaandrager et al., 2022). Merging works as in blue-fringe algorithms, so any observations
 * will do, including those of a run that asked no questions. A step without a visible effect leads back to its state,
 * unless later observations contradict this. Beyond {@link MOST_STATES} states, only the nearest are learned.
 *
 * @param root the root of an observation tree; its nodes become the states of the machine
 * @param decisive sequences of inputs; two states are equal only if their outputs to the last input of each agree
 */
export function learnMachine(root: Node, decisive: readonly Word[]): LearnedMachine {
  stayPut(root);
  const known: [Node, ...Node[]] = [root];
  for (let edges = unplaced(known); edges.length > 0 && known.length < MOST_STATES; edges = unplaced(known)) {
    if (edges.some(one => changesNothing(one) && merge(one.edge, one.from))) continue;
    const open = edges.map((one): Open => ({ ...one, candidates: candidatesFor(one, known, decisive) }));
    const isolated = open.find(({ candidates }) => candidates.length === 0);
    const [best] = isolated ? [] : open.flatMap(identified).sort((a, b) => b.agreement - a.agreement);
    const next = isolated ?? open[0];
    if (best) merge(best.edge, best.state);
    else if (next) known.push(next.edge.to);
  }
  return machineOf(known);
}

/** An edge from a known state to an unknown one. */
interface Unplaced {
  readonly from: Node;
  readonly edge: Edge;
}

/** Merges each state behind a step without effect into the one before it, unless later observations contradict this. */
function stayPut(root: Node): void {
  const seen = new Set([root]);
  for (const from of seen) {
    const stays = (edge: Edge) => edge.to !== from && changesNothing({ from, edge }) && merge(edge, from) !== undefined;
    // A merge adds edges to the state, so look again.
    while ([...from.edges.values()].some(stays));
    for (const { to } of from.edges.values()) seen.add(to);
  }
}

function changesNothing({ from, edge }: Unplaced): boolean {
  return edge.isIdle || (edge.to.name !== undefined && edge.to.name === from.name);
}

/** The edges from known states to unknown ones, nearest first. */
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
  decisive: readonly Word[],
): readonly KnownState[] {
  return known.flatMap(state => {
    const isSure = isVariant(from, edge, state) || decisive.every(word => isSeen(state, word) && isSeen(edge.to, word));
    // No step leads back to the initial state, so its name may never be seen: a named state is another, unless sure.
    if (state === known[0] && state.name === undefined && edge.to.name !== undefined && !isSure) return [];
    const merged = merge(edge, state);
    merged?.takeBack();
    return merged ? [{ state, agreement: merged.agreement, isSure }] : [];
  });
}

/** Whether the output to the last of these inputs was seen in a state. */
function isSeen({ edges }: Node, [input, ...rest]: Word): boolean {
  const edge = input === undefined ? undefined : edges.get(input);
  if (edge === undefined) return false;
  return rest.length > 0 ? isSeen(edge.to, rest) : edge.outputs.size > 0;
}

/** Whether another input of the same state has the same output and leads to a state with the same name. */
function isVariant(from: Node, edge: Edge, state: Node): boolean {
  const outputs = new Set(edge.outputs.keys());
  return [...from.edges.values()].some(
    ({ to, outputs: others }) =>
      to === state && edge.to.name !== undefined && to.name === edge.to.name && !outputs.isDisjointFrom(others),
  );
}

/** The state that an edge leads to, if only one fits, or if all that fit agree on all decisive inputs. */
function identified({ edge, candidates }: Open): readonly (KnownState & { readonly edge: Edge })[] {
  const { name } = edge.to;
  const isNamesake = ({ name: other }: Node) => name !== undefined && other === name;
  const named = candidates.filter(({ state }) => isNamesake(state));
  const possible = named.length > 0 ? named : candidates;
  const [first] = possible;
  // Candidates that agree on all decisive inputs are one state, so any of them will do.
  return first && possible.every(({ isSure }) => isSure) ? [{ ...first, edge }] : [];
}

/** What a merge changed: in how many outputs the states agreed, and how to take it back. */
interface Merged {
  readonly agreement: number;
  takeBack(): void;
}

/** Redirects an edge to a known state, and moves all that follows the edge there; `undefined` if they are apart. */
function merge(edge: Edge, state: Node): Merged | undefined {
  const undo: (() => void)[] = [];
  const takeBack = () => {
    for (const step of undo.toReversed()) step();
  };
  const change = <T, K extends keyof T>(object: T, key: K, value: T[K]) => {
    const before = object[key];
    object[key] = value;
    undo.push(() => {
      object[key] = before;
    });
  };
  let agreement = 0;
  /** The nodes that were folded into each node. Prevents endless recursion in cycles. */
  const folded = new Map<Node, Set<Node>>();
  /** Adds all observations of one node to another. @returns whether they agree; if not, some were added */
  const fold = (into: Node, from: Node): boolean => {
    if (into === from || folded.get(into)?.has(from)) return true;
    folded.set(into, (folded.get(into) ?? new Set()).add(from));
    for (const said of ['name', 'mark'] as const) {
      if (into[said] !== undefined && from[said] !== undefined && into[said] !== from[said]) return false;
      change(into, said, into[said] ?? from[said]);
    }
    for (const [input, other] of from.edges) {
      const own = into.edges.get(input);
      if (own === undefined) {
        into.edges.set(input, other);
        undo.push(() => into.edges.delete(input));
        continue;
      }
      const isSeen = own.outputs.size > 0 && other.outputs.size > 0;
      if (isSeen && ![...other.outputs.keys()].some(output => own.outputs.has(output))) return false;
      if (isSeen) agreement++;
      change(own, 'outputs', joined(own.outputs, other.outputs));
      if (!fold(own.to, other.to)) return false;
    }
    return true;
  };
  const { to } = edge;
  change(edge, 'to', state);
  if (fold(state, to)) return { agreement, takeBack };
  takeBack();
  return undefined;
}

/** A transition with its observations. */
interface Transition<S> extends MachineMove<S>, OutputCount {
  /** Less frequent outputs, which contradict the output. */
  readonly others: readonly (OutputCount & { readonly output: string })[];
}

/** A machine learned from observations. Observations distinguish all of its states. */
export interface LearnedMachine extends Machine<Node> {
  readonly states: readonly Node[];
  step(state: Node, input: string): Transition<Node> | undefined;
}

/** The machine of some states, of which the first is the initial one. */
function machineOf(states: readonly [Node, ...Node[]]): LearnedMachine {
  const known = new Set<Node>(states);
  return {
    initial: states[0],
    states,
    inputs: [...new Set(states.flatMap(({ edges }) => [...edges.keys()]))].sort(),
    step(state, input) {
      const edge = state.edges.get(input);
      return edge && known.has(edge.to) ? transitionOf(edge) : undefined;
    },
  };
}

/** The transition of an edge, with its most frequent output; `undefined` if no output was seen. */
function transitionOf({ outputs, to }: Edge): Transition<Node> | undefined {
  const [first, ...others] = [...outputs]
    .map(([output, seen]) => ({ output, ...seen }))
    .sort((a, b) => b.count - a.count || (a.output < b.output ? -1 : 1));
  return first && { to, ...first, others };
}
