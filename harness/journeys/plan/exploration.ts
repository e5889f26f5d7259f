import { FAILURES, HAPPY_PATH, leadsToCredit, SIMULATE_EVENTS, type SimulateEvent } from '../../contract/lifecycle.ts';

/** An amount that is not the one that is due: a service may hold an order that received less, and not one with more. */
export type Mismatch = 'less' | 'more';

/** One simulate call of an exploration. A step that forces an amount mismatch is a move of its own. */
export interface ExplorationMove {
  readonly event: SimulateEvent;
  /** How the amount that is received differs from the one that is due. Default: it does not. */
  readonly mismatch?: Mismatch;
  /** Whether the order is sure to take this step where it is accepted, so that its webhook is due. */
  readonly due: boolean;
  /** Whether an order in its state can take this step, so that one that is accepted moves it. */
  readonly possible: boolean;
}

/**
 * What a move did to its order: moved it, left it where it was, or something that the answer does not tell, so that the
 * order is given up.
 */
export type MoveOutcome = 'moved' | 'stayed' | 'unknown';

/** A state of an order: the moves that led to it, and how often each further move was tried from it. */
interface ExploredState {
  readonly path: readonly string[];
  readonly tries: Map<string, number>;
}

/** A move from a state. */
interface Goal {
  readonly from: ExploredState;
  readonly move: string;
}

/** What a walk has shown so far. */
interface Walked {
  /** How often its first goal had been tried before. */
  readonly round: number;
  /** Ways that its order did not take: the path to a state, and a move that left it there. */
  readonly stayed: readonly (readonly string[])[];
}

/** What the first walk tries with a new order, which calls for neither: a step that credits nothing, and a credit. */
const PROBES = HAPPY_PATH.slice(1).toSorted((one, other) => Number(isCredit(one)) - Number(isCredit(other)));
const MISMATCHES: ReadonlyMap<string, Mismatch> = new Map([
  ['deposit_detected of less', 'less'],
  ['deposit_detected of more', 'more'],
]);

/** A longer way leads to no kind of state that shorter ones do not lead to. */
const LONGEST_PATH = HAPPY_PATH.length + 2;
/** After this many calls an order is given up, so that a service that accepts everything does not hold the run up. */
const MOST_CALLS = 24;

/** How much less a goal matters for each walk that aims at another move from the same state. */
const CROWDED = 4;

/**
 * Which moves to try from which state of an order (4.3): every event from every state that can be reached. The moves
 * from which a wrong credit would cost most come first, then those after a short way. States are told apart by the
 * moves that led to them; a move that changed nothing leads to no new state. Several walks may go on at the same time.
 * When every move was tried once, all are tried again.
 */
export class Exploration {
  readonly #states = new Map<string, ExploredState>();
  /** The first goals of walks that have not reached them yet. */
  readonly #aims = new Set<Goal>();
  /** Whether the service refuses a credit that is not due. Undefined until the first walk has tried one. */
  #refusesCredit: boolean | undefined;
  /** Whether it takes another step that is not due, and no failure. Undefined until the first walk has tried one. */
  #takesOddSteps: boolean | undefined;

  constructor() {
    for (let length = 0; length <= HAPPY_PATH.length; length++) this.#reach(HAPPY_PATH.slice(0, length));
  }

