import { FAILURES, HAPPY_PATH, leadsToCredit, SIMULATE_EVENTS } from '../../contract/lifecycle.ts';
import type { StepInput } from '../../evidence/asked-event.ts';
import { type Lifecycle, readInput, readOutput, type StepOutput, writeOutput } from './lifecycle.ts';
import { distinctions, type Machine, waysFrom } from './machine.ts';

/** A shortest sequence of steps that two lifecycles answer differently. */
export interface StepsApart {
  /** The steps before it, from a new order, which both answer equally. */
  readonly before: readonly ({ readonly event: string } & StepOutput)[];
  /** The step that they answer differently. */
  readonly event: string;
  readonly old: StepOutput;
  readonly new: StepOutput;
  /** How many other transitions differ, among those that equally answered steps reach. */
  readonly others: number;
}

/** The difference between two lifecycles, with the exchanges that show the last step of each. */
export interface LifecycleDrift extends StepsApart {
  readonly evidence: { readonly old: readonly string[]; readonly new: readonly string[] };
}

/**
 * Finds the shortest sequence of steps that two lifecycles answer differently, which every consumer would notice. Only
 * transitions that both explored without contradiction count. Names of states do not matter: a state is what an order
 * does next.
 */
export function compareLifecycles(old: Lifecycle, now: Lifecycle): LifecycleDrift | undefined {
  const found = compareMachines(machineOf(uncontradicted(old)), machineOf(uncontradicted(now)));
  if (found === undefined) return undefined;
  const steps = [...found.before, found].map(({ event }) => event);
  return { ...found, evidence: { old: evidenceOf(old, steps), new: evidenceOf(now, steps) } };
}

function evidenceOf({ states: [first], transitions }: Lifecycle, steps: readonly string[]): readonly string[] {
  let [at, evidence]: [string | undefined, readonly string[]] = [first, []];
  for (const event of steps) {
    const move = transitions.find(each => each.from === at && each.event === event);
    [at, evidence] = [move?.to, move?.evidence ?? []];
  }
  return evidence;
}

function uncontradicted(lifecycle: Lifecycle): Lifecycle {
  return { ...lifecycle, transitions: lifecycle.transitions.filter(({ contradicted }) => contradicted === undefined) };
}

/** Like {@link compareLifecycles}, for machines whose inputs and outputs are those of lifecycles. */
export function compareMachines(old: Machine<string>, now: Machine<string>): StepsApart | undefined {
  const [first, ...others] = distinctions(old, now);
  if (first === undefined) return undefined;
  const { inputs, before, outputs } = first;
  return {
    before: before.map((output, nth) => ({ event: inputs[nth] ?? '', ...readOutput(output) })),
    event: inputs.at(-1) ?? '',
    old: readOutput(outputs[0]),
    new: readOutput(outputs[1]),
    others: others.length,
  };
}

/** A lifecycle as a machine; its states are their names. */
export function machineOf({ states: [first = ''], transitions }: Lifecycle): Machine<string> {
  const moves = new Map(transitions.map(each => [`${each.from}\n${each.event}`, each]));
  return {
    initial: first,
    inputs: [...new Set(transitions.map(({ event }) => event))],
    step(state, input) {
      const move = moves.get(`${state}\n${input}`);
      return move && { to: move.to, output: writeOutput(move) };
    },
  };
}

/** A step of a walk, with the number of webhook types that it causes; absent if the lifecycle does not say. */
export interface WalkStep extends StepInput {
  readonly webhooks?: number;
}

/** Steps for one order to try, because their outcome is unknown or uncertain. */
export interface Walk {
  readonly steps: readonly WalkStep[];
  /** What the step at a position explores, so that no other walk need try it. */
  readonly aims: ReadonlyMap<number, string>;
}

/** How many steps a random walk takes from its first state. */
const RANDOM_STEPS = 6;

/**
 * The walks that explore the most, most informative first. Each takes the shortest steps to a state, and tries the
 * unexplored events there.
 *
 * @param tried aims of earlier walks, which are not tried again
 */
export function planWalks(lifecycle: Lifecycle, tried: ReadonlySet<string> = new Set()): readonly Walk[] {
  const machine = machineOf(lifecycle);
  const ways = waysFrom(machine, machine.initial);
  const walks = [...Map.groupBy(lifecycle.unexplored, ({ from }) => from)].flatMap(([state, open]): readonly Walk[] => {
    const way = ways.get(state);
    if (way === undefined) return [];
    const aimOf = (event: string) => [...way, event].join(', ');
    const events = inOrder(
      open.map(({ event }) => event).filter(event => !tried.has(aimOf(event))),
      way,
    );
    if (events.length === 0) return [];
    const aims = new Map(events.map((event, nth) => [way.length + nth, aimOf(event)]));
    return [{ steps: stepsOf(machine, [...way, ...events]), aims }];
  });
  const isTelling = ({ aims }: Walk) => [...aims.values()].some(aim => leadsToCredit(aim.split(', ').at(-1) ?? ''));
  return walks.toSorted(
    (one, other) =>
      Number(isTelling(other)) - Number(isTelling(one)) ||
      other.aims.size - one.aims.size ||
      one.steps.length - other.steps.length,
  );
}

/**
 * Sorts the events to try in a state. Events that most services ignore or refuse come first, because the order stays in
 * its state. A second disburse comes last, because any later credit may belong to it.
 */
function inOrder(events: readonly string[], way: readonly string[]): readonly string[] {
  const placeOf = (event: string) => {
    if (leadsToCredit(event)) return way.includes(event) ? 3 : 1;
    const isNext = [...way, event].every((word, nth) => word === HAPPY_PATH[nth]);
    return isNext || FAILURES.some(failure => failure === event) ? 2 : 0;
  };
  return events.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/**
 * A random walk from a random state of a lifecycle. An unexpected effect shows that the lifecycle lacks a state.
 *
 * @param pick returns a random integer from 0 to `below` − 1
 */
export function randomWalk(lifecycle: Lifecycle, pick: (below: number) => number): Walk {
  const machine = machineOf(lifecycle);
  const ways = [...waysFrom(machine, machine.initial).values()];
  const way = ways[pick(ways.length)] ?? [];
  const more = Array.from({ length: RANDOM_STEPS }, () => SIMULATE_EVENTS[pick(SIMULATE_EVENTS.length)] ?? '');
  return { steps: stepsOf(machine, [...way, ...more]), aims: new Map() };
}

/** Inputs as steps, with the effects that a machine predicts, as far as it does. */
function stepsOf(machine: Machine<string>, words: readonly string[]): readonly WalkStep[] {
  let at: string | undefined = machine.initial;
  return words.flatMap(word => {
    const step = readInput(word);
    const move = at === undefined ? undefined : machine.step(at, word);
    at = move?.to;
    return step ? [{ ...step, ...(move && { webhooks: readOutput(move.output).webhooks.length }) }] : [];
  });
}
