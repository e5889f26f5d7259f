import { plural } from '../../base/plural.ts';
import type { CaseProblem, CaseRecord } from '../../evidence/evidence.ts';
import { leadsTo } from '../causes.ts';
import type { CreditReading, Readings } from './backend.ts';
import { areaOf } from './case-id.ts';
import type { EndpointCase } from './endpoint-case.ts';
import { historyOf } from './history.ts';
import { ANSWER_MS, replyInWords } from './sender.ts';
import type { Expectation, Trial, TrialResult } from './trial.ts';

/** What a trouble does. Two troubles with one effect can have one cause. */
export type TrialEffect = 'lost' | 'twice' | 'forbidden' | 'unreadable' | 'leak' | 'down';

/** The troubles with the credits of an order: the effect of each, and what happens to the order in the case. */
const OF_CREDITS = {
  'not-credited': ['lost', 'An order is not credited'],
  /** Credited only when it was sent again after its acknowledgement. */
  'credited-only-later': ['lost', 'An order is credited only later'],
  /** Credited, and later no longer. */
  'credit-gone': ['lost', 'A credit disappears later'],
  'lost-after-acknowledgement': ['lost', 'An acknowledged webhook is not credited'],
  /** A copy was acknowledged while another was pending, which then failed. */
  'lost-after-a-copy': ['lost', 'A webhook of which a copy was acknowledged is not credited'],
  'next-not-processed': ['lost', 'The genuine webhook that follows is not credited'],
  'credited-again': ['twice', 'An order is credited more than once'],
  'credited-again-later': ['twice', 'An order is credited once more, later,'],
  'credited-forbidden': ['forbidden', 'An order is credited'],
} as const;

/** A case that was tried. */
export interface Tried {
  readonly case: EndpointCase;
  readonly trial: Trial;
  readonly from: number;
  readonly to: number;
  /** The credits after its deliveries had their time. */
  settled?: CreditReading;
}

/** One failure of a case. */
export interface CaseFailure {
  readonly case: string;
  readonly effect: TrialEffect;
  readonly problem: CaseProblem;
}

/** A case that was tried, and its result. */
export interface TriedCase extends ReturnType<typeof judgeTrial> {
  readonly tried: Tried;
  /** The credits at the end of the gate; absent if they cannot be read. */
  readonly final: CreditReading | undefined;
}

/** Judges cases. @param last the credits at the end of the gate; default: those read after each case */
export function judgeAll(tried: readonly Tried[], last?: CreditReading): readonly TriedCase[] {
  // If nothing is acknowledged, one more unacknowledged webhook shows nothing.
  const acknowledgesSome = tried.some(({ trial }) => trial.seen.some(one => one.role === 'sound' && one.acknowledged));
  return tried.map(one => {
    const { settled } = one;
    const final = last ?? settled;
    const readings = settled && final && { settled, final };
    return { tried: one, final, ...judgeTrial(one.case, one.trial, readings, acknowledgesSome) };
  });
}

type TroubleText = readonly [effect: TrialEffect, cause: string, message: string, expected: string, received: string];

/** Advice on answers that change no credit. */
const FORGED_ACKNOWLEDGED = {
  cause: 'acknowledged-forged',
  message: 'A webhook that does not verify is acknowledged, although it credits nobody',
  expected: 'a status other than 2xx: a sender could take it for accepted',
};
const FORGED_UNANSWERED = {
  cause: 'forged-unanswered',
  message: 'A webhook that does not verify gets no answer: the connection is closed',
  expected: 'a status other than 2xx: a handler that ends at a forged webhook can be stopped by anybody',
};
const UNANSWERED = {
  cause: 'unanswered',
  message: 'A webhook is not answered in time, although others are',
  expected: `an answer within ${ANSWER_MS / 1000} s: senders give up, and send it again`,
  received: replyInWords({ kind: 'timed-out' }),
};
const NOT_ACKNOWLEDGED = {
  cause: 'not-acknowledged',
  message: 'A genuine webhook is not acknowledged, although nothing is left to be done for it',
  expected: 'a 2xx: the service sends the webhook again until it gets one',
};

