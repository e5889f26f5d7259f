import { isOk } from '../../../evidence/answered.ts';
import { COMPLETED } from '../../../evidence/dialect.ts';
import { causeFirst } from '../../sdk/diagnosis/cause-first.ts';
import { cover, type Suspicion } from '../../sdk/diagnosis/cover.ts';
import { isRuledOut, type Running, UNVERIFIED } from '../bugs/handler.ts';
import { KNOWN_BUGS, type KnownBug } from '../bugs/known-bugs.ts';
import type { CreditReading, Credits } from '../credits.ts';
import { type CaseFailure, effectsOf, type TrialEffect, type TriedCase } from '../judge-trial.ts';
import { acknowledges } from '../sender.ts';
import { type SentRequest, type Simulated, simulate, type Transcript, timelineOf } from './transcript.ts';

/** What was done to a backend, or a part of it. */
type Done = Pick<Transcript, 'sent' | 'kills' | 'secret' | 'refusal'>;

/** A bug, and everything that follows from it: first what shows it most plainly. */
export interface BackendDiagnosis extends Pick<KnownBug, 'name' | 'bug'> {
  readonly sightings: readonly CaseFailure[];
}

/**
 * How long waits take in the courses that things may take. In the first they take no time, and nothing happens by
 * chance: a bug that cases contradict there is none. In the others chance does what the backend shows.
 */
const PACES = [0, 1, 1 / 8, 8];

/** What goes wrong by chance does so in so many cases at least: what is wrong in fewer has another cause. */
const LEAST_BY_CHANCE = 4;

/** So many cases a bug explains for each that contradicts it: a handler may differ in something else, too. */
const EXPLAINED_FOR_ONE = 5;

/** Effects that are a bug by themselves: whatever ends a handler, that it does not go on is the bug. */
const BUG_OF_EFFECT: { readonly [effect in TrialEffect]?: string } = {
  down: 'dies-of-a-request',
  leak: 'tells-a-forger',
};

/** What a handler shows in a case. */
interface CaseConduct {
  readonly effects: ReadonlySet<TrialEffect>;
  /** How far it is from the backend, from 0 to 2: what goes wrong, with which orders, and what is answered. */
  readonly misfit: number;
  /** Whether it does otherwise with most orders, although nothing is left to chance or to the course of things. */
  readonly isContrary?: boolean;
}

type Shows = ReadonlyMap<string, CaseConduct>;

/** What a known bug leads to, by case: in each course that things may take. */
interface BugPrediction {
  readonly bug: KnownBug;
  readonly courses: readonly Shows[];
  readonly isByChance: boolean;
}

type SuspectedBug = Suspicion<CaseFailure> & { readonly prediction: BugPrediction };

/**
 * The known bugs that explain what is wrong. Each is put in the place of the backend, one after another; what it
 * credits and acknowledges is compared with what the backend did. What none explains is in no diagnosis.
 */
export function diagnoseBackend(judged: readonly TriedCase[], transcript: Transcript): readonly BackendDiagnosis[] {
  const sightings = judged.flatMap(({ failures }) => failures);
  const predict = predictorOf(judged, transcript);
  const failed = new Set(sightings.map(({ case: id }) => id));
  // Where what does not verify is acknowledged, too, answers say nothing.
  const isTelling = !isOk(transcript.refusal ?? 200);
  const ofFailed = transcript.sent
    .filter(({ scenario, isWebhook }) => isWebhook && failed.has(scenario))
    .map(({ received, at, reply }) => {
      const acknowledged = isTelling && reply.kind === 'answered' ? isOk(reply.status) : undefined;
      return { received, at, acknowledged };
    });
  // To simulate a verifier that explains none of these would take long.
  const suspects = (sightings.length === 0 ? [] : KNOWN_BUGS)
    .filter(({ parts }) => !isRuledOut(parts, ofFailed, transcript.secret))
    .flatMap(bug => suspectsOf(predict(bug), judged, sightings));
  const open = new Set(sightings);
  const found = new Map<string, BackendDiagnosis>();
  const add = ({ name, bug }: KnownBug, own: Iterable<CaseFailure>) =>
    found.set(name, { name, bug, sightings: [...(found.get(name)?.sightings ?? []), ...own] });
  for (const { prediction } of cover(sightings, suspects)) {
    const own = [...open].filter(one => prediction.courses.some(course => explains(course, one)));
    for (const one of own) open.delete(one);
    // What may never be credited names a cause better than what is credited twice, or not at all.
    const rank = ({ effect }: CaseFailure) => (effect === 'forbidden' ? 0 : 1);
    const told = own.toSorted((one, other) => rank(one) - rank(other));
    const repeatable = told.find(one => showsAlone(prediction.bug, one, judged, transcript));
    add(prediction.bug, new Set(repeatable ? [repeatable, ...told] : told));
  }
  for (const [effect, name] of Object.entries(BUG_OF_EFFECT)) {
    const own = [...open].filter(one => one.effect === effect);
    const bug = KNOWN_BUGS.find(one => one.name === name);
    if (bug !== undefined && own.length > 0) add(bug, own);
  }
  return [...found.values()];
}

