import { oncePerObject } from '../../../base/once.ts';
import { isOk } from '../../../evidence/answered.ts';
import type { CaseProblem } from '../../../evidence/evidence.ts';
import { causeFirst } from '../../sdk/diagnosis/cause-first.ts';
import { cover, type Suspicion } from '../../sdk/diagnosis/cover.ts';
import { type Running, UNVERIFIED } from '../bugs/handler.ts';
import { KNOWN_BUGS, type KnownBug } from '../bugs/known-bugs.ts';
import { isHistory } from '../case-id.ts';
import { countedIn, effectOf, type TrialEffect, type TrialTrouble, troublesOf } from '../judge-trial.ts';
import type { TriedCase } from '../tried.ts';
import { type SentRequest, type Simulated, simulate, type Transcript, timelineOf } from './transcript.ts';

/** What was done to a backend, or a part of it. */
type Done = Pick<Transcript, 'sent' | 'kills' | 'secret' | 'refusal'>;

/** What went wrong with one case. */
interface CaseFailure {
  readonly case: string;
  readonly trouble: TrialTrouble;
  readonly problem: CaseProblem;
}

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

/** A text that is shorter is in many ids. */
const SHORTEST_FORM = 6;

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
  /** How much of it is as with the backend, from 0 to 1: what goes wrong, with which orders, and what is answered. */
  readonly likeness: number;
}

/** What a known bug leads to, by case: in each course that things may take. */
interface BugPrediction {
  readonly bug: KnownBug;
  readonly courses: readonly Shows[];
  readonly isByChance: boolean;
}

type Shows = ReadonlyMap<string, CaseConduct>;

/** Cases in which known bugs can be put in the place of the backend. */
interface Stage {
  readonly judged: readonly TriedCase[];
  predict(bug: KnownBug): BugPrediction;
}

interface SuspectedBug extends Suspicion<CaseFailure> {
  readonly prediction: BugPrediction;
}

/** What is wrong with the cases of a gate. */
export function sightingsIn(judged: readonly TriedCase[]): readonly CaseFailure[] {
  return judged.flatMap(({ seen: { id, problems } }) =>
    problems
      .filter(({ severity }) => severity === 'breach')
      .map(problem => ({ case: id, trouble: problem.cause.slice(id.length + 2) as TrialTrouble, problem })),
  );
}

/**
 * The known bugs that explain what is wrong. Each is put in the place of the backend, one after another; what it
 * credits and acknowledges is compared with what the backend did. What none explains is in no diagnosis.
 *
 * @param turn lets other work go on between two bugs
 * @param isOver whether nobody waits for a diagnosis any more
 */
export async function diagnoseBackend(
  judged: readonly TriedCase[],
  transcript: Transcript,
  { turn, isOver }: { readonly turn: () => Promise<void>; readonly isOver: () => boolean },
): Promise<readonly BackendDiagnosis[]> {
  const sightings = sightingsIn(judged);
  const ids = new Set(sightings.map(one => one.case));
  const { sent, kills, secret, refusal } = transcript;
  const whole = stageOf(judged, { sent, kills, secret, refusal });
  const failed = stageOf(
    judged.filter(({ seen }) => ids.has(seen.id)),
    { sent: sent.filter(({ scenario }) => ids.has(scenario)), kills, secret, refusal },
  );
  const suspects: SuspectedBug[] = [];
  for (const bug of sightings.length === 0 ? [] : KNOWN_BUGS) {
    if (isOver()) return [];
    // What a verifier answers does not depend on other cases: most are ruled out by those that failed.
    const isVerifier = Object.keys(bug.parts).every(part => part === 'verifier' || part === 'also');
    if (isVerifier && suspectsOf(bug, failed, sightings).length === 0) continue;
    suspects.push(...suspectsOf(bug, whole, sightings));
    await turn();
  }
  const open = new Set(sightings);
  const found = new Map<string, BackendDiagnosis>();
  for (const { prediction } of cover(sightings, () => suspects)) {
    const { name, bug } = prediction.bug;
    const own = [...open].filter(one => prediction.courses.some(course => explains(course, one)));
    for (const one of own) open.delete(one);
    const likeness = ({ case: id }: CaseFailure) =>
      Math.max(...prediction.courses.map(course => course.get(id)?.likeness ?? 0));
    // What may never be credited names a cause better than what is credited twice, or not at all.
    const forbids = ({ trouble }: CaseFailure) => Number(effectOf(trouble) === 'forbidden');
    const told = own.toSorted((one, other) => forbids(other) - forbids(one) || likeness(other) - likeness(one));
    const repeatable = told.find(one => showsAlone(prediction.bug, one, judged, transcript));
    const others = told.filter(one => one !== repeatable);
    const sorted = repeatable ? [repeatable, ...others] : others;
    found.set(name, { name, bug, sightings: [...(found.get(name)?.sightings ?? []), ...sorted] });
  }
  for (const [effect, name] of Object.entries(BUG_OF_EFFECT)) {
    const own = [...open].filter(({ trouble }) => effectOf(trouble) === effect);
    const bug = KNOWN_BUGS.find(one => one.name === name);
    if (bug !== undefined && own.length > 0)
      found.set(name, { ...bug, sightings: [...(found.get(name)?.sightings ?? []), ...own] });
  }
  return [...found.values()];
}

