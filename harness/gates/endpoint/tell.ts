import type { CaseProblem } from '../../evidence/evidence.ts';
import type { Ledger } from './backend.ts';
import { type Bench, CannotGoOn } from './bench.ts';
import { KNOWN_BUGS } from './bugs/known-bugs.ts';
import { type diagnoseBackend, refuserOf } from './diagnosis/diagnose-backend.ts';
import type { Transcript } from './diagnosis/transcript.ts';
import { type CaseFailure, judgeAll, type Tried, type TriedCase } from './judge-trial.ts';
import { isOkInWords, Trial } from './trial.ts';
import type { Waves } from './waves.ts';

type Diagnoses = ReturnType<typeof diagnoseBackend>;

/** Names the bugs that explain the problems of cases. The plainest cases come first. */
export function tell(judged: readonly TriedCase[], diagnoses: Diagnoses, transcript: Transcript): readonly TriedCase[] {
  return withRefusedAtTimes(withBugs(judged, diagnoses), transcript);
}

/** Like {@link tell}, after the cases that show a bug were repeated. */
export async function tellAgain(judged: readonly TriedCase[], diagnoses: Diagnoses, bench: Bench, waves: Waves) {
  return tell(await retold(judged, diagnoses, bench, waves), diagnoses, bench.transcript);
}

function withBugs(judged: readonly TriedCase[], diagnoses: Diagnoses): readonly TriedCase[] {
  // A repeated case may show the bug with another problem.
  const keyOf = ({ case: id, effect }: CaseFailure) => `${effect} in ${id}`;
  const words = new Map(
    diagnoses.flatMap(({ name, bug, sightings }) => {
      const [requirement = '', ...also] = new Set(sightings.map(({ problem }) => problem.requirement));
      return sightings.map(one => [keyOf(one), { requirement, also, cause: name, likely: bug }] as const);
    }),
  );
  // The bug that explains most comes first.
  const plainest = diagnoses.map(({ sightings }) => sightings[0]?.case);
  const worded = judged.map(one => {
    const problems = one.seen.problems.map(problem => {
      const failure = one.failures.find(each => each.problem === problem);
      const found = failure && words.get(keyOf(failure));
      return found ? { ...problem, ...found } : problem;
    });
    return { ...one, seen: { ...one.seen, problems } };
  });
  const place = ({ seen: { id } }: TriedCase) => (plainest.includes(id) ? plainest.indexOf(id) : plainest.length);
  return worded.toSorted((one, other) => place(one) - place(other));
}

/** The most repeated cases. */
const MOST_REPEATED = 8;

/**
 * Repeats the case that shows each bug and reads the credits after each step, to find the offending one. A case that
 * does not fail again in the same way is kept, unless it shows that a credit disappeared.
 */
async function retold(
  judged: readonly TriedCase[],
  diagnoses: Diagnoses,
  bench: Bench,
  waves: Waves,
): Promise<readonly TriedCase[]> {
  const { credits } = waves;
  if (credits === undefined) return judged;
  const sightings = diagnoses.flatMap(each => each.sightings);
  const explained = new Set(sightings.map(({ problem }) => problem));
  // The cases that show each known bug first, and the unexplained ones.
  const firsts = diagnoses.flatMap(each => each.sightings.slice(0, 1));
  const others = judged.flatMap(({ failures }) => failures).filter(({ problem }) => !explained.has(problem));
  const telling = new Set([...firsts, ...others].slice(0, MOST_REPEATED).map(one => one.case));
  const canTell = ({ tried: { case: each, trial }, seen }: TriedCase) =>
    // A kill concerns many deliveries, and a backend that is gone or silent shows the step by itself.
    telling.has(seen.id) && each.needs !== 'restart' && trial.lost === undefined && waves.whyNot(each) === undefined;
  const isExplained = ({ seen }: TriedCase) => sightings.some(one => one.case === seen.id);
  return Promise.all(judged.map(one => (canTell(one) ? retoldCase(one, bench, credits, isExplained(one)) : one)));
}