  /** How many moves from known states were tried, and how many there are. */
  get coverage(): { readonly tried: number; readonly known: number } {
    const tries = [...this.#states.values()].flatMap(state => [...state.tries.values()]);
    return { tried: tries.filter(count => count > 0).length, known: tries.length };
  }

  /** Whether it is known what the service does with steps that are not due: other walks may begin. */
  get knowsService(): boolean {
    return this.#refusesCredit !== undefined && this.#takesOddSteps !== undefined;
  }

  /**
   * The moves for one order: those that lead to its first goal, then what is untried from where the order is, and
   * beyond. Each next move depends on the outcome of the one before.
   */
  *walk(): Generator<ExplorationMove, void, MoveOutcome> {
    const start = this.#reach([]);
    const first = this.#firstGoal();
    const round = triesOf(first);
    // Where this order stayed: a service may answer the next order in another way, but not this one.
    const stayed: (readonly string[])[] = [];
    this.#aims.add(first);
    // A new order shows soonest what the service does with steps that are not due. The other walks depend on it.
    let at = start;
    if (!this.knowsService) for (const move of PROBES) at &&= yield* this.#try(at, move);
    this.#refusesCredit ??= false;
    let goal = at === start ? first : at && this.#nextGoal(at, { round, stayed });
    for (let call = 0; call < MOST_CALLS && at !== undefined; call++) {
      if (goal?.from === at) goal = this.#nextGoal(at, { round, stayed });
      if (goal === undefined) break;
      const move = goal.from.path[at.path.length] ?? goal.move;
      const from: ExploredState = at;
      at = yield* this.#try(from, move);
      if (at === from) stayed.push([...from.path, move]);
      if (at === from && goal.from !== from) this.#close([...from.path, move]);
      if (at && (goal.from === from || at === from)) goal = this.#nextGoal(at, { round, stayed });
    }
    this.#aims.delete(first);
  }

  /** Asks for a move from a state. @returns the state that the order is in then, if that is known */
  *#try(from: ExploredState, move: string): Generator<ExplorationMove, ExploredState | undefined, MoveOutcome> {
    from.tries.set(move, triesOf({ from, move }) + 1);
    const outcome = yield this.#moveOf(move, from.path);
    if (isDue(from.path, move) || isFailing(move)) return this.#after(from, move, outcome);
    if (isCredit(move)) this.#refusesCredit ||= outcome === 'stayed';
    else this.#takesOddSteps ||= outcome !== 'stayed';
    return this.#after(from, move, outcome);
  }