/** A drawn history that fails and that no known bug explains. */
export function unexplainedHistory(
  judged: readonly TriedCase[],
  diagnoses: readonly BackendDiagnosis[],
): TriedCase | undefined {
  const explained = new Set(diagnoses.flatMap(({ sightings }) => sightings.map(({ problem }) => problem)));
  const left = sightingsIn(judged).filter(({ problem }) => !explained.has(problem));
  return judged.find(({ seen: { id } }) => isHistory(id) && left.some(one => one.case === id));
}

/** Cases whose problems name the bug that explains them. First come those that show a bug most plainly. */
export function withBugs(judged: readonly TriedCase[], diagnoses: readonly BackendDiagnosis[]): readonly TriedCase[] {
  // A case that was repeated may show the same in another way.
  const keyOf = ({ case: id, trouble }: CaseFailure) => `${effectOf(trouble)} in ${id}`;
  const words = new Map(
    diagnoses.flatMap(({ name, bug, sightings }) => {
      const requirements = new Set(sightings.map(({ problem }) => problem.requirement));
      const [requirement = '', ...also] = requirements;
      return sightings.map(one => [keyOf(one), { requirement, also, cause: name, likely: bug }] as const);
    }),
  );
  const plainest = new Set(diagnoses.flatMap(({ sightings }) => sightings[0]?.case ?? []));
  const named = judged.map(one => {
    const foundBy = new Map(sightingsIn([one]).map(sighting => [sighting.problem, words.get(keyOf(sighting))]));
    const problems = one.seen.problems.map(problem => {
      const found = foundBy.get(problem);
      return found ? { ...problem, ...found, message: causeFirst(found.likely, problem.message) } : problem;
    });
    return { ...one, seen: { ...one.seen, problems } };
  });
  const isPlainest = ({ seen }: TriedCase) => plainest.has(seen.id);
  return [...named.filter(isPlainest), ...named.filter(one => !isPlainest(one))];
}

/** Puts known bugs in the place of the backend, in some cases: what was sent and killed there, and what it showed. */
function stageOf(judged: readonly TriedCase[], done: Done): Stage {
  const readings = judged.flatMap(({ tried: { settled }, final }) => [settled, final].flatMap(one => one?.at ?? []));
  const timeline = timelineOf(done, new Set(readings));
  const odd = new Map(judged.flatMap(one => [...troublesIn(one)]));
  const forms = printedIn(judged);
  const showsIn = showing(judged, done);
  const predict = (bug: KnownBug): BugPrediction => {
    const courses: Shows[] = [];
    let isByChance = false;
    for (const pace of PACES) {
      const chance: Running['chance'] = (order, ...effects) =>
        pace > 0 && effects.some(effect => effect === effectIn(odd.get(order)));
      const printed = (order: string) => forms.get(order) ?? order;
      const simulated = simulate(bug.parts, timeline, done.secret, { pace, chance, printed });
      if (simulated === undefined) continue;
      courses.push(showsIn(simulated));
      isByChance ||= simulated.isByChance;
      if (!simulated.isOpen) break;
    }
    return { bug, courses, isByChance };
  };
  return { judged, predict };
}

/** Whether a case also fails if it is repeated by itself, without what other cases sent and killed. */
function showsAlone(bug: KnownBug, failure: CaseFailure, judged: readonly TriedCase[], done: Done): boolean {
  const own = judged.filter(({ seen: { id } }) => id === failure.case);
  const isKill = own.some(({ tried }) => tried.case.needs === 'restart');
  const sent = done.sent.filter(({ scenario }) => scenario === failure.case);
  const alone = stageOf(own, { ...done, sent, kills: isKill ? done.kills : [] });
  return alone.predict(bug).courses.some(course => explains(course, failure));
}

