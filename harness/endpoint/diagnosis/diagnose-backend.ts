import type { CaseProblem } from '../../core/evidence.ts';
import { cover, type Suspicion } from '../../gate/diagnosis/cover.ts';
import { KNOWN_BUGS, type KnownBug } from '../bugs/known-bugs.ts';
import { isHistory } from '../case-id.ts';
import { effectOf, type Trouble, troubleOf } from '../judge-trial.ts';
import { acknowledges } from '../sender.ts';
import type { Judged } from '../tried.ts';
import { type Simulated, simulate } from './simulate.ts';
import type { Sent, Transcript } from './transcript.ts';

/** What was done to a backend, or a part of it. */
type Done = Pick<Transcript, 'sent' | 'kills' | 'secret'>;

/** What went wrong with one case. */
export interface Sighting {
  readonly case: string;
  readonly trouble: Trouble;
  readonly problem: CaseProblem;
}

/** A bug, and everything that follows from it. */
export interface Diagnosis extends Pick<KnownBug, 'name' | 'bug'> {
  readonly sightings: readonly Sighting[];
}

/**
 * How long waits take in the courses that things may take. In the first they take no time, and nothing happens by
 * chance: a bug that cases contradict there is none. In the others chance does what the backend shows.
 */
const PACES = [0, 1, 1 / 8, 8];

/** What goes wrong by chance does so in so many cases at least: what is wrong in fewer has another cause. */
const LEAST_BY_CHANCE = 4;

/** What a handler shows in a case. */
interface Shown {
  readonly troubles: ReadonlySet<Trouble>;
  /** Those about orders of which it acknowledges and credits what the backend did, as often. */
  readonly exact: ReadonlySet<Trouble>;
}

/** What a known bug leads to, by case: in each course that things may take. */
interface Prediction {
  readonly bug: KnownBug;
  readonly courses: readonly Shows[];
  readonly isByChance: boolean;
}

type Shows = ReadonlyMap<string, Shown>;

interface Suspect extends Suspicion<Sighting> {
  readonly prediction: Prediction;
}

