import { isOk } from '../../../evidence/answered.ts';
import { COMPLETED } from '../../../evidence/dialect.ts';
import { cover, type Suspicion } from '../../causes.ts';
import type { CreditReading, Credits } from '../backend.ts';
import { isRuledOut, type Running, UNVERIFIED } from '../bugs/handler.ts';
import { KNOWN_BUGS, type KnownBug } from '../bugs/known-bugs.ts';
import { type CaseFailure, effectsOf, type TrialEffect, type TriedCase } from '../judge-trial.ts';
import { acknowledges } from '../sender.ts';
import { type SentRequest, type Simulated, simulate, type Transcript, timelineOf } from './transcript.ts';

/** What was done to a backend, or a part of it. */
type Done = Pick<Transcript, 'sent' | 'kills' | 'secret' | 'refusal'>;

/** A bug, and the failures that it explains. The first one shows it most plainly. */
interface BackendDiagnosis extends Pick<KnownBug, 'name' | 'bug'> {
  readonly sightings: readonly CaseFailure[];
}

/**
 * Factors for the waits of a bug. With 0, waits take no time and nothing happens by chance: a bug that cases contradict
 * is ruled out. With the others, chance has the effects that the backend showed.
 */
const PACES = [0, 1, 1 / 8, 8];

/** A bug that strikes by chance has to explain at least this many cases. */
const LEAST_BY_CHANCE = 4;

/** How an order lost its credit: it was made and disappeared, it came after the first reading, or it never came. */
function kindOfLoss(order: string, first: Credits, last: Credits, most: Credits): 'gone' | 'late' | 'never' {
  const [atFirst = 0, inTheEnd = 0, atMost = 0] = [first, last, most].map(credits => credits.get(order));
  return inTheEnd < atMost ? 'gone' : inTheEnd > atFirst ? 'late' : 'never';
}

/** A bug has to explain this many cases for each one that contradicts it. A handler may have other differences, too. */
const EXPLAINED_FOR_ONE = 5;

/** Effects that name a bug by themselves, whatever its cause. */
const BUG_OF_EFFECT: { readonly [effect in TrialEffect]?: string } = {
  down: 'dies-of-a-request',
  leak: 'tells-a-forger',
};

/** The cause if the backend accepts connections, but answers nothing after each case that shows the bug. */
const ANSWERS_NOTHING =
  'The handler still accepts connections but answers no request after a certain one: it may never release a lock';

/** What a handler shows in a case. */
interface CaseConduct {
  readonly effects: ReadonlySet<TrialEffect>;
  /** The distance from the backend, from 0 to 2: which orders are affected, and how requests are answered. */
  readonly misfit: number;
  /** Whether it treats most orders differently, although neither chance nor timing explains that. */
  readonly isContrary?: boolean;
}

type Shows = ReadonlyMap<string, CaseConduct>;

/** The behaviour that a known bug leads to, by case, for each pace. */
interface BugPrediction {
  readonly bug: KnownBug;
  readonly courses: readonly Shows[];
  readonly isByChance: boolean;
}

type SuspectedBug = Suspicion<CaseFailure> & { readonly prediction: BugPrediction };

/**
 * The known bugs that explain the failures. Each is simulated with the same deliveries, and its credits and answers are
 * compared with those of the backend. Unexplained failures are in no diagnosis.
 */
