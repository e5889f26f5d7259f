import { type Bench, CannotGoOn } from './bench.ts';
import type { Ledger } from './credits.ts';
import type { BackendDiagnosis } from './diagnosis/diagnose-backend.ts';
import { judgeAll, type TriedCase } from './judge-trial.ts';
import { Trial } from './trial.ts';
import type { Waves } from './waves.ts';

/** The most repeated cases. */
const MOST = 8;

/**
 * Repeats the case that shows each bug and reads the credits after each step, to find the offending one. A case that
 * does not fail again in the same way is kept, unless it shows that a credit disappeared.
 */
export async function retold(
  judged: readonly TriedCase[],
  diagnoses: readonly BackendDiagnosis[],
  bench: Bench,
  waves: Waves,
): Promise<readonly TriedCase[]> {
  const { credits } = waves;
  if (credits === undefined) return judged;
  const telling = tellingCases(judged, diagnoses);
  const canTell = ({ tried: { case: each, trial }, seen }: TriedCase) =>
    // A kill concerns many deliveries, and a backend that is gone or silent shows the step by itself.
    telling.has(seen.id) && each.needs !== 'restart' && trial.lost === undefined && waves.whyNot(each) === undefined;
  return Promise.all(judged.map(one => (canTell(one) ? retoldCase(one, bench, credits) : one)));
}

/** The cases that show each known bug first, and the unexplained ones. */
function tellingCases(judged: readonly TriedCase[], diagnoses: readonly BackendDiagnosis[]): ReadonlySet<string> {
  const explained = new Set(diagnoses.flatMap(({ sightings }) => sightings.map(({ problem }) => problem)));
  const firsts = diagnoses.flatMap(({ sightings }) => sightings.slice(0, 1));
  const telling = [
    ...firsts,
    ...judged.flatMap(({ failures }) => failures).filter(({ problem }) => !explained.has(problem)),
  ];
  return new Set(telling.slice(0, MOST).map(sighting => sighting.case));
}

async function retoldCase(one: TriedCase, bench: Bench, credits: Ledger): Promise<TriedCase> {
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
  return (isSame || showsMore) && !bench.isOver() ? repeated : one;
}