/** Judges a trial; without readings, by its answers alone. @param acknowledgesSome whether any genuine webhook was */
export function judgeTrial(
  { id, requirement, where }: EndpointCase,
  trial: TrialResult,
  readings: Readings | undefined,
  acknowledgesSome = false,
) {
  const made: TroubleText[] = [
    ...troublesOfProcess(trial, where),
    ...(readings === undefined ? [] : troublesOfCredits(trial, readings, where)),
    ...(readings === undefined && acknowledgesSome ? troublesOfRefusals(trial, where) : []),
  ];
  const advice: CaseProblem[] = [];
  const isAcknowledged = (order: string) =>
    trial.seen.some(one => one.order === order && one.role !== 'unjudged' && one.acknowledged);
  for (const { role, order, acknowledged, answer, isKnown } of trial.seen) {
    const settled = readings?.settled.credits.get(order) ?? 0;
    const received = `${answer} for an event of ${order}`;
    const advise = (what: typeof NOT_ACKNOWLEDGED) =>
      advice.push({ requirement, severity: 'advice', ...what, received });
    if (role === 'forged' && acknowledged) {
      const message = `A webhook is acknowledged when ${where}`;
      if (readings === undefined && trial.lost === undefined)
        made.push(['forbidden', 'acknowledged-forged', message, 'a status other than 2xx', `2xx for ${order}`]);
      else if (settled === 0) advise(FORGED_ACKNOWLEDGED);
    }
    if (role === 'forged' && answer === replyInWords({ kind: 'dropped' }) && trial.lost === undefined)
      advise(FORGED_UNANSWERED);
    // A refusal while the first copy was pending, or before it could be credited, had a reason.
    const isDue = role === 'uncredited' || (role === 'sound' && settled > 0);
    if (isDue && !acknowledged && (isKnown || !isAcknowledged(order))) advise(NOT_ACKNOWLEDGED);
  }
  if (trial.lost === undefined && trial.replies.has('timed-out'))
    advice.push({ requirement, severity: 'advice', ...UNANSWERED });
  const failures = made.map(([effect, cause, message, expected, received]): CaseFailure => {
    const broken = effect === 'leak' ? 'receiver.rejects-mismatch' : requirement;
    const problem = { requirement: broken, severity: 'breach', cause: `${id}: ${cause}` } as const;
    return { case: id, effect, problem: { ...problem, message, expected, received, ...leadsTo(effect, broken) } };
  });
  const judged = readings !== undefined || trial.seen.some(({ role }) => role === 'forged');
  // One problem per cause, because a case repeats its deliveries.
  const found = [...new Map(failures.map(one => [one.problem.cause, one])).values()];
  const advised = new Map(advice.map(problem => [problem.cause, problem]));
  const problems = [...found.map(({ problem }) => problem), ...advised.values()];
  const orders = new Set(problems.flatMap(({ received }) => / of (\S+)$/.exec(received)?.[1] ?? []));
  const { observed } = trial;
  const timesIn = (all: Readings, order: string) => plural(countedOf(order, all).last, 'credit');
  const seen: CaseRecord = {
    ...{ id, method: areaOf(id), passed: made.length > 0 || !judged ? [] : [requirement], problems },
    ...(observed && readings && { observed: { gap: observed.gap, value: timesIn(readings, observed.order) } }),
    history: historyOf(trial, readings, orders.size > 0 ? orders : undefined),
  };
  return { seen, failures: found, effects: effectsOf(trial, readings) };
}