/** A bug in each course of things that leads to something wrong, where few cases contradict it. */
function suspectsOf(
  bug: KnownBug,
  { judged, predict }: Stage,
  sightings: readonly CaseFailure[],
): readonly SuspectedBug[] {
  const prediction = predict(bug);
  const { courses, isByChance } = prediction;
  const shown = Map.groupBy(sightings, one => one.case);
  const ids = judged.map(({ seen }) => seen.id);
  // A handler that credits twice does not refuse everything: other trouble contradicts a bug as a passed case does.
  const isUnseen = (course: Shows, id: string) =>
    (course.get(id)?.effects.size ?? 0) > 0 && !(shown.get(id) ?? []).some(one => explains(course, one));
  const against = ids.filter(id => courses.every(course => isUnseen(course, id))).length;
  return courses.flatMap(course => {
    const explained = sightings.filter(one => explains(course, one));
    // Which of several orders a race hits, no simulation can tell: halves are enough.
    const unlike = (id: string) => 1 - Math.round(2 * (course.get(id)?.likeness ?? 0)) / 2;
    const misfits = explained.reduce((sum, { case: id }) => sum + unlike(id), 0);
    // Chance explains anything: a bug that leaves less to it is more likely, unless it explains much less.
    const unseen = isByChance ? explained.length / 2 : ids.filter(id => isUnseen(course, id)).length;
    const least = Math.max(isByChance ? LEAST_BY_CHANCE : 1, against * EXPLAINED_FOR_ONE);
    return explained.length < least ? [] : [{ prediction, explained, unseen: unseen + misfits, misfits }];
  });
}

const isRedirect = (status: number) => status >= 300 && status < 400;

function explains(course: Shows, { case: id, trouble }: CaseFailure): boolean {
  return course.get(id)?.effects.has(effectOf(trouble)) === true;
}

const effectIn = (trouble: TrialTrouble | undefined) => trouble && effectOf(trouble);

/** What is wrong with the credits of each order of a case. */
const troublesIn = oncePerObject(
  ({ tried: { trial, settled }, final }: TriedCase): ReadonlyMap<string, TrialTrouble> =>
    settled && final ? troublesOf(trial, countedIn({ settled, final })) : new Map(),
);

/** The form in which `--credits` printed the ids of orders, where that was a part of one, or had other letter case. */
function printedIn(judged: readonly TriedCase[]): ReadonlyMap<string, string> {
  const orders = judged.flatMap(({ tried: { trial } }) => [...trial.expected.keys()]);
  const known = new Set(orders);
  const others = [...new Set(judged.flatMap(({ final }) => [...(final?.credits.keys() ?? [])]))].filter(
    id => !known.has(id) && id.length >= SHORTEST_FORM,
  );
  const formOf = (order: string) => others.find(id => order.toLowerCase().includes(id.toLowerCase()));
  return new Map(orders.flatMap(order => [[order, formOf(order) ?? order] as const]));
}

/** Reads what the cases show of a handler that was put in the place of the backend. */
function showing(judged: readonly TriedCase[], { sent, refusal }: Done): (simulated: Simulated) => Shows {
  const byCase = Map.groupBy(sent, ({ scenario }) => scenario);
  const keyOf = (id: string, order = '') => `${id} ${order}`;
  const byOrder = Map.groupBy(sent, ({ scenario, received }) => keyOf(scenario, received().event?.order));
  return ({ credits, most, statuses, lost }) => {
    const isAcknowledged = (one: SentRequest) => {
      const status = statuses.get(one) ?? 500;
      return isOk(status === UNVERIFIED ? refusal : status);
    };
    const isAlike = (one: SentRequest) => {
      const { reply, isWebhook } = one;
      if (!isWebhook || !['answered', 'dropped'].includes(reply.kind)) return true;
      const status = statuses.get(one) ?? 0;
      if (reply.kind !== 'answered') return !isAcknowledged(one);
      // No verifier redirects.
      if (isRedirect(reply.status) !== isRedirect(status)) return false;
      return status === UNVERIFIED ? reply.status === refusal : isOk(reply.status) === isAcknowledged(one);
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
        return { effects, likeness: own.filter(isAlike).length / Math.max(1, own.length) };
      }
      const [atFirst, inTheEnd] = [credits.get(settled.at), credits.get(final.at)];
      const finalOf = (order: string) => inTheEnd?.get(order) ?? 0;
      const troubles = troublesOf(trial, order => ({
        ...{ settled: atFirst?.get(order) ?? 0, final: finalOf(order), most: most.get(order) ?? 0 },
      }));
      for (const trouble of troubles.values()) effects.add(effectOf(trouble));
      const seen = troublesIn(one);
      const orders = [...new Set([...seen.keys(), ...troubles.keys()])];
      if (orders.length === 0) return { effects, likeness: 1 };
      const seenFinal = (order: string) => final.credits.get(order) ?? 0;
      const isSame = (order: string) =>
        effectIn(troubles.get(order)) === effectIn(seen.get(order)) &&
        finalOf(order) === seenFinal(order) &&
        about(order).every(isAlike);
      const share = orders.filter(isSame).length / orders.length;
      return { effects, likeness: share };
    };
    return new Map(judged.map(one => [one.seen.id, shownIn(one)]));
  };
}
