import { isOk } from '../../../evidence/answered.ts';
import { COMPLETED } from '../../../evidence/dialect.ts';
import { UNVERIFIED } from '../../mistakes/handler.ts';
import type { CreditReading, Credits } from '../backend.ts';
import { type CaseFailure, effectsOf, type TrialEffect, type TriedCase } from '../judge-trial.ts';
import { acknowledges } from '../sender.ts';
import type { SentRequest, Simulated, Transcript } from './transcript.ts';

/** What was done to a backend, or a part of it. */
export type Done = Pick<Transcript, 'sent' | 'kills' | 'secret' | 'refusal'>;

/** What a handler shows in a case. */
interface CaseConduct {
  readonly effects: ReadonlySet<TrialEffect>;
  /** The distance from the backend, from 0 to 2: which orders are affected, and how requests are answered. */
  readonly misfit: number;
  /** Whether no order has a history of the backend's, or most differ and neither chance nor timing explains it. */
  readonly isContrary?: boolean;
  /** Whether an order has fewer credits than acknowledged copies cause in a handler that leaves nothing to chance. */
  readonly isImpossible?: boolean;
}

/** What a handler shows, by case. */
export type Shows = ReadonlyMap<string, CaseConduct>;

/** Whether a handler shows a failure. */
export function explains(course: Shows, { case: id, effect }: CaseFailure): boolean {
  const conduct = course.get(id);
  return conduct?.effects.has(effect) === true && conduct.isContrary !== true;
}