/** What is wrong with the cases of a gate. */
export function sightingsIn(judged: readonly Judged[]): readonly Sighting[] {
  return judged.flatMap(({ seen: { id, problems } }) =>
    problems
      .filter(({ severity }) => severity === 'breach')
      .map(problem => ({ case: id, trouble: problem.cause.slice(id.length + 2) as Trouble, problem })),
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
  judged: readonly Judged[],
  transcript: Transcript,
  { turn, isOver }: { readonly turn: () => Promise<void>; readonly isOver: () => boolean },
): Promise<readonly Diagnosis[]> {
  const sightings = sightingsIn(judged);
  const ids = new Set(sightings.map(one => one.case));
  const failed = judged.filter(({ seen }) => ids.has(seen.id));
  const { kills, secret } = transcript;
  const sentThere = { kills, secret, sent: transcript.sent.filter(({ scenario }) => ids.has(scenario)) };
  const suspects: Suspect[] = [];
  for (const bug of sightings.length === 0 ? [] : KNOWN_BUGS) {
    if (isOver()) return [];
    // What a verifier answers does not depend on other cases: most are ruled out by those that failed.
    const isVerifier = Object.keys(bug.parts).every(part => part === 'verifier' || part === 'also');
    if (isVerifier && suspectsOf(predict(bug, failed, sentThere), failed, sightings).length === 0) continue;
    suspects.push(...suspectsOf(predict(bug, judged, transcript), judged, sightings));
    await turn();
  }
  const open = new Set(sightings);
  const found = new Map<string, Diagnosis>();
  for (const { prediction } of cover(sightings, () => suspects)) {
    const { name, bug } = prediction.bug;
    const own = [...open].filter(one => prediction.courses.some(course => explains(course, one)));
    for (const one of own) open.delete(one);
    found.set(name, { name, bug, sightings: [...(found.get(name)?.sightings ?? []), ...own] });
  }
  // Whatever ends it: that it does not go on is the bug.
  const down = [...open].filter(({ trouble }) => effectOf(trouble) === 'down');
  const end = KNOWN_BUGS.find(({ name }) => name === 'dies-of-a-request');
  if (end !== undefined && down.length > 0)
    found.set(end.name, { ...end, sightings: [...(found.get(end.name)?.sightings ?? []), ...down] });
  return [...found.values()];
}

/** A drawn history that fails and that no known bug explains. */
export function unexplainedHistory(judged: readonly Judged[], diagnoses: readonly Diagnosis[]): Judged | undefined {
  const explained = new Set(diagnoses.flatMap(({ sightings }) => sightings.map(({ problem }) => problem)));
  const left = sightingsIn(judged).filter(({ problem }) => !explained.has(problem));
  return judged.find(({ seen: { id } }) => isHistory(id) && left.some(one => one.case === id));
}

/** Cases whose problems name the bug that explains them: those of one bug have the words of its first sighting. */
export function withBugs(judged: readonly Judged[], diagnoses: readonly Diagnosis[]): readonly Judged[] {
  // A case that was repeated may show the same in another way.
  const keyOf = ({ case: id, trouble }: Sighting) => `${effectOf(trouble)} in ${id}`;
  const words = new Map(
    diagnoses.flatMap(({ name, bug, sightings }) => {
      // What may never be credited names a cause better than what is credited twice, or not at all.
      const first = sightings.find(({ trouble }) => effectOf(trouble) === 'forbidden') ?? sightings[0];
      if (first === undefined) return [];
      const { requirement, message, expected } = first.problem;
      const also = [...new Set(sightings.map(({ problem }) => problem.requirement))].filter(id => id !== requirement);
      const found = { requirement, also, cause: name, message, expected, likely: bug };
      return sightings.map(one => [keyOf(one), found] as const);
    }),
  );
  return judged.map(one => {
    const foundBy = new Map(sightingsIn([one]).map(sighting => [sighting.problem, words.get(keyOf(sighting))]));
    const problems = one.seen.problems.map(problem => ({ ...problem, ...foundBy.get(problem) }));
    return { ...one, seen: { ...one.seen, problems } };
  });
}

function predict(bug: KnownBug, judged: readonly Judged[], done: Done): Prediction {
  const readings = new Set(
    judged.flatMap(({ tried: { settled }, final }) => [settled, final].flatMap(reading => reading?.at ?? [])),
  );
  const odd = new Set(sightingsIn(judged).flatMap(({ problem }) => / of (\S+)$/.exec(problem.received)?.[1] ?? []));
  const courses: Shows[] = [];
  let isByChance = false;
  for (const pace of PACES) {
    const simulated = simulate(bug.parts, done, readings, { pace, chance: order => pace > 0 && odd.has(order) });
    if (simulated === undefined) continue;
    courses.push(shownBy(simulated, judged, done));
    isByChance ||= simulated.isByChance;
    if (!simulated.isOpen) break;
  }
  return { bug, courses, isByChance };
}

/** A bug in each course of things that leads to something wrong, where no case contradicts it that went right. */
function suspectsOf(
  prediction: Prediction,
  judged: readonly Judged[],
  sightings: readonly Sighting[],
): readonly Suspect[] {
  const { courses, isByChance } = prediction;
  const failed = new Set(sightings.map(one => one.case));
  const passed = judged.flatMap(({ seen: { id } }) => (failed.has(id) ? [] : [id]));
  const isWrong = (course: Shows, id: string) => (course.get(id)?.troubles.size ?? 0) > 0;
  if (passed.some(id => courses.length > 0 && courses.every(course => isWrong(course, id)))) return [];
  return courses.flatMap(course => {
    const explained = sightings.filter(one => explains(course, one));
    const isMisfit = ({ case: id, trouble }: Sighting) => course.get(id)?.exact.has(trouble) !== true;
    const misfits = explained.filter(isMisfit).length;
    // Chance explains anything: a bug that leaves less to it is more likely, unless it explains much less.
    const unseen = isByChance ? explained.length / 2 : passed.filter(id => isWrong(course, id)).length;
    const least = isByChance ? LEAST_BY_CHANCE : 1;
    return explained.length < least ? [] : [{ prediction, explained, unseen: unseen + misfits / 2, misfits }];
  });
}

function explains(course: Shows, { case: id, trouble }: Sighting): boolean {
  return [...(course.get(id)?.troubles ?? [])].some(shown => effectOf(shown) === effectOf(trouble));
}

/** What the cases show of a handler that was put in the place of the backend. */
function shownBy({ credits, acknowledged, lost }: Simulated, judged: readonly Judged[], { sent }: Done): Shows {
  const byCase = Map.groupBy(sent, ({ scenario }) => scenario);
  const all = [...credits.values()];
  return new Map(
    judged.map(
      ({
        tried: {
          case: { id, needs },
          trial,
          settled,
        },
        final,
      }) => {
        const own = byCase.get(id) ?? [];
        const troubles = new Set<Trouble>();
        const exact = new Set<Trouble>();
        const show = (trouble: Trouble, isExact: boolean) => {
          troubles.add(trouble);
          if (isExact) exact.add(trouble);
        };
        const isAlike = (one: Sent) => one.isForged || acknowledges(one.reply) === acknowledged.has(one);
        for (const [order, expected] of settled && final ? trial.expected : []) {
          const [atFirst = 0, inTheEnd = 0] = [settled, final].map(reading =>
            credits.get(reading?.at ?? 0)?.get(order),
          );
          const most = Math.max(...all.map(reading => reading.get(order) ?? 0));
          const trouble = troubleOf(expected, { settled: atFirst, final: inTheEnd, most }, trial.lost !== undefined);
          if (trouble === undefined) continue;
          const about = own.filter(({ received }) => received().event?.order === order);
          show(trouble, inTheEnd === (final?.credits.get(order) ?? 0) && about.every(isAlike));
        }
        const isRefused = (order: string) => {
          const about = own.filter(one => !one.isForged && one.received().event?.order === order);
          return about.length > 0 && !about.some(one => acknowledged.has(one));
        };
        for (const [order, { due }] of final === undefined ? trial.expected : [])
          if (due === 1 && isRefused(order)) show('next-not-processed', true);
        if (final === undefined && own.some(one => one.isForged && acknowledged.has(one)))
          show('acknowledged-forged', true);
        // A case that kills the backend has deliveries that nobody answers.
        if (lost.has(id) && needs !== 'restart') show('gone', true);
        return [id, { troubles, exact }];
      },
    ),
  );
}
