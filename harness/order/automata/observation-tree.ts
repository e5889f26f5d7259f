import { countsOf } from '../../base/counts.ts';

/** One step of a walk: an input with its observed effect. */
export interface Observed {
  readonly input: string;
  /** Absent if it was not seen for certain: it then agrees with every output. */
  readonly output?: string;
  /** Whether nothing visible happened. The state is then assumed unchanged, unless later steps contradict this. */
  readonly isIdle: boolean;
  /** The name that the service gives the new state; absent if it gives none. */
  readonly name?: string;
  /** What the steps so far have made of the state; absent if this is not known. */
  readonly mark?: string;
  /** The id of the evidence. */
  readonly id: string;
}

/** How often an output was seen, and where. */
export interface OutputCount {
  readonly count: number;
  /** The first few ids. */
  readonly evidence: readonly string[];
}

/** The observed effect of an input in a state. */
export interface Edge {
  outputs: ReadonlyMap<string, OutputCount>;
  /** Whether nothing visible happened, each time. */
  isIdle: boolean;
  to: Node;
}

/** A state. In a tree, it is the state of all walks that began with the same inputs. */
export interface Node {
  readonly edges: Map<string, Edge>;
  /** The name that the service gives it, if known. */
  name: string | undefined;
  /** What the steps up to here have made of the state, if known. */
  mark: string | undefined;
}

/** The number of ids kept for each output. */
const MOST_EVIDENCE = 3;

/** The percentage of names that may deviate from the usual name at their node before all names are ignored. */
const MOST_ODD_NAMES = 10;

/**
 * Merges the common beginnings of all walks into a tree. Its root is the initial state. Nodes get names only if the
 * same inputs nearly always lead to the same name.
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

/** Adds one step to a walk. @returns the state that it leads to */
function extend(at: Node, { input, output, isIdle, id }: Observed): Node {
  const edge = at.edges.get(input) ?? { outputs: new Map(), isIdle, to: newNode() };
  at.edges.set(input, edge);
  edge.isIdle &&= isIdle;
  if (output !== undefined) edge.outputs = joined(edge.outputs, new Map([[output, { count: 1, evidence: [id] }]]));
  return edge.to;
}

/** The outputs of two edges, with counts and evidence added up. */
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