/** Cases whose problems name the bug that explains them. First come those that show a bug most plainly. */
export function withBugs(judged: readonly TriedCase[], diagnoses: readonly BackendDiagnosis[]): readonly TriedCase[] {
  // A case that was repeated may show the same in another way.
  const keyOf = ({ case: id, effect }: CaseFailure) => `${effect} in ${id}`;
  const words = new Map(
    diagnoses.flatMap(({ name, bug, sightings }) => {
      const [requirement = '', ...also] = new Set(sightings.map(({ problem }) => problem.requirement));
      return sightings.map(one => [keyOf(one), { requirement, also, cause: name, likely: bug }] as const);
    }),
  );
  const plainest = new Set(diagnoses.flatMap(({ sightings }) => sightings[0]?.case ?? []));
  const named = judged.map(one => {
    const problems = one.seen.problems.map(problem => {
      const failure = one.failures.find(each => each.problem === problem);
      const found = failure && words.get(keyOf(failure));
      return found ? { ...problem, ...found, message: causeFirst(found.likely, problem.message) } : problem;
    });
    return { ...one, seen: { ...one.seen, problems } };
  });
  const place = ({ seen }: TriedCase) => (plainest.has(seen.id) ? 0 : 1);
  return named.toSorted((one, other) => place(one) - place(other));
}

/** Puts known bugs in the place of the backend, in some cases: what was sent and killed there, and what it showed. */
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

/** A text that is shorter is in many ids. */
const SHORTEST_FORM = 6;

/** The form in which `--credits` printed the ids of orders, where that was a part of one, or had other letter case. */
function printedForms(orders: readonly string[], printed: Iterable<string>): ReadonlyMap<string, string> {
  const others = new Set(printed).difference(new Set(orders));
  const forms = [...others].filter(({ length }) => length >= SHORTEST_FORM);
  const formOf = (order: string) => forms.find(id => order.toLowerCase().includes(id.toLowerCase()));
  return new Map(orders.map(order => [order, formOf(order) ?? order]));
}

/** Whether a case also fails if it is repeated by itself, without what other cases sent and killed. */
function showsAlone(bug: KnownBug, failure: CaseFailure, judged: readonly TriedCase[], done: Done): boolean {
  const own = judged.filter(({ seen: { id } }) => id === failure.case);
  const isKill = own.some(({ tried }) => tried.case.needs === 'restart');
  const sent = done.sent.filter(({ scenario }) => scenario === failure.case);
  const alone = { sent, kills: isKill ? done.kills : [], secret: done.secret, refusal: done.refusal };
  return predictorOf(own, alone)(bug).courses.some(course => explains(course, failure));
}

