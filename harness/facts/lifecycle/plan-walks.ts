import { FAILURES, HAPPY_PATH, leadsToCredit, SIMULATE_EVENTS } from '../../contract/lifecycle.ts';
import type { StepInput } from '../../evidence/write-step.ts';
import { type Machine, waysFrom } from '../../order/automata/machine.ts';
import { machineOf } from './compare-lifecycles.ts';
import { DECISIVE, type Lifecycle, readInput, readOutput } from './lifecycle.ts';

/** A step of a walk, with how many types of webhooks it causes. Absent where the lifecycle does not say. */
export interface WalkStep extends StepInput {
  readonly webhooks?: number;
}

/** Steps that one order is to take, because it is not known, or not surely, what comes of them. */
export interface Walk {
  readonly steps: readonly WalkStep[];
  /** By position of a step: what it explores, so that no other walk need try the same. */
  readonly aims: ReadonlyMap<number, string>;
}

/** How many steps a random walk takes from the state that it begins in. */
const RANDOM_STEPS = 6;

/**
 * The walks that tell most about what a lifecycle leaves unexplored, most telling first. Each leads to a state by the
 * shortest way, and tries there what was not tried.
 *
 * @param tried aims of earlier walks: what these did not show, others like them will not show either
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
  const isTelling = ({ aims }: Walk) => [...aims.values()].some(aim => isCredit(aim.split(', ').at(-1) ?? ''));
  return walks.toSorted(
    (one, other) =>
      Number(isTelling(other)) - Number(isTelling(one)) ||
      other.aims.size - one.aims.size ||
      one.steps.length - other.steps.length,
  );
}

/**
 * The walks that show what is decisive of a state and was not seen of it, nearest first: where a step leads to is known
 * only then. None is planned behind a nearer one, since what that one shows may make it needless.
 */
export function planWords(lifecycle: Lifecycle, tried: ReadonlySet<string> = new Set()): readonly Walk[] {
  const machine = machineOf(lifecycle);
  const isKnown = (state: string, [event, ...rest]: readonly string[]): boolean => {
    const move = event === undefined ? undefined : machine.step(state, event);
    return event === undefined || (move !== undefined && isKnown(move.to, rest));
  };
  const open = [...waysFrom(machine, machine.initial)].flatMap(([state, way]) =>
    DECISIVE.filter(word => !isKnown(state, word)).map(word => [...way, ...word]),
  );
  const left = open.filter(words => !tried.has(words.join(', ')));
  const nearest = Math.min(...left.map(({ length }) => length));
  return left
    .filter(({ length }) => length === nearest)
    .map(words => ({ steps: stepsOf(machine, words), aims: new Map([[words.length - 1, words.join(', ')]]) }));
}

/**
 * Sorts the events to try at the end of a way. What most services ignore or refuse comes first, since the order then
 * stays there for the next event. A second disburse comes last: any credit after it may be its own.
 */
function inOrder(events: readonly string[], way: readonly string[]): readonly string[] {
  const placeOf = (event: string) => {
    if (isCredit(event)) return way.includes(event) ? 3 : 1;
    const isNext = [...way, event].every((word, nth) => word === HAPPY_PATH[nth]);
    return isNext || FAILURES.some(failure => failure === event) ? 2 : 0;
  };
  return events.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function isCredit(word: string): boolean {
  return SIMULATE_EVENTS.some(event => event === word && leadsToCredit(event));
}

/**
 * A random walk from a random state of a lifecycle: where something else comes of it than the lifecycle says, there are
 * more states than were told apart.
 *
 * @param pick a random whole number from 0 to `below` − 1
 */
export function randomWalk(lifecycle: Lifecycle, pick: (below: number) => number): Walk {
  const machine = machineOf(lifecycle);
  const ways = [...waysFrom(machine, machine.initial).values()];
  const way = ways[pick(ways.length)] ?? [];
  const more = Array.from({ length: RANDOM_STEPS }, () => SIMULATE_EVENTS[pick(SIMULATE_EVENTS.length)] ?? '');
  return { steps: stepsOf(machine, [...way, ...more]), aims: new Map() };
}

/** Words as steps, with what a machine says comes of them, as far as it knows. */
function stepsOf(machine: Machine<string>, words: readonly string[]): readonly WalkStep[] {
  let at: string | undefined = machine.initial;
  return words.flatMap(word => {
    const step = readInput(word);
    const move = at === undefined ? undefined : machine.step(at, word);
    at = move?.to;
    return step ? [{ ...step, ...(move && { webhooks: readOutput(move.output).webhooks.length }) }] : [];
  });
}
