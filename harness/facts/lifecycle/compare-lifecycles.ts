import { distinctions, type Machine } from '../../order/automata/machine.ts';
import { type Lifecycle, readOutput, type StepOutput, writeOutput } from './lifecycle.ts';

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