/** A bug in each course of things that leads to something wrong, where few cases contradict it. */
function suspectsOf(
  prediction: BugPrediction,
  judged: readonly TriedCase[],
  sightings: readonly CaseFailure[],
): readonly SuspectedBug[] {
  const { courses, isByChance } = prediction;
  const ids = judged.map(({ seen }) => seen.id);
  // A handler that credits twice does not refuse everything: other trouble contradicts a bug as a passed case does.
  const isUnseen = (course: Shows, id: string) =>
    (course.get(id)?.effects.size ?? 0) > 0 && !sightings.some(one => one.case === id && explains(course, one));
  const against = ids.filter(id => courses.every(course => isUnseen(course, id))).length;
  return courses.flatMap(course => {
    const explained = sightings.filter(one => explains(course, one));
    const misfits = explained.reduce((sum, { case: id }) => sum + (course.get(id)?.misfit ?? 0), 0);
    // Chance explains anything: a bug that leaves less to it is more likely, unless it explains much less.
    const unseen = isByChance ? explained.length / 2 : ids.filter(id => isUnseen(course, id)).length;
    const least = Math.max(isByChance ? LEAST_BY_CHANCE : 1, against * EXPLAINED_FOR_ONE);
    return explained.length < least ? [] : [{ prediction, explained, unseen: unseen + misfits, misfits }];
  });
}

/** How unlike the backend a likeness is, from 0 to 1. Which orders a race hits, nobody can tell: halves are enough. */
function unlike(likeness: number): number {
  return 1 - Math.round(2 * likeness) / 2;
}

function explains(course: Shows, { case: id, effect }: CaseFailure): boolean {
  const conduct = course.get(id);
  return conduct?.effects.has(effect) === true && conduct.isContrary !== true;
}

/** Reads what the cases show of a handler that was put in the place of the backend. */
function showing(judged: readonly TriedCase[], { sent, refusal }: Done): (simulated: Simulated) => Shows {
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
    const shownIn = (one: TriedCase): CaseConduct => {
      const { tried, final } = one;
      const { trial, settled } = tried;
      const { id, needs } = tried.case;
      const own = byCase.get(id) ?? [];
      const about = (order: string) => byOrder.get(keyOf(id, order)) ?? [];
      const effects = new Set<TrialEffect>();
      // A case that kills the backend has deliveries that nobody answers.
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
      const creditsAt = ({ at }: CreditReading): Credits => credits.get(at) ?? new Map();
      const [first, inTheEnd] = [creditsAt(settled), creditsAt(final)];
      const shown = effectsOf(trial, { settled: { credits: first }, final: { credits: inTheEnd, most } });
      for (const effect of shown.values()) effects.add(effect);
      const orders = new Set([...one.effects.keys(), ...shown.keys()]);
      const same = [...orders].filter(
        order =>
          shown.get(order) === one.effects.get(order) &&
          (first.get(order) ?? 0) === (settled.credits.get(order) ?? 0) &&
          (inTheEnd.get(order) ?? 0) === (final.credits.get(order) ?? 0) &&
          about(order).every(isAlike),
      );
      // Which order a race or a kill hits, no simulation can tell, but of which history.
      const historyOf = (order: string, effect: TrialEffect) =>
        [effect, ...about(order).map(({ reply }) => (reply.kind === 'answered' ? reply.status : reply.kind))].join(' ');
      const histories = new Set([...one.effects].map(([order, effect]) => historyOf(order, effect)));
      const strange = [...shown].filter(([order, effect]) => !histories.has(historyOf(order, effect)));
      const misfit =
        unlike(orders.size === 0 ? 1 : same.length / orders.size) + strange.length / Math.max(1, shown.size);
      const all = [...trial.expected.keys()];
      const other = all.filter(order => shown.get(order) !== one.effects.get(order));
      // What a kill hits is open, but not whether what is lost was acknowledged.
      const completions = (order: string) =>
        about(order).filter(one => one.reply.kind === 'answered' && one.received().event?.type === COMPLETED);
      const isTakenFor = (order: string) =>
        needs === 'restart' &&
        !completions(order).some(({ reply }) => acknowledges(reply)) &&
        completions(order).some(isAcknowledged);
      // Whichever orders a kill hits, they come to it in the same way: acknowledged before the kill, or not.
      const isOtherwise = needs === 'restart' && shown.size > 0 && strange.length === shown.size;
      const isContrary =
        isOtherwise || [...one.effects.keys()].some(isTakenFor) || (!isOpen && 2 * other.length > all.length);
      return { effects, misfit, isContrary };
    };
    return new Map(judged.map(one => [one.seen.id, shownIn(one)]));
  };
}