/** The troubles that need no credits: a backend that is lost, unreadable credits, an answer that helps a forger. */
function* troublesOfProcess(trial: TrialResult, where: string): Generator<TroubleText> {
  const { lost, aboutLoss, lostCredits, leaked } = trial;
  const inWords = (kind: 'refused' | 'timed-out') => [replyInWords({ kind }), ...aboutLoss].join('; ');
  if (lost === 'gone')
    yield ['down', 'gone', `The backend stops when ${where}`, 'a backend that keeps running', inWords('refused')];
  if (lost === 'silent') {
    const due = `an answer within ${ANSWER_MS / 1000} s`;
    yield ['down', 'silent', `The backend stops answering when ${where}`, due, inWords('timed-out')];
  }
  if (lostCredits !== undefined) {
    const due = 'every credit that was made, as --credits printed them before the kill';
    yield ['unreadable', 'credits-unreadable', `The credits cannot be read any more when ${where}`, due, lostCredits];
  }
  if (leaked !== undefined) {
    const { leak, order } = leaked;
    const due = 'an answer with which nobody can forge a webhook';
    const received = `${leak} in the answer to an event of ${order}`;
    yield ['leak', 'tells-a-forger', `An answer holds ${leak} when ${where}`, due, received];
  }
}

/** The credits that decide: after deliveries had their time, at the end, and the most at any time. */
interface Decisive {
  readonly settled: Pick<CreditReading, 'credits'>;
  readonly final: Pick<CreditReading, 'credits' | 'most'>;
}

/** The trouble with the credits of an order. A lost backend need not have credited anything. */
function troubleOf({ due, as }: Expectation, { first, last, most }: ReturnType<typeof countedOf>, isLost: boolean) {
  if (due === 0) return most > 0 ? 'credited-forbidden' : undefined;
  if (first > 1) return 'credited-again';
  if (first === 1) return last > 1 ? 'credited-again-later' : last === 0 ? 'credit-gone' : undefined;
  if (isLost) return undefined;
  if (as === 'next') return 'next-not-processed';
  if (as === 'copy-acknowledged') return 'lost-after-a-copy';
  if (as === 'acknowledged') return 'lost-after-acknowledgement';
  return last === 1 ? 'credited-only-later' : 'not-credited';
}

/** The credits of an order. A credit that had disappeared by the first reading counts. */
function countedOf(order: string, { settled, final }: Decisive) {
  const [last = 0, most = 0] = [final.credits.get(order), final.most.get(order)];
  return { first: last < most ? most : (settled.credits.get(order) ?? 0), last, most };
}

/** The effect on each order whose credits are wrong. */
export function effectsOf(trial: TrialResult, readings: Decisive | undefined): ReadonlyMap<string, TrialEffect> {
  const troubles = readings === undefined ? [] : troublesIn(trial, readings);
  return new Map(troubles.map(([order, trouble]) => [order, OF_CREDITS[trouble][0]]));
}

function troublesIn({ expected, lost }: TrialResult, readings: Decisive) {
  return [...expected].flatMap(([order, expectation]) => {
    const trouble = troubleOf(expectation, countedOf(order, readings), lost !== undefined);
    return trouble === undefined ? [] : [[order, trouble] as const];
  });
}

/** The trouble with the credits of each order, in words. */
function troublesOfCredits(trial: TrialResult, readings: Readings, where: string): readonly TroubleText[] {
  return troublesIn(trial, readings).map(([order, trouble]): TroubleText => {
    const { first, last } = countedOf(order, readings);
    const later = last === first ? '' : ` at first, ${last} at the end,`;
    const [effect, what] = OF_CREDITS[trouble];
    const inTime = `1 credit within ${readings.settled.settleMs} ms of the last answer (--settle)`;
    const due = { forbidden: 'no credit', lost: inTime, twice: '1 credit' }[effect];
    return [effect, trouble, `${what} when ${where}`, due, `${plural(first, 'credit')}${later} of ${order}`];
  });
}

/** Genuine webhooks that were refused on every attempt, although others of that type were acknowledged. */
function troublesOfRefusals(trial: TrialResult, where: string): readonly TroubleText[] {
  const { expected, seen, lost, lostCredits } = trial;
  if (lost !== undefined || lostCredits !== undefined) return [];
  return [...expected.keys()].flatMap((order): TroubleText[] => {
    const answers = seen.filter(one => one.order === order && one.role === 'sound');
    if (answers.length === 0 || answers.some(({ acknowledged }) => acknowledged)) return [];
    const message = `A genuine webhook is refused on every attempt when ${where}`;
    const received = `no 2xx for an event of ${order}`;
    return [['lost', 'next-not-processed', message, 'a 2xx, as for other genuine webhooks', received]];
  });
}
