import { COSTS, type DefectKind } from './costs.ts';
import type { Call, Sighting, Trace } from './trace.ts';

/** One move of an explanation: what became of one call or event. */
export interface Move {
  readonly cost: number;
  /** What is wrong with it; absent where a sound service does it. */
  readonly defect?: DefectKind;
  readonly call?: Call;
  readonly event?: Sighting;
  /** The event that this one is a redelivery of, under another id. */
  readonly of?: Sighting;
  /** What is lost: any webhook of the call, the credit, or both. */
  readonly lacks?: 'webhook' | 'credit' | 'both';
}

/** A least explanation of one order. */
export interface Explanation {
  readonly trace: Trace;
  readonly cost: number;
  readonly moves: readonly Move[];
  /** Whether the search for what a sound service does was cut short, so that no defect is concluded. */
  readonly isCut: boolean;
}

/** The rules that other orders show to be broken, as {@link ruleOf} writes them: to break one again costs less. */
export type Rules = ReadonlySet<string>;

/** What a defect is of: the same for two orders in which the service goes wrong in the same way. */
export function ruleOf({ defect, call, event }: Pick<Move, 'defect' | 'call' | 'event'>): string {
  return `${defect} ${call?.role === 'step' ? call.input : ''} ${call?.role === 'step' ? '' : (event?.type ?? '')}`;
}

/** A partial explanation: which calls have their event, and whether the credit came. */
export interface State {
  readonly cost: number;
  /** A character for each call of the trace: `x` where it has its event. */
  readonly settled: string;
  readonly isCredited: boolean;
  /** Whether a call that simulates nothing did act: what its order does next is not known. */
  readonly isMoved: boolean;
  /** The events that were refused and came again under another id. */
  readonly renamed: readonly Sighting[];
  readonly last: Link | undefined;
}

interface Link {
  readonly move: Move;
  readonly before: Link | undefined;
}

/** What is due, where the model and the other orders say so. */
export interface Due {
  /** Whether a webhook of a call is due. */
  isDue(call: Call): boolean;
  /** Whether a step that nobody waited for acted, so that its webhook is due once the run has listened long enough. */
  isAwaited(call: Call): boolean;
  /** Whether the credit of a call is due. */
  isCreditDue(call: Call): boolean;
  /** Whether orders without a defect show the webhook of a step on the same way. */
  isShown(call: Call): boolean;
  /** Whether an event follows a refused one of its type, and orders that took the same steps show fewer of them. */
  isCopy(event: Sighting): boolean;
  /** Whether an event has a type that is surely that of another step, and not of this one. */
  isOfAnother(call: Call, event: Sighting): boolean;
  /** Whether an event came so soon after a call that the call may have sent it. */
  isNear(call: Call, event: Sighting): boolean;
  /** Whether a sound service may refuse a step at this point. Where it may not, a refusal is a defect. */
  isRefusable(call: Call): boolean;
}

/** A state after one more move. @param change what else the move changes */
export function add(state: State, move: Move, change: Partial<State> = {}): State {
  return { ...state, ...change, cost: state.cost + move.cost, last: { move, before: state.last } };
}

/** A state whose last move breaks a rule that is known to be broken costs that much less. */
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

/** Whether a call has its event. */
export function isSettled({ settled }: State, { calls }: Trace, call: Call): boolean {
  return settled[calls.indexOf(call)] === 'x';
}

/** The change when a call gets its event. */
export function settle({ settled }: State, { calls }: Trace, call: Call, event: Sighting): Partial<State> {
  const nth = calls.indexOf(call);
  return {
    settled: `${settled.slice(0, nth)}x${settled.slice(nth + 1)}`,
    ...(event.isCredit && { isCredited: true }),
  };
}
