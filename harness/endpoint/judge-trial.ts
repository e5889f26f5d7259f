import type { CaseProblem, CaseSeen } from '../core/evidence.ts';
import { plural } from '../core/plural.ts';
import { areaOf } from './case-id.ts';
import type { Readings } from './credits.ts';
import type { EndpointCase } from './endpoint-case.ts';
import { historyOf } from './history.ts';
import { ANSWER_MS, NO_ANSWER } from './sender.ts';
import type { TrialSeen } from './trial.ts';

/** What went wrong with a case; the known bugs are told apart by these. */
export type Trouble =
  | 'not-credited'
  /** Credited when it came again, after it was acknowledged. */
  | 'credited-only-later'
  | 'credited-again'
  /** By a single delivery. */
  | 'credited-again-unasked'
  /** By a webhook that the backend refused and that was sent again. */
  | 'credited-again-after-refusal'
  /** By copies at the same moment, around a crash. */
  | 'credited-again-by-copies'
  | 'credited-again-later'
  /** Later, although the backend was not restarted meanwhile. */
  | 'credited-again-without-a-restart'
  /** Credited, and not any more later. */
  | 'credit-gone'
  | 'lost-after-acknowledgement'
  /** A copy was acknowledged while another was under way, which came to nothing. */
  | 'lost-after-a-copy'
  | 'credited-forbidden'
  | 'acknowledged-forged'
  | 'next-not-processed'
  | 'gone'
  | 'silent';

type Made = readonly [cause: Trouble, message: string, expected: string, received: string];

/** What a trial showed; without readings of the credits only answers count. */
export function judgeTrial(
  { id, requirement, where }: EndpointCase,
  trial: TrialSeen,
  readings: Readings | undefined,
): CaseSeen {
  const made: Made[] = [
    ...lossMade(trial, where),
    ...(readings === undefined ? [] : creditsMade(trial, readings, where)),
  ];
  const advice: CaseProblem[] = [];
  for (const { role, order, acknowledged } of trial.seen) {
    const settled = readings?.settled.credits.get(order) ?? 0;
    if (role === 'forged' && acknowledged) {
      const message = `A webhook is acknowledged where ${where}`;
      if (readings === undefined && trial.lost === undefined)
        made.push(['acknowledged-forged', message, 'a status other than 2xx', `2xx for ${order}`]);
      else if (settled === 0) advice.push(adviceOn(requirement, true, order));
    } else if ((role === 'uncredited' || (role === 'sound' && settled > 0)) && !acknowledged)
      advice.push(adviceOn(requirement, false, order));
  }
  for (const [order, { due, as }] of trial.expected) {
    const count = readings?.final.credits.get(order) ?? 0;
    // Where neither is credited, letter case is not the reason.
    const isOneCredited = [...trial.expected.keys()].some(each => readings?.final.credits.has(each));
    if (as === 'letter-case' && isOneCredited && count !== due)
      advice.push(adviceOnLetterCase(requirement, `${plural(count, 'credit')} of ${order}`));
  }
  const breaches = made.map(
    ([cause, message, expected, received]): CaseProblem => ({
      ...{ requirement, severity: 'breach', cause: `${id}: ${cause}`, message, expected, received },
    }),
  );
  const judged = readings !== undefined || trial.seen.some(({ role }) => role === 'forged');
  // One problem of each cause: a case repeats what it does, and one sighting shows it.
  const shown = [...new Map([...breaches, ...advice].map(problem => [problem.cause, problem])).values()];
  const orders = new Set(shown.flatMap(({ received }) => / of (\S+)$/.exec(received)?.[1] ?? []));
  return {
    ...{ id, method: areaOf(id), passed: made.length > 0 || !judged ? [] : [requirement], problems: shown },
    ...(trial.observed && readings && { observed: observed(trial.observed, readings) }),
    history: historyOf(trial, readings, orders.size > 0 ? orders : undefined),
  };
}

/** What is wrong where the backend could not be reached, or answered nothing, at the end. */
function lossMade({ lost, aboutLoss }: TrialSeen, where: string): readonly Made[] {
  if (lost === undefined) return [];
  const received = [lost === 'gone' ? 'no connection' : NO_ANSWER, ...aboutLoss].join('; ');
  if (lost === 'gone') return [['gone', `The backend is gone where ${where}`, 'a backend that goes on', received]];
  return [['silent', `The backend does not answer where ${where}`, `an answer within ${ANSWER_MS / 1000} s`, received]];
}

