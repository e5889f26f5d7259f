import { countsOf } from '../../base/counts.ts';

/** One step of a walk: an input with what was seen of it. */
export interface Observed {
  readonly input: string;
  /** Absent where it was not seen, or not surely: that agrees with every output. */
  readonly output?: string;
  /** Whether nothing happened, as far as can be seen: then the state is the same, unless it proves to be another. */
  readonly isIdle: boolean;
  /** What the service calls the state that the step led to. Absent: it does not say. */
  readonly name?: string;
  /** What the steps so far have made of the state, whatever comes next. Absent: that is not known. */
  readonly mark?: string;
  /** Names the evidence. */
  readonly id: string;
}

/** An output of an edge, how often it was seen, and where. */
export interface OutputCount {
  readonly count: number;
  /** The first few places. */
  readonly evidence: readonly string[];
}

/** What was seen of an input in a state. */
export interface Edge {
  outputs: ReadonlyMap<string, OutputCount>;
  /** Whether nothing happened, as far as can be seen, each time. */
  isIdle: boolean;
  to: Node;
}

/** A state of one walk or several: in a tree, those that began with the same inputs. */
export interface Node {
  readonly edges: Map<string, Edge>;
  /** What the service calls it, as far as is known. */
  name: string | undefined;
  /** What the steps on the way there made of it, as far as is known. */
  mark: string | undefined;
}

/** How many places are kept of each output. */
const MOST_EVIDENCE = 3;

/** Of a hundred names, how many may differ from what the same inputs led to otherwise, for names to mean anything. */
const MOST_ODD_NAMES = 10;

/**
 * Everything that was seen of a machine, as a tree: each walk begins in its root, the initial state.
 *
 * Its nodes have names where the same inputs lead to the same name, but for a few that came late or were lost.
 */
export function observationTree(walks: Iterable<Iterable<Observed>>): Node {
  const root = newNode();
  const named = new Map<Node, string[]>();
  const marked = new Map<Node, string[]>();
  for (const walk of walks) {
    let at = root;
    for (const observed of walk) {
      at = extend(at, observed);
      if (observed.name !== undefined) named.set(at, [...(named.get(at) ?? []), observed.name]);
      if (observed.mark !== undefined) marked.set(at, [...(marked.get(at) ?? []), observed.mark]);
    }
  }
  for (const [node, marks] of marked) node.mark = mostFrequent(marks);
  const usual = [...named].map(([node, names]) => ({ node, names, name: mostFrequent(names) }));
  const all = usual.reduce((sum, { names }) => sum + names.length, 0);
  const odd = usual.reduce((sum, { names, name }) => sum + names.filter(other => other !== name).length, 0);
  if (odd * 100 <= all * MOST_ODD_NAMES) for (const { node, name } of usual) node.name = name;
  return root;
}

function mostFrequent(names: readonly string[]): string | undefined {
  return [...countsOf(names)].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))[0]?.[0];
}

/** Adds one step to the end of a walk. @returns the state that it leads to */
function extend(at: Node, { input, output, isIdle, id }: Observed): Node {
  const edge = at.edges.get(input) ?? { outputs: new Map(), isIdle, to: newNode() };
  at.edges.set(input, edge);
  edge.isIdle &&= isIdle;
  if (output !== undefined) edge.outputs = joined(edge.outputs, new Map([[output, { count: 1, evidence: [id] }]]));
  return edge.to;
}

/** The outputs of two edges together. */
export function joined(
  one: ReadonlyMap<string, OutputCount>,
  other: ReadonlyMap<string, OutputCount>,
): ReadonlyMap<string, OutputCount> {
  const all = new Map(one);
  for (const [output, { count, evidence }] of other) {
    const known = all.get(output) ?? { count: 0, evidence: [] };
    const places = [...new Set([...known.evidence, ...evidence])].slice(0, MOST_EVIDENCE);
    all.set(output, { count: known.count + count, evidence: places });
  }
  return all;
}

function newNode(): Node {
  return { edges: new Map(), name: undefined, mark: undefined };
}
