import { countsOf } from '../../base/counts.ts';
import { oncePerObject } from '../../base/once.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { Delivery } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { slowestCredit } from '../../order/estimate.ts';
import { aWhile, LIMITS } from '../../order/limits.ts';
import { stepsUntil } from '../../order/moves-in-words.ts';
import type { Defect } from '../../order/pool.ts';
import type { CreditedAgain } from '../../order/requirements.ts';
import { explainRun } from '../../order/run.ts';
import { asksForCredit, type Call, endsUnpaid, isReplay, type Trace, tracesOf } from '../../order/trace.ts';
import { besideOthers, comeBeside } from '../../order/undue.ts';
import type { Breach } from './check.ts';

/** The parts of a finding that are specific to a defect. */
export type ToldDefect = Omit<Breach, 'requirement' | 'evidence'> & Partial<Pick<Breach, 'evidence'>>;

/** The deliveries, the call and the journey that show a defect. */
export function evidenceOf({ trace, move: { call, event } }: Defect): readonly string[] {
  const deliveries = event?.seen.deliveries.map(({ id }) => id) ?? [];
  return [...deliveries, ...(call ? [call.exchange.id] : []), trace.journey.id];
}

/** The finding about a credit that was not due. */
export function credit(defect: Defect, view: View): ToldDefect {
  const { trace, move } = defect;
  const at = move.event?.at ?? 0;
  const [requirement] = defect.requirements;
  const last = trace.calls.findLast(call => call.step !== undefined && call.at <= at);
  const after = last?.step ? `after ${stepsUntil(view, trace.journey, last.step)}` : 'before any step';
  if (requirement === 'collection.credited-once') return creditedTwice(defect, view);
  const alike = explainRun(view).defects.filter(one => one.requirements[0] === requirement);
  const failures = new Set(alike.flatMap(one => one.trace.calls.find(endsUnpaid)?.asks ?? []));
  const isRefused = move.defect === 'creditThoughRefused';
  if (requirement === 'event.completed-never-on-failure')
    return {
      cause: 'failed',
      message: `${COMPLETED} is sent for an order that ended with ${[...failures].join(' or ')}`,
      expected: `no ${COMPLETED}`,
      received: `${COMPLETED} ${after}`,
      likely: whySent(view, alike) ?? ANOTHER_STEP,
    };
  return {
    cause: isRefused ? 'refused' : 'early',
    message: `${COMPLETED} is sent ${isRefused ? 'although disburse was refused' : 'before disburse'}`,
    expected: `${COMPLETED} only after an accepted disburse`,
    received: `${COMPLETED} ${after}`,
    likely: isRefused
      ? REFUSED_LATE
      : areOfOthers(view)
        ? 'the disburse of another order credits this one too: such credits arrive right beside its own'
        : (whySent(view, alike) ?? ANOTHER_STEP),
  };
}

const ANOTHER_STEP = 'another transition sends the credit signal';
const REFUSED_LATE = 'disburse is refused after its webhook was stored';

/** What most undue credits come from: the step before them, or nothing that was asked. `undefined` if that differs. */
function whySent(view: View, defects: readonly Defect[]): string | undefined {
  const long = aWhile(slowestCredit(tracesOf(view)));
  const words = defects.map(({ trace, move: { event: { at = 0 } = {} } }) => {
    const isAlone = trace.comesByItself({ at }, long);
    const mayBeIt = ({ answer, isRepeated }: Call) => !isAlone || (answer === 'taken' && !isRepeated);
    const last = trace.calls.findLast(call => call.step && call.at <= at && mayBeIt(call));
    if (last === undefined) return undefined;
    if (asksForCredit(last)) return last.answer === 'refused' && !isAlone ? REFUSED_LATE : undefined;
    if (isAlone) return `the service credits by itself, some time after ${last.asks}`;
    return `${last.answer === 'refused' ? 'a refused ' : ''}${last.asks} sends it`;
  });
  return [...countsOf(words)].find(([, times]) => times > words.length * LIMITS.mostly)?.[0];
}

/** Whether credits before disburse arrive right beside credits of other orders, without a call of their own. */
const areOfOthers = oncePerObject((view: View): boolean => {
  const { defects, explanations } = explainRun(view);
  const early = defects.flatMap(({ trace, move: { defect, event, call } }) =>
    defect === 'credit' && event && call === undefined ? [{ trace, at: event.at }] : [],
  );
  const due = explanations.flatMap(({ trace, moves }) =>
    moves.flatMap(({ call, event, defect }) => (event?.isCredit && call && !defect ? [{ trace, at: event.at }] : [])),
  );
  return comeBeside(early, besideOthers(due));
});

/** Why an order is credited for each of its disburses. */
const AGAIN: { readonly [A in Exclude<CreditedAgain, 'doubled'>]: string } = {
  each: 'each call fires a webhook, as the specification may be read',
  race: 'a race: the state is checked and then set, without a lock',
  either: 'each call fires a webhook, or the state is checked and then set without a lock: no later disburse tells',
};