/** What is wrong with the credits of each order. What a lost backend may not have received is not due. */
function creditsMade(trial: TrialSeen, readings: Readings, where: string): Made[] {
  return [...trial.expected].flatMap(([order, { due, as, copied }]): Made[] => {
    if (as === 'letter-case') return [];
    const final = readings.final.credits.get(order) ?? 0;
    const most = readings.final.most.get(order) ?? 0;
    const settled = final < most ? most : (readings.settled.credits.get(order) ?? 0);
    const later = final === settled ? '' : `, ${final} later`;
    const received = `${plural(settled, 'credit')}${later} of ${order}`;
    const wrong = (cause: Trouble, message: string): Made[] => [
      [cause, message, due === 0 ? 'no credit' : '1 credit', received],
    ];
    if (due === 0) return most > 0 ? wrong('credited-forbidden', `An order is credited where ${where}`) : [];
    if (settled > 1)
      return wrong(
        copied ? 'credited-again-by-copies' : howAgain(trial, order),
        `An order is credited more than once where ${where}`,
      );
    if (settled === 1 && final > 1)
      return wrong(
        as === 'copy-acknowledged' ? 'credited-again-by-copies' : howAgainLater(trial, order, readings),
        `An order is credited again later where ${where}`,
      );
    if (settled === 1 && final === 0)
      return wrong('credit-gone', `A credit that was made is gone later where ${where}`);
    if (settled === 1 || trial.lost !== undefined) return [];
    const inTime = `1 credit within ${readings.settled.settleMs} ms of the last answer (--settle)`;
    const late = (cause: Trouble, message: string): Made[] => [[cause, message, inTime, received]];
    if (as === 'next') return late('next-not-processed', `A sound webhook is not processed after one where ${where}`);
    if (as === 'copy-acknowledged')
      return wrong('lost-after-a-copy', 'A webhook of which a copy was acknowledged is not credited after a crash');
    if (as === 'acknowledged')
      return wrong('lost-after-acknowledgement', 'An acknowledged webhook is not credited after a crash');
    if (final === 1) return late('credited-only-later', `An order is credited only later where ${where}`);
    return late('not-credited', `An order is not credited where ${where}`);
  });
}

/** What made an order be credited more than once, as far as its deliveries tell. */
function howAgain({ steps }: TrialSeen, order: string): Trouble {
  const sent = steps.filter(step => step.type === 'delivery' && step.order === order && step.forged === undefined);
  const answers = sent.map(step => (step.type === 'delivery' ? step.answer : ''));
  if (answers.length === 1) return 'credited-again-unasked';
  const accepted = answers.findIndex(answer => /^2\d\d$/.test(answer));
  // Copies at the same moment may all be refused but one.
  const isLast = accepted === answers.length - 1 && answers.slice(0, accepted).some(answer => /^[345]/.test(answer));
  return isLast ? 'credited-again-after-refusal' : 'credited-again';
}

/** Whether a restart lies between the delivery that credited an order and the one that did so again. */
function howAgainLater({ steps }: TrialSeen, order: string, readings: Readings | undefined): Trouble {
  const last = steps.findLast(
    step => step.type === 'delivery' && step.order === order && step.to < (readings?.settled.at ?? 0),
  );
  const wasRestarted = steps.some(({ type, at }) => type === 'disturbance' && at >= (last?.at ?? 0));
  return wasRestarted ? 'credited-again-later' : 'credited-again-without-a-restart';
}

/** How often an order was credited, of which nothing is said. */
function observed({ gap, order }: NonNullable<TrialSeen['observed']>, { final }: Readings) {
  return { gap, value: plural(final.credits.get(order) ?? 0, 'credit') };
}

function adviceOnLetterCase(requirement: string, received: string): CaseProblem {
  return {
    ...{ requirement, severity: 'advice', cause: 'ids-in-one-case', received, expected: '1 credit' },
    message: 'Two ids that differ in letter case alone are taken for one',
    likely: 'the database compares text without regard to case; the specification does not say how ids are made',
  };
}

function adviceOn(requirement: string, forged: boolean, order: string): CaseProblem {
  const received = `${forged ? '2xx' : 'another status'} for an event of ${order}`;
  return {
    ...{ requirement, severity: 'advice', received },
    ...(forged
      ? {
          cause: 'acknowledged-forged',
          message: 'A webhook that does not verify is acknowledged, although it credits nobody',
          expected: 'a status other than 2xx: a sender could take it for accepted',
        }
      : {
          cause: 'not-acknowledged',
          message: 'A sound webhook is not acknowledged, although nothing is left to be done for it',
          expected: 'a 2xx: the service sends the webhook again until it gets one',
        }),
  };
}
