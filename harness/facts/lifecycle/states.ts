import { HAPPY_PATH } from '../../contract/lifecycle.ts';
import type { Machine, MachineMove } from './machine.ts';

/** One step of an order: an input with its observed effect. */
export interface Observed {
  /** The event, with its amount or network, if any (`writeStep`). */
  readonly input: string;
  /** A word of `writeOutput`; absent if it was not seen for certain. */
  readonly output?: string;
  /** Whether the service accepted the step, or may have. */
  readonly isAccepted: boolean;
  /** Whether a webhook of it was seen. `unknown` if it may have sent one that cannot be attributed to it. */
  readonly effect: 'webhook' | 'none' | 'unknown';
  /** The name that the service gives the new state; absent if it gives none. */
  readonly name?: string;
  /** The id of the evidence. */
  readonly id: string;
}

/** A state of orders, with the observed outputs of each input. */
export interface OrderState {
  /** The name that the service gives it; absent if it gives none. */
  readonly name?: string;
  readonly outputs: Map<string, Map<string, Seen>>;
}

/** How often an output was seen, with the first few ids, and the state that it led to. */
interface Seen {
  readonly count: number;
  readonly evidence: readonly string[];
  readonly to: OrderState;
}

/** A transition with its observations. */
interface Transition extends MachineMove<OrderState>, Seen {
  /** Less frequent outputs, which contradict the output. */
  readonly others: readonly (Seen & { readonly output: string })[];
}

/** The machine that the orders of a run show. */
export interface ObservedMachine extends Machine<OrderState> {
  step(state: OrderState, input: string): Transition | undefined;
}

/** The number of ids kept for each output. */
const MOST_EVIDENCE = 3;

/** Beyond this many names, they name orders, times or amounts, but no states. */
const MOST_NAMES = 40;

/** A way to tell states apart: by the steps that changed the order, in any order of time. */
interface Partition {
  /** Whether the names of states tell them apart, too. An amount or a network of a step then does not. */
  readonly usesNames: boolean;
  /** Whether a step changed the order. @param before the name of the state before it, if known */
  changes(step: Observed, before: string | undefined): boolean;
}

/** From few states to many. */
const PARTITIONS: readonly Partition[] = [
  {
    usesNames: true,
    changes: ({ name, effect }, before) =>
      name === undefined || before === undefined ? effect !== 'none' : name !== before,
  },
  // For services that give several states one name, such as "pending".
  { usesNames: false, changes: ({ effect }) => effect !== 'none' },
  // For services in which a step without a webhook changes the order.
  { usesNames: false, changes: ({ isAccepted }) => isAccepted },
];

/**
 * The states of orders, and the effect of each step in each of them. A state is the set of steps that changed the
 * order. For example, an order that took `deposit_detected`, refused `disburse` and took `fail` is in the state
 * `deposit_detected, fail`. The first partition counts in which no order contradicts another, or else the first of all.
 */
export function observedMachine(walks: readonly (readonly Observed[])[]): ObservedMachine {
  const areNames = new Set(walks.flatMap(walk => walk.flatMap(({ name }) => name ?? []))).size <= MOST_NAMES;
  const named = areNames ? walks : walks.map(walk => walk.map(({ name: _, ...step }) => step));
  const names = [undefined, ...namesOfNew(named)];
  const partitions = PARTITIONS.flatMap(partition => {
    const all = (partition.usesNames ? names : [undefined]).map(name => statesOf(named, partition, name));
    return all.toSorted((one, other) => one.length - other.length);
  });
  return machineOf(partitions.find(isConsistent) ?? partitions[0] ?? []);
}

/**
 * The names that the state of a new order may have. No step leads there, so only the webhook of a step that a new order
 * cannot take names it.
 */
function namesOfNew(walks: readonly (readonly Observed[])[]): ReadonlySet<string> {
  const illegal = HAPPY_PATH.slice(1).map(String);
  return new Set(walks.flatMap(([first]) => (first && illegal.includes(first.input) ? (first.name ?? []) : [])));
}

function isConsistent(states: readonly OrderState[]): boolean {
  return states.every(({ outputs }) => [...outputs.values()].every(({ size }) => size === 1));
}

/** All states that orders were in. The first is that of a new order. */
function statesOf(
  walks: readonly (readonly Observed[])[],
  { changes, usesNames }: Partition,
  name: string | undefined,
): readonly OrderState[] {
  const initial = newState(name);
  const states = new Map<string, OrderState>();
  for (const walk of walks) {
    let [at, before] = [initial, name];
    let taken = new Set<string>();
    for (const step of walk) {
      const from = at;
      const more = taken.union(new Set([usesNames ? (step.input.split(' ')[0] ?? '') : step.input]));
      // A repeated step changes nothing unless the service then names another state.
      if (changes(step, before) && (more.size > taken.size || step.name !== undefined)) {
        taken = more;
        const key = JSON.stringify([[...taken].sort(), usesNames ? (step.name ?? null) : null]);
        at = states.get(key) ?? newState(step.name);
        states.set(key, at);
        before = step.name;
      } else before ??= step.name;
      note(from, step, at);
      // The state after a step is unknown if neither a webhook nor a name shows it.
      if (step.effect === 'unknown' && step.name === undefined) break;
    }
  }
  return [initial, ...states.values()];
}

function newState(name: string | undefined): OrderState {
  return { ...(name !== undefined && { name }), outputs: new Map() };
}

/** Adds an observation to the state that it was made in. */
function note({ outputs }: OrderState, { input, output, id }: Observed, to: OrderState): void {
  if (output === undefined) return;
  const seen = outputs.get(input) ?? new Map<string, Seen>();
  outputs.set(input, seen);
  const known = seen.get(output) ?? { count: 0, evidence: [], to };
  const evidence = [...known.evidence, id].slice(0, MOST_EVIDENCE);
  seen.set(output, { ...known, count: known.count + 1, evidence });
}

function machineOf(states: readonly OrderState[]): ObservedMachine {
  const [initial = newState(undefined)] = states;
  return {
    initial,
    inputs: [...new Set(states.flatMap(({ outputs }) => [...outputs.keys()]))].sort(),
    step(state, input) {
      const [first, ...others] = [...(state.outputs.get(input) ?? [])]
        .map(([output, seen]) => ({ output, ...seen }))
        .sort((a, b) => b.count - a.count || (a.output < b.output ? -1 : 1));
      return first && { ...first, others };
    },
  };
}