/** Reads what the cases show of a simulated handler. */
export function showing(judged: readonly TriedCase[], { sent, kills, refusal }: Done): (simulated: Simulated) => Shows {
  const byCase = Map.groupBy(sent, ({ scenario }) => scenario);
  const keyOf = (id: string, order = '') => `${id} ${order}`;
  const byOrder = Map.groupBy(sent, ({ scenario, received }) => keyOf(scenario, received().event?.order));
  return ({ credits, most, statuses, lost, isOpen, isByChance }) => {
    const isAcknowledged = (one: SentRequest) => {
      const status = statuses.get(one) ?? 500;
      return status === UNVERIFIED ? refusal !== undefined && isOk(refusal) : isOk(status);
    };
    const isRedirect = (status: number) => status >= 300 && status < 400;
    const isAlike = (one: SentRequest) => {
      const { reply, isWebhook } = one;
      if (!isWebhook || !['answered', 'dropped'].includes(reply.kind)) return true;
      const status = statuses.get(one) ?? 0;
      if (reply.kind !== 'answered') return !isAcknowledged(one);
      // No verifier redirects.
      if (isRedirect(reply.status) !== isRedirect(status)) return false;
      const isVerified = status !== UNVERIFIED || refusal === undefined;
      return isVerified ? isOk(reply.status) === isAcknowledged(one) : reply.status === refusal;
    };
    const creditsAt = ({ at }: CreditReading): Credits => credits.get(at) ?? new Map();
    const shownIn = (one: TriedCase): CaseConduct => {
      const { tried, final } = one;
      const { trial, settled } = tried;
      const { id, needs } = tried.case;
      const own = byCase.get(id) ?? [];
      const about = (order: string) => byOrder.get(keyOf(id, order)) ?? [];
      const effects = new Set<TrialEffect>();
      // A case that kills the backend has unanswered deliveries.
      if (lost.has(id) && needs !== 'restart') effects.add('down');
      if (settled === undefined || final === undefined) {
        const isRefused = (order: string) => {
          const sound = about(order).filter(({ isForged }) => !isForged);
          return sound.length > 0 && !sound.some(isAcknowledged);
        };
        if (final === undefined && trial.due().some(isRefused)) effects.add('lost');
        if (final === undefined && own.some(each => each.isForged && isAcknowledged(each))) effects.add('forbidden');
        return { effects, misfit: unlike(own.filter(isAlike).length / Math.max(1, own.length)) };
      }
      const [first, inTheEnd] = [creditsAt(settled), creditsAt(final)];
      const shown = effectsOf(trial, { settled: { credits: first }, final: { credits: inTheEnd, most } });
      for (const effect of shown.values()) effects.add(effect);
      if (one.failures.length === 0) return { effects, misfit: 0 };
      const orders = new Set([...one.effects.keys(), ...shown.keys()]);
      const same = [...orders].filter(
        order =>
          shown.get(order) === one.effects.get(order) &&
          (first.get(order) ?? 0) === (settled.credits.get(order) ?? 0) &&
          (inTheEnd.get(order) ?? 0) === (final.credits.get(order) ?? 0) &&
          about(order).every(isAlike),
      );
      // A start credits again what nobody sent again; otherwise a delivery after a kill does.
      const isUnasked = (order: string) => {
        const kill = kills.find(({ to }) => to >= (about(order)[0]?.at ?? 0));
        return kill !== undefined && !about(order).some(({ at }) => at >= kill.to && at <= settled.at);
      };
      // A simulation cannot tell which order a race or a kill hits, only its history. If a copy brings the credit after
      // a kill, the event id was not stored.
      const historyOf = (
        order: string,
        effect: TrialEffect,
        [first, last, most]: readonly [Credits, Credits, Credits],
        isTaken: (one: SentRequest) => boolean,
      ) => {
        const answers = about(order).map(({ reply }) => (reply.kind === 'answered' ? reply.status : reply.kind));
        const kind = kindOf(order, effect, [first, last, most]);
        const ofKill = needs === 'restart' && [last.has(order), (first.get(order) ?? 0) > 1 && isUnasked(order)];
        const taken = about(order).some(one => one.received().event?.type === COMPLETED && isTaken(one));
        return [kind, ofKill, taken, ...answers].join(' ');
      };
      const actual = [settled.credits, final.credits, final.most] as const;
      const histories = new Set(
        [...one.effects].map(own => historyOf(...own, actual, ({ reply }) => acknowledges(reply))),
      );
      // Chance tells nothing of an order that is answered otherwise.
      const strange = [...shown].filter(
        own =>
          !histories.has(historyOf(...own, [first, inTheEnd, most], isAcknowledged)) ||
          (isByChance && !about(own[0]).every(isAlike)),
      );
      const misfit =
        unlike(orders.size === 0 ? 1 : same.length / orders.size) +
        unlike(1 - strange.length / Math.max(1, shown.size));
      const all = [...trial.expected.keys()];
      const other = all.filter(order => shown.get(order) !== one.effects.get(order));
      // A crash before the answer is no cause if an order was always acknowledged, and the next copy credits it again.
      const hasForgotten = (some: typeof one.effects, ...readings: readonly Credits[]) =>
        [...some]
          .filter(([order]) => about(order).every(({ reply }) => acknowledges(reply)))
          .some(own => kindOf(...own, readings) === 'twice late');
      const isForgotten = hasForgotten(one.effects, ...actual) && !hasForgotten(shown, first, inTheEnd, most);
      // Which orders a race or a kill hits is open, but not how.
      const isOtherwise = (needs === 'restart' && isForgotten) || (shown.size > 0 && strange.length === shown.size);
      const isContrary = isOtherwise || (!isOpen && 2 * other.length > all.length);
      const isImpossible =
        !(isOpen || needs === 'restart') &&
        [...one.effects].some(
          ([order, effect]) =>
            effect === 'twice' &&
            shown.get(order) === effect &&
            (first.get(order) ?? 0) > Math.max(1, settled.credits.get(order) ?? 0) &&
            about(order).every(each => isAlike(each) && acknowledges(each.reply)),
        );
      return { effects, misfit, isContrary, isImpossible };
    };
    return new Map(judged.map(one => [one.seen.id, shownIn(one)]));
  };
}

/** The effect on an order, and how: a credit disappeared, one came after the first reading, or none did. */
function kindOf(order: string, effect: TrialEffect, readings: readonly Credits[]) {
  const [atFirst = 0, inTheEnd = 0, atMost = 0] = readings.map(credits => credits.get(order));
  return `${effect} ${inTheEnd < atMost ? 'gone' : inTheEnd > atFirst ? 'late' : 'never'}` as const;
}

/** The distance for a similarity, from 0 to 1, in halves. Nobody can tell which orders a race hits. */
function unlike(likeness: number): number {
  return 1 - Math.round(2 * likeness) / 2;
}
