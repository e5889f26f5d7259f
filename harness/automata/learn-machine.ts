import { LearnedMachine } from './learned-machine.ts';
import { Merging } from './merging.ts';
import type { Edge, Node } from './observation-tree.ts';

/** States that agree in fewer outputs than this may well be two, although no third fits. */
const LEAST_AGREEMENT = 3;

/** A service with more states than this is no state machine: it answers at random, or counts. */
const MOST_STATES = 40;

/** An edge from a known state, with the known states that it may lead to. */
interface Open {
  readonly edge: Edge;
  readonly candidates: readonly Candidate[];
}

/** A known state, and in how many outputs another agrees with it. */
interface Candidate {
  readonly state: Node;
  readonly agreement: number;
}

/**
 * Learns a Mealy machine from everything that was seen of it. Two states are apart where the same inputs lead to
 * outputs that differ, or where the service gives them different names; an output that was not seen agrees with every
 * other. A state that is apart from all known ones is new. One that a single known state fits, in enough outputs, is
 * that state. Where several fit and no name decides, it stays one of its own: no transition is guessed.
 *
 * Apartness is that of L# (Vaandrager et al., 2022). States are merged as in blue-fringe algorithms, so that any
 * observations will do, also those of a run that asked for nothing.
 *
 * A step that changed nothing as far as can be seen leads to no other state, unless what follows says otherwise.
 *
 * Of more than {@link MOST_STATES} states the nearest are learned, without the steps that lead beyond.
 *
 * @param root of an observation tree, which is used up: its nodes become the states
 */
export function learnMachine(root: Node): LearnedMachine {
  const merging = new Merging(root);
  const known: [Node, ...Node[]] = [root];
  for (let edges = unplaced(known); edges.length > 0 && known.length < MOST_STATES; edges = unplaced(known)) {
    if (edges.some(one => changesNothing(one) && merging.merge(one.edge, one.from))) continue;
    const open = edges.map(({ edge }): Open => ({ edge, candidates: candidatesFor(edge, known, merging) }));
    const isolated = open.find(({ candidates }) => candidates.length === 0);
    const [best] = isolated
      ? []
      : open.flatMap(one => identified(one, known)).sort((a, b) => b.agreement - a.agreement);
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

function candidatesFor(edge: Edge, known: readonly Node[], merging: Merging): readonly Candidate[] {
  return known.flatMap(state => {
    const agreement = merging.agreement(edge, state);
    return agreement === undefined ? [] : [{ state, agreement }];
  });
}

/** The state that an edge surely leads to: the only one of its name, or the only one that fits, in enough outputs. */
function identified(
  { edge, candidates }: Open,
  known: readonly Node[],
): readonly (Candidate & { readonly edge: Edge })[] {
  const { name } = edge.to;
  const isNamesake = ({ name: other }: Node) => name !== undefined && other === name;
  const isOnlyNamesake = known.filter(isNamesake).length === 1;
  const named = candidates.filter(({ state }) => isNamesake(state));
  const [only, ...others] = named.length > 0 ? named : candidates;
  if (only === undefined || others.length > 0) return [];
  return (isOnlyNamesake && isNamesake(only.state)) || only.agreement >= LEAST_AGREEMENT ? [{ ...only, edge }] : [];
}