export function diagnoseBackend(judged: readonly TriedCase[], transcript: Transcript): readonly BackendDiagnosis[] {
  const sightings = judged.flatMap(({ failures }) => failures);
  const predict = predictorOf(judged, transcript);
  const failed = new Set(sightings.map(({ case: id }) => id));
  // If forgeries are acknowledged, answers show nothing.
  const { refusal, secret } = transcript;
  const isTelling = refusal === undefined || !isOk(refusal);
  const answered = transcript.sent.flatMap(({ scenario, isWebhook, isForged, received, at, reply }) => {
    if (!isWebhook) return [];
    const acknowledged = isTelling && reply.kind === 'answered' ? isOk(reply.status) : undefined;
    return { scenario, isForged, received, at, acknowledged };
  });
  // Attempts for a webhook that have the same answer show the same.
  const webhooks = new Map(
    answered.map(one => {
      const { signature, body } = one.received();
      return [[one.scenario, one.acknowledged, body.toString('latin1'), one.isForged && signature].join('\n'), one];
    }),
  );
  const { true: ofFailed = [], false: ofPassed = [] } = Object.groupBy(
    webhooks.values(),
    one => String(failed.has(one.scenario)) as 'true' | 'false',
  );
  const isLate = judged.some(({ tried: { trial, settled }, final }) =>
    trial.due().some(order => settled?.credits.has(order) === false && final?.credits.has(order)),
  );
  // Simulating verifiers that explain nothing would take long.
  const suspects = (sightings.length === 0 ? [] : KNOWN_BUGS)
    .filter(({ name }) => name !== 'credits-late' || isLate)
    .filter(({ parts }) => !isRuledOut(parts, ofFailed, ofPassed, secret))
    .flatMap(bug => suspectsOf(predict(bug), judged, sightings));
  const open = new Set(sightings);
  const caseOf = new Map(judged.map(({ tried: { case: each } }) => [each.id, each]));
  /** How special a case is. A failure that needs no kill tells more about its cause. */
  const needsOf = (one?: CaseFailure) => {
    const { needs, alone, timed } = caseOf.get(one?.case ?? '') ?? {};
    return needs === 'restart' ? 2 : alone || timed ? 1 : 0;
  };
  const found = new Map<string, BackendDiagnosis>();
  const add = ({ name, bug }: KnownBug, own: Iterable<CaseFailure>) =>
    found.set(name, { name, bug, sightings: [...(found.get(name)?.sightings ?? []), ...own] });
  for (const { prediction } of cover(sightings, suspects)) {
    const own = [...open].filter(one => prediction.courses.some(course => explains(course, one)));
    for (const one of own) open.delete(one);
    // A forbidden credit names a cause more precisely than a repeated or a lost one.
    const rank = (one: CaseFailure) => (one.effect === 'forbidden' ? 0 : 3) + needsOf(one);
    const told = own.toSorted((one, other) => rank(one) - rank(other));
    const plain = told.filter(one => needsOf(one) === needsOf(told[0]));
    const repeatable = plain.find(one => showsAlone(prediction.bug, one, judged, transcript));
    add(prediction.bug, new Set(repeatable ? [repeatable, ...told] : told));
  }
  for (const [effect, name] of Object.entries(BUG_OF_EFFECT)) {
    const own = [...open].filter(one => one.effect === effect);
    const bug = KNOWN_BUGS.find(one => one.name === name);
    if (bug !== undefined && own.length > 0) add(bug, own);
  }
  const silent = new Set(judged.flatMap(({ seen, tried }) => (tried.trial.lost === 'silent' ? seen.id : [])));
  return [...found.values()].map(one =>
    one.sightings.every(({ case: id }) => silent.has(id)) ? { ...one, bug: ANSWERS_NOTHING } : one,
  );
}

/** The known bug of a verifier that refuses the genuine webhooks that were refused, and accepts the others. */
export function refuserOf({ sent, secret, refusal }: Transcript): KnownBug | undefined {
  const answered = sent.flatMap(({ isWebhook, isForged, received, at, reply }) =>
    isWebhook && !isForged && reply.kind === 'answered'
      ? { received, at, acknowledged: acknowledges(reply), isRefused: reply.status === refusal }
      : [],
  );
  const refused = answered.filter(({ isRefused }) => isRefused);
  const accepted = answered.filter(({ acknowledged }) => acknowledged);
  return KNOWN_BUGS.find(
    ({ parts }) => parts.verifier && refused.every(one => !isRuledOut(parts, [one], accepted, secret)),
  );
}

/** Simulates known bugs with the deliveries and kills of some cases. */
function predictorOf(judged: readonly TriedCase[], done: Done): (bug: KnownBug) => BugPrediction {
  const readings = judged.flatMap(({ tried: { settled }, final }) => [settled, final].flatMap(one => one?.at ?? []));
  const timeline = timelineOf(done, new Set(readings));
  const odd = new Map(judged.flatMap(({ effects }) => [...effects]));
  const forms = printedForms(
    judged.flatMap(({ tried: { trial } }) => [...trial.expected.keys()]),
    judged.flatMap(({ final }) => [...(final?.credits.keys() ?? [])]),
  );
  const showsIn = showing(judged, done);
  return bug => {
    const courses: Simulated[] = [];
    for (const pace of PACES) {
      const chance: Running['chance'] = (order, ...effects) =>
        pace > 0 && effects.some(effect => effect === odd.get(order));
      const choices = { pace, chance, printed: (order: string) => forms.get(order) ?? order };
      const simulated = simulate(bug.parts, timeline, done.secret, choices);
      if (simulated === undefined) continue;
      courses.push(simulated);
      if (!simulated.isOpen) break;
    }
    return { bug, courses: courses.map(showsIn), isByChance: courses.some(({ isByChance }) => isByChance) };
  };
}

/** Shorter texts are part of many ids. */
const SHORTEST_FORM = 6;