async function retoldCase(one: TriedCase, bench: Bench, credits: Ledger, isExplained: boolean): Promise<TriedCase> {
  const each = one.tried.case;
  const trial = new Trial(bench, each.id, async due => (await credits.read(due, 1)).credits);
  const from = bench.world.now();
  try {
    await each.run(trial);
    await trial.finish();
  } catch (thrown) {
    if (thrown instanceof CannotGoOn) return one;
    throw thrown;
  }
  const settled = await credits.read(trial.due(), 1);
  const [repeated = one] = judgeAll([{ case: each, trial, from, to: settled.at, settled }]);
  const causes = ({ failures }: TriedCase) => new Set(failures.map(({ problem }) => problem.cause));
  const found = causes(repeated);
  const isSame = found.symmetricDifference(causes(one)).size === 0;
  // Only readings between the steps show that a credit disappeared.
  const showsMore = found.has(`${each.id}: credit-gone`);
  if (found.size === 0 && !isExplained) return lostByChance(one);
  return (isSame || showsMore) && !bench.isOver() ? repeated : one;
}

/** Names the bug of an unexplained case that passes when it is repeated: the handler lost a credit by chance. */
function lostByChance(one: TriedCase): TriedCase {
  const { tried, effects, final, seen } = one;
  const isAcknowledged = (order: string) =>
    tried.trial.seen.some(each => each.order === order && each.role === 'sound' && each.acknowledged);
  const isLost = [...effects].every(
    ([order, effect]) => effect === 'lost' && isAcknowledged(order) && !final?.most.has(order),
  );
  const known = KNOWN_BUGS.find(({ name }) => name === 'drops-sound-webhooks');
  if (!isLost || effects.size === 0 || known === undefined) return one;
  const problems = seen.problems.map(problem =>
    problem.severity === 'breach' ? { ...problem, cause: known.name, likely: known.bug } : problem,
  );
  return { ...one, seen: { ...seen, problems } };
}

/** The statuses of a refusal. Statuses that ask the sender to try again are not among them. */
const OF_REFUSAL = /^4(?!08|09|25|29)\d\d$/;
/** Fewer genuine webhooks than this that were refused once and then accepted may be an accident. */
const LEAST_REFUSED = 3;

/**
 * Adds the finding that the handler sometimes refuses genuine webhooks like forged ones, if nothing else is wrong. An
 * example is a handler that writes a digest as a number: one in sixteen loses a leading zero. The service retries, so
 * the credit comes in the end, after a random number of attempts.
 */
function withRefusedAtTimes(judged: readonly TriedCase[], transcript: Transcript): readonly TriedCase[] {
  const { refusal } = transcript;
  const isSound = judged.every(({ failures }) => failures.length === 0);
  const counts = judged.map(({ tried }) => refusedIn(tried, String(refusal)));
  const count = counts.reduce((sum, own) => sum + own, 0);
  const first = counts.findIndex(own => own > 0);
  if (!isSound || !OF_REFUSAL.test(String(refusal)) || count < LEAST_REFUSED) return judged;
  const problem: CaseProblem = {
    requirement: 'receiver.any-v1',
    severity: 'breach',
    cause: 'refused-at-times',
    message: 'Genuine webhooks are refused at times, as forged ones are, and accepted when they come again',
    expected: 'a 2xx for each genuine webhook',
    received: `${refusal} for ${count} of them at first`,
    likely:
      refuserOf(transcript)?.bug ??
      'the handler sometimes computes another digest: it loses leading zeros, or its threads share a state',
  };
  return judged.map((one, nth) => {
    const { seen } = one;
    return nth === first ? { ...one, seen: { ...seen, passed: [], problems: [problem, ...seen.problems] } } : one;
  });
}

/** How many genuine webhooks of a case were refused, and accepted in the next delivery of their order. */
function refusedIn({ case: { timed, needs }, trial: { steps } }: Tried, refusal: string): number {
  if (timed || needs === 'restart') return 0;
  const deliveries = steps.filter(step => step.type === 'delivery');
  return [...Map.groupBy(deliveries, ({ order }) => order).values()].reduce((sum, own) => {
    const refused = own.filter((one, nth) => {
      const next = own[nth + 1];
      const isAgain = next !== undefined && next.event === one.event && next.at >= one.to;
      return isAgain && !one.forged && !next.forged && one.answer === refusal && isOkInWords(next.answer);
    });
    return sum + new Set(refused.map(({ event }) => event)).size;
  }, 0);
}