function creditedTwice(defect: Defect, view: View): ToldDefect {
  const credits = defect.trace.events.filter(({ isCredit }) => isCredit);
  const isOther = (one: Delivery) =>
    view.typeOf(one) !== COMPLETED && credits.some(({ seen }) => seen.id === view.idOf(one));
  const isMoved = refusalsMove(view) && stepBefore(defect.trace, credits.at(-1)?.at ?? 0, 'refused') !== undefined;
  if (defect.again && defect.again !== 'doubled')
    return {
      ...(defect.isAdvice
        ? {
            severity: 'advice',
            cause: 'each call',
            message: `each accepted disburse of an order sends another ${COMPLETED}`,
          }
        : {
            cause: 'race',
            message: `two disburses at once each send ${COMPLETED}; one after the other, only the first does`,
          }),
      expected: 'one event, however often disburse is simulated',
      received: `${credits.length} events after ${defect.trace.creditCalls(defect.mayCredit).length} accepted calls`,
      likely: `${AGAIN[defect.again]}; a consumer would credit each`,
    };
  return {
    // A credit with the id of another event is that event, repeated with another type.
    ...(view.deliveries.some(isOther) && { follows: 'event.id' }),
    ...(isMoved && { follows: 'lifecycle.happy-path' }),
    ...whyAgain(defect, view),
    message: `${COMPLETED} of one disbursement arrives under more than one event id`,
    expected: 'one event, however often it is delivered',
    received: credits.map(({ seen }) => seen.id ?? 'an event without an id').join(', '),
    evidence: [...credits.flatMap(({ seen }) => seen.deliveries.map(({ id }) => id)), defect.trace.journey.id],
  };
}

/** Why an order is credited twice. If any order shows it without a special reason, no order needs one. */
function whyAgain(defect: Defect, view: View): Pick<Breach, 'cause' | 'likely'> {
  const alike = explainRun(view).defects.filter(
    ({ requirements: [requirement], again }) =>
      requirement === 'collection.credited-once' && (again === undefined || again === 'doubled'),
  );
  const [cause, sender] = alike.map(senderOf).find(([kind]) => kind === 'twice') ?? senderOf(defect);
  const why = (cause === 'twice' ? whySent(view, alike) : undefined) ?? `${sender} creates a new event`;
  return { cause, likely: `${why}; a consumer would credit each` };
}

/** Two credits of one call that come within this time are of two handlers. */
const AT_ONCE_MS = 100;

/** What may have sent the second credit of an order, by what came before it. */
function senderOf({ trace: { calls, events }, again }: Defect): readonly [cause: string, sender: string] {
  const [first, second] = events.filter(({ isCredit }) => isCredit);
  const between = (second?.at ?? 0) - (first?.at ?? 0);
  const before = calls.filter(call => asksForCredit(call) && call.at <= (second?.at ?? 0));
  const last = before.at(-1);
  if (last && isReplay(last)) return ['replayed', 'a call that is sent again with its Idempotency-Key'];
  if (last?.role === 'step' && last.answer === 'refused') return ['refused', 'a disburse that is refused'];
  const isBetween = ({ at }: Call) => at > (first?.at ?? 0) && at < (last?.at ?? 0);
  const other = calls.findLast(call => call.step && !asksForCredit(call) && isBetween(call));
  if (other) return ['moved', `a disburse after ${other.asks}`];
  if (again !== 'doubled' && before.filter(({ role }) => role === 'step').length > 1) return ['repeated', 'each call'];
  if (first?.isRefused) return ['attempted', 'each attempt, or each handler of the call,'];
  const job = between < AT_ONCE_MS ? ' of the call' : `, or a job that runs ${(between / 1000).toFixed(1)} s later,`;
  return ['twice', `a second handler${job}`];
}

/** The calls that took the same step of the happy path as a call, each with its order. */
export function takingOf(view: View, { asks }: Call): readonly { readonly trace: Trace; readonly call: Call }[] {
  return tracesOf(view).flatMap(trace =>
    trace.calls
      .filter(call => call.asks === asks && call.isOnPath && call.answer === 'taken')
      .map(call => ({ trace, call })),
  );
}

/** The last step before a moment that had an answer. */
export function stepBefore({ calls }: Trace, at: number, answer: Call['answer']): Call | undefined {
  return calls.findLast(call => call.step && call.at < at && call.answer === answer);
}

/**
 * The refused step that moved an order, so that the order then refuses a step of the happy path: no order takes that
 * step right after such a refusal. `undefined` if there is none.
 */
export function moverOf(view: View, { trace, move: { defect, call } }: Defect): Call | undefined {
  if (defect !== 'refusedOnPath' || call === undefined) return undefined;
  const taking = takingOf(view, call);
  const harmless = new Set(taking.flatMap(other => refusedBefore(other.trace, other.call).map(({ input }) => input)));
  return taking.length > 0 ? refusedBefore(trace, call).findLast(({ input }) => !harmless.has(input)) : undefined;
}

/** The steps that an order refused after the last step that it took, before a call. */
function refusedBefore(trace: Trace, { at }: Call): readonly Call[] {
  const since = stepBefore(trace, at, 'taken')?.at ?? 0;
  return trace.calls.filter(call => call.step && call.answer === 'refused' && call.at > since && call.at < at);
}

/** Whether steps move their orders although they are refused. */
const refusalsMove = oncePerObject((view: View): boolean =>
  explainRun(view).defects.some(defect => moverOf(view, defect) !== undefined),
);