/** The form in which `--credits` printed order ids, if it was a part of the id or had another letter case. */
function printedForms(orders: readonly string[], printed: Iterable<string>): ReadonlyMap<string, string> {
  const others = new Set(printed).difference(new Set(orders));
  const forms = [...others].filter(({ length }) => length >= SHORTEST_FORM);
  const formOf = (order: string) => forms.find(id => order.toLowerCase().includes(id.toLowerCase()));
  return new Map(orders.map(order => [order, formOf(order) ?? order]));
}

/** Whether the failure also shows if the case is repeated without the other cases. */
function showsAlone(bug: KnownBug, failure: CaseFailure, judged: readonly TriedCase[], done: Done): boolean {
  const own = judged.filter(({ seen: { id } }) => id === failure.case);
  const isKill = own.some(({ tried }) => tried.case.needs === 'restart');
  const sent = done.sent.filter(({ scenario }) => scenario === failure.case);
  const alone = { sent, kills: isKill ? done.kills : [], secret: done.secret, refusal: done.refusal };
  return predictorOf(own, alone)(bug).courses.some(course => explains(course, failure));
}

/** A bug for each pace at which it explains failures, unless too many cases contradict it. */
function suspectsOf(
  prediction: BugPrediction,
  judged: readonly TriedCase[],
  sightings: readonly CaseFailure[],
): readonly SuspectedBug[] {
  const { courses, isByChance } = prediction;
  const ids = judged.map(({ seen }) => seen.id);
  // Failures with other effects contradict a bug like passed cases do.
  const isUnseen = (course: Shows, id: string) =>
    (course.get(id)?.effects.size ?? 0) > 0 && !sightings.some(one => one.case === id && explains(course, one));
  const against = ids.filter(id => courses.every(course => isUnseen(course, id))).length;
  return courses.flatMap(course => {
    const explained = sightings.filter(one => explains(course, one));
    const misfits = explained.reduce((sum, { case: id }) => sum + (course.get(id)?.misfit ?? 0), 0);
    // Chance can explain anything. A bug that needs less of it is more likely, unless it explains much less.
    const unseen = isByChance ? explained.length / 2 : ids.filter(id => isUnseen(course, id)).length;
    const least = Math.max(isByChance ? LEAST_BY_CHANCE : 1, against * EXPLAINED_FOR_ONE);
    return explained.length < least ? [] : [{ prediction, explained, unseen: unseen + misfits, misfits }];
  });
}

/** The distance for a similarity, from 0 to 1, in halves. Nobody can tell which orders a race hits. */
function unlike(likeness: number): number {
  return 1 - Math.round(2 * likeness) / 2;
}

function explains(course: Shows, { case: id, effect }: CaseFailure): boolean {
  const conduct = course.get(id);
  return conduct?.effects.has(effect) === true && conduct.isContrary !== true;
}

/** Reads what the cases show of a simulated handler. */
function showing(judged: readonly TriedCase[], { sent, kills, refusal }: Done): (simulated: Simulated) => Shows {
  const byCase = Map.groupBy(sent, ({ scenario }) => scenario);
  const keyOf = (id: string, order = '') => `${id} ${order}`;
  const byOrder = Map.groupBy(sent, ({ scenario, received }) => keyOf(scenario, received().event?.order));
  return ({ credits, most, statuses, lost, isOpen }) => {
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
        const loss = effect === 'lost' && kindOfLoss(order, first, last, most);
        const ofKill = needs === 'restart' && [last.has(order), (first.get(order) ?? 0) > 1 && isUnasked(order)];
        const taken = about(order).some(one => one.received().event?.type === COMPLETED && isTaken(one));
        return [effect, loss, ofKill, taken, ...answers].join(' ');
      };
      const actual = [settled.credits, final.credits, final.most] as const;
      const histories = new Set(
        [...one.effects].map(own => historyOf(...own, actual, ({ reply }) => acknowledges(reply))),
      );
      const strange = [...shown].filter(
        own => !histories.has(historyOf(...own, [first, inTheEnd, most], isAcknowledged)),
      );
      const misfit =
        unlike(orders.size === 0 ? 1 : same.length / orders.size) +
        unlike(1 - strange.length / Math.max(1, shown.size));
      const all = [...trial.expected.keys()];
      const other = all.filter(order => shown.get(order) !== one.effects.get(order));
      // Which orders a race or a kill hits is open, but not how.
      const isOtherwise = shown.size > 0 && strange.length === shown.size;
      const isContrary = isOtherwise || (!isOpen && 2 * other.length > all.length);
      return { effects, misfit, isContrary };
    };
    return new Map(judged.map(one => [one.seen.id, shownIn(one)]));
  };
}