  #after(from: ExploredState, move: string, outcome: MoveOutcome): ExploredState | undefined {
    // A step that is taken again may send its webhook again, and leads to no other state.
    if (outcome === 'moved' && !isTaken(from.path, move)) return this.#reach([...from.path, move]);
    return outcome === 'unknown' ? undefined : from;
  }

  /** What a new order is driven to: what was tried least, then what matters most and other walks do not aim at. */
  #firstGoal(): Goal {
    const goals = this.#goals([]);
    const crowd = ({ from, move }: Goal) => {
      const near = [...this.#aims].filter(aim => aim.from === from);
      if (near.some(aim => aim.move === move)) return CROWDED * HAPPY_PATH.length;
      // The moves of a new order lead apart.
      return from.path.length === 0 ? 0 : CROWDED * near.length;
    };
    const [first] = inOrder(goals, goal => [triesOf(goal), crowd(goal) + this.#rank(goal), goal.from.path.length]);
    if (first === undefined) throw new Error('an exploration has at least the moves of a new order');
    return first;
  }

  /** What an order is driven to from where it is: what is left to try there, then what lies beyond. */
  #nextGoal(at: ExploredState, { round, stayed }: Walked): Goal | undefined {
    const open = this.#goals(at.path)
      .filter(goal => triesOf(goal) <= round)
      .filter(({ from }) => !stayed.some(way => isBehind(from.path, way)));
    return inOrder(open, goal => (goal.from === at ? [0, this.#place(goal)] : [1, this.#rank(goal)]))[0];
  }

  /**
   * How soon a move is tried from the state that an order is in: first those that most services refuse, since the order
   * then stays for the next one; last where this one takes them. A credit that may come unseen is late, since nothing
   * can be said of a credit after it.
   */
  #place({ from: { path }, move }: Goal): number {
    if (isDue(path, move)) return 5;
    if (isCredit(move)) return this.#refusesCredit ? 1 : 4;
    if (isTaken(path, move)) return 0;
    if (isFailing(move)) return 3;
    return this.#takesOddSteps ? 6 : 0;
  }

  /** How soon a move is a goal, the smallest number first: what a wrong credit after it would cost. */
  #rank({ from: { path }, move }: Goal): number {
    const hasFailed = path.some(isFailure);
    const isPaid = path.some(isCredit);
    if (isDue(path, move)) return 7;
    // The more of the deposit was seen before the order fails, the more likely it is credited by mistake, or again.
    if (isOnHappyPath(path) && isFailure(move)) return isPaid ? 1 : -path.length;
    // What can be done with a deposit of another amount is known only behind it.
    if (MISMATCHES.has(move)) return 1;
    if (isCredit(move)) return hasFailed ? 2 : isPaid ? 3 : 5;
    // A deposit that an order takes after its failure is as good as a credit.
    if (hasFailed && !isFailure(move)) return this.#takesOddSteps ? 3 : 6;
    return isPaid && isFailure(move) ? 4 : 6;
  }

  #moveOf(move: string, path: readonly string[]): ExplorationMove {
    // Where the service refuses a credit that is not due, it accepts one that is, whatever amount was received.
    const due = isDue(path, move) || (this.#refusesCredit === true && isCredit(move) && isDue(path.map(eventOf), move));
    // A new order can also fail; whether a later one can is not said.
    const possible = due || (path.length === 0 && isFailing(move));
    const mismatch = MISMATCHES.get(move);
    return { event: eventOf(move), ...(mismatch && { mismatch }), due, possible };
  }

  /** The moves from all states that a way leads to. */
  #goals(path: readonly string[]): readonly Goal[] {
    return [...this.#states.values()]
      .filter(from => isBehind(from.path, path))
      .flatMap(from => [...from.tries.keys()].map(move => ({ from, move })));
  }

  #reach(path: readonly string[]): ExploredState | undefined {
    if (path.length > LONGEST_PATH) return undefined;
    const key = path.join();
    const known = this.#states.get(key);
    if (known) return known;
    const moves = [...SIMULATE_EVENTS, ...(path.length === 0 ? MISMATCHES.keys() : [])];
    const state = { path, tries: new Map(moves.map(move => [move, 0])) };
    this.#states.set(key, state);
    return state;
  }

  /** Forgets the states that were only assumed to lie behind a move, which proves to lead nowhere. */
  #close(path: readonly string[]): void {
    for (const [key, state] of this.#states) {
      if (isBehind(state.path, path) && [...state.tries.values()].every(count => count === 0)) this.#states.delete(key);
    }
  }
}

function triesOf({ from, move }: Goal): number {
  return from.tries.get(move) ?? 0;
}

/** Whether a way begins with another, or is the same. */
function isBehind(path: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((move, index) => path[index] === move);
}

/** Whether the event of a move was taken on a way, whatever amount it named. */
function isTaken(path: readonly string[], move: string): boolean {
  return path.some(taken => eventOf(taken) === eventOf(move));
}

function eventOf(move: string): SimulateEvent {
  return SIMULATE_EVENTS.find(event => event === move) ?? 'deposit_detected';
}

function isCredit(move: string): boolean {
  return SIMULATE_EVENTS.some(event => event === move && leadsToCredit(event));
}

function isDue(path: readonly string[], move: string): boolean {
  return isOnHappyPath([...path, move]);
}

function isOnHappyPath(path: readonly string[]): boolean {
  return path.every((each, index) => each === HAPPY_PATH[index]);
}

const isFailure = (move: string) => FAILURES.some(event => event === move);
const isFailing = (move: string) => isFailure(move) || MISMATCHES.has(move);

/** Sorts goals by numbers, the first that differ. */
function inOrder(goals: readonly Goal[], by: (goal: Goal) => readonly number[]): readonly Goal[] {
  const keys = new Map(goals.map(goal => [goal, by(goal)]));
  return goals.toSorted((a, b) => {
    const [one = [], other = []] = [keys.get(a), keys.get(b)];
    const at = one.findIndex((value, index) => value !== other[index]);
    return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
  });
}
