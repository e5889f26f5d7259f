import { COSTS, type DefectKind } from './costs.ts';
import type { Call, Sighting, Trace } from './trace.ts';

/** One move of an explanation: it accounts for a call, an event, or both. */
export interface Move {
  readonly cost: number;
  /** The defect; absent if a sound service makes this move. */
  readonly defect?: DefectKind;
  readonly call?: Call;
  readonly event?: Sighting;
  /** The refused event that this one repeats under another id. */
  readonly of?: Sighting;
  /** What is missing: any webhook of the call, the credit, or both. */
  readonly lacks?: 'webhook' | 'credit' | 'both';
}

/** The cheapest explanation of one order. */
export interface Explanation {
  readonly trace: Trace;
  readonly cost: number;
  readonly moves: readonly Move[];
  /** Whether sound explanations were dropped because there are too many. No defect is then concluded. */
  readonly isCut: boolean;
}

/** The rules that other orders show to be broken, as {@link ruleOf} writes them. Breaking one again costs less. */
export type Rules = ReadonlySet<string>;

/** The rule that a move breaks. It is equal for two orders in which the service makes the same mistake. */
export function ruleOf({ defect, call, event }: Pick<Move, 'defect' | 'call' | 'event'>): string {
  return `${defect} ${call?.role === 'step' ? call.input : ''} ${call?.role === 'step' ? '' : (event?.type ?? '')}`;
}

/** A partial explanation: which calls have their event, and whether the credit arrived. */
export interface State {
  readonly cost: number;
  /** One character per call of the trace: `x` if the call has its event, otherwise `.`. */
  readonly settled: string;
  readonly isCredited: boolean;
  /** Whether a call that simulates nothing acted. What the order does next is then unknown. */
  readonly isMoved: boolean;
  /** The refused events that came again under another id. */
  readonly renamed: readonly Sighting[];
  readonly last: Link | undefined;
}

interface Link {
  readonly move: Move;
  readonly before: Link | undefined;
}

/** What is due according to the model and the other orders. */
export interface Due {
  /** Whether a webhook of a call is due. */
  isDue(call: Call): boolean;
  /**
   * The time until which the run must listen to prove that the webhook of a call is missing; 0 if there is no need. A
   * step without a wait acted, or this process stood still during the wait.
   */
  provenAt(call: Call): number;
  /** Whether the credit of a call is due. */
  isCreditDue(call: Call): boolean;
  /** Whether orders without a defect show a webhook of this step after the same earlier steps. */
  isShown(call: Call): boolean;
  /** Whether an event follows a refused one of its type, and orders with the same steps show fewer of this type. */
  isCopy(event: Sighting): boolean;
  /** Whether an event has a type that certainly belongs to another step. */
  isOfAnother(call: Call, event: Sighting): boolean;
  /** Whether a disburse cannot explain a credit, because the run shows that such disburses credit nothing. */
  isVain(call: Call, credit: Sighting): boolean;
  /** Whether an event came so soon after a call that the call may have sent it. */
  isNear(call: Call, event: Sighting): boolean;
  /** Whether a sound service may refuse a step at this point. If it may not, a refusal is a defect. */
  isRefusable(call: Call): boolean;
}

/** Decides what is due for an order. */
export type DueOf = (trace: Trace) => Due;

/** The state after one more move. @param change what the move changes besides the cost */
export function add(state: State, move: Move, change: Partial<State> = {}): State {
  return { ...state, ...change, cost: state.cost + move.cost, last: { move, before: state.last } };
}

/** The state at a lower cost, if its last move breaks a rule that is known to be broken. */
export function discounted(state: State, rules: Rules): State {
  const { last } = state;
  if (last?.move.defect === undefined || !rules.has(ruleOf(last.move))) return state;
  const move = { ...last.move, cost: COSTS.again };
  return { ...state, cost: state.cost - last.move.cost + COSTS.again, last: { ...last, move } };
}

/** The moves that led to a state, in order. */
export function movesOf(state: State | undefined): readonly Move[] {
  const moves: Move[] = [];
  for (let link = state?.last; link; link = link.before) moves.push(link.move);
  return moves.reverse();
}

export function isSettled({ settled }: State, { calls }: Trace, call: Call): boolean {
  return settled[calls.indexOf(call)] === 'x';
}

/** The change to a state when a call gets its event. */
export function settle({ settled }: State, { calls }: Trace, call: Call, event: Sighting): Partial<State> {
  const nth = calls.indexOf(call);
  return {
    settled: `${settled.slice(0, nth)}x${settled.slice(nth + 1)}`,
    ...(event.isCredit && { isCredited: true }),
  };
}
