import type { CaseSeen } from '../../core/evidence.ts';
import { KEEPS } from '../memory.ts';
import { KNOWN_MISTAKES, type KnownMistake } from '../mistakes/known-mistakes.ts';
import { explains, type Failed, type Observations, observe } from './observations.ts';
import { failuresOf, predict, type Symptom, symptomOf } from './prediction.ts';

/** What an SDK does wrong, with the failed cases that follow from it. */
export interface Diagnosis {
  /** Stable: the name of the mistake. */
  readonly name: string;
  /** The likely bug. */
  readonly bug: string;
  readonly symptom: Symptom;
  /** Ids of cases, in the order in which they were asked. */
  readonly cases: readonly string[];
}

/**
 * Cases that nothing is unusual about, the most basic first, and what an SDK does not that fails one. Other failures
 * may follow from it: those of streams, and those that are answered in the same way.
 */
const PLAIN_CASES = [
  { id: 'verify/tolerance/now', name: 'plain-webhook', does: 'accept even a plain valid webhook' },
  { id: 'verify/rotation/retired', name: 'plain-forgery', does: 'refuse even a plain forgery' },
  { id: 'receive/one', name: 'plain-stream', does: 'act even on a single valid delivery' },
];

/** How many pairs of mistakes are tried at most. Those that explain most are tried first. */
const MOST_PAIRS = 100;

/** A set of mistakes that contradicts no case that passed. */
interface Hypothesis {
  readonly mistakes: readonly KnownMistake[];
  /** How many failed cases it explains. */
  readonly explained: number;
  /** How many open cases it would answer in another way, and how many cases passed that it would likely fail. */
  readonly misfits: number;
}

/** No mistake, which explains nothing. */
const NOTHING: Hypothesis = { mistakes: [], explained: 0, misfits: 0 };

/**
 * The smallest set of known mistakes that explains as many failed cases as any, and contradicts no case that passed:
 * each case that these mistakes together would fail has failed. Mistakes may hide each other, so they are tried
 * together. Of sets that explain the same, the one that fits the open cases best is taken. A failed case that several
 * of its mistakes explain follows from each of them; what none explains is left out. Where even a plain case fails and
 * no mistake explains it, what it hides is said to follow from that.
 */
export function diagnose(cases: readonly CaseSeen[]): readonly Diagnosis[] {
  const kept = keptIn(cases);
  if (kept !== undefined) return [kept];
  const { seen, plain, mistakes } = explain(cases);
  const together = predict(mistakes);
  const owned = seen.failed
    .filter(failed => explains(together, failed))
    .map(failed => {
      const alone = mistakes.filter(mistake => explains(predict([mistake]), failed));
      return { id: failed.id, owners: alone.length > 0 ? alone : mistakes };
    });
  const known = mistakes.map(mistake => ({
    ...{ name: mistake.name, bug: mistake.bug, symptom: symptomOf(mistake) },
    cases: owned.filter(({ owners }) => owners.includes(mistake)).map(({ id }) => id),
  }));
  return [...plain, ...known].toSorted((one, other) => other.cases.length - one.cases.length);
}

/**
 * What an SDK keeps from one call to the next, with everything that failed: an SDK with a memory fails any case, as the
 * calls before it decide. Undefined where no case shows a memory, or where a known mistake explains all the rest.
 */
function keptIn(cases: readonly CaseSeen[]): Diagnosis | undefined {
  const shown = cases.flatMap(({ id, problems }) =>
    problems.filter(({ cause }) => cause.startsWith(KEEPS)).map(problem => ({ id, problem })),
  );
  const [first] = shown;
  const seen = observe(cases);
  const isWhole = (one: KnownMistake) => hold([one], seen, NOTHING)?.explained === seen.failed.length;
  if (first === undefined || KNOWN_MISTAKES.some(isWhole)) return undefined;
  const { requirement, message, likely, cause } = first.problem;
  const same = shown.filter(({ problem }) => problem.cause === cause);
  return {
    name: cause,
    bug: `${likely}; other failures may follow from this`,
    symptom: { requirement, message },
    cases: [...same, ...seen.failed].map(({ id }) => id),
  };
}

/** The known mistakes behind what failed. */
export function mistakesBehind(cases: readonly CaseSeen[]): readonly KnownMistake[] {
  return explain(cases).mistakes;
}

/** What was seen, without what plain cases hide that no mistake explains; and the mistakes that explain the rest. */
function explain(cases: readonly CaseSeen[]): {
  readonly seen: Observations;
  readonly plain: readonly Diagnosis[];
  readonly mistakes: readonly KnownMistake[];
} {
  const plain: Diagnosis[] = [];
  let seen = observe(cases);
  let { mistakes } = smallest(seen);
  for (const one of PLAIN_CASES) {
    const failed = seen.failed.find(({ id }) => id === one.id);
    if (failed === undefined || explains(predict(mistakes), failed)) continue;
    const isAlike = (other: Failed) => !one.id.startsWith('receive/') && other.answered === failed.answered;
    const hidden = seen.failed.filter(other => other.id.startsWith('receive/') || isAlike(other));
    const { requirement, message } = failed.problem;
    const bug = `it does not ${one.does}, for an unknown reason; other failures may follow from this`;
    plain.push({ name: one.name, bug, symptom: { requirement, message }, cases: hidden.map(({ id }) => id) });
    seen = { ...seen, failed: seen.failed.filter(other => !hidden.includes(other)) };
    ({ mistakes } = smallest(seen));
  }
  return { seen, plain, mistakes };
}

function smallest(seen: Observations): Hypothesis {
  const suspects = KNOWN_MISTAKES.filter(mistake => seen.failed.some(failed => explains(predict([mistake]), failed)));
  const whole = (hypothesis: Hypothesis) => hypothesis.explained === seen.failed.length;
  let best = NOTHING;
  for (const suspect of suspects) best = better(best, hold([suspect], seen, best));
  if (!whole(best)) {
    for (const pair of pairsOf(suspects, seen)) {
      best = better(best, hold(pair, seen, best));
      if (whole(best) && best.misfits === 0) break;
    }
  }
  while (!whole(best)) {
    const { mistakes } = best;
    const prediction = predict(mistakes);
    const unexplained = seen.failed.filter(failed => !explains(prediction, failed));
    const more = failingIn(unexplained).filter(one => !mistakes.includes(one));
    const next = more.reduce((found, one) => better(found, hold([...mistakes, one], seen, found)), best);
    if (next === best) break;
    best = next;
  }
  return best;
}

/** The mistakes that fail any of these cases, in whatever way: another mistake may hide in which. */
function failingIn(failed: readonly Failed[]): readonly KnownMistake[] {
  const known = failed.flatMap(each => ('known' in each ? [each.known] : []));
  return KNOWN_MISTAKES.filter(
    mistake =>
      known.some(each => predict([mistake]).fails(each)) || failed.some(each => explains(predict([mistake]), each)),
  );
}

function better(one: Hypothesis, other: Hypothesis | undefined): Hypothesis {
  if (other === undefined || other.explained < one.explained) return one;
  if (other.explained > one.explained) return other;
  const [size, otherSize] = [one.mistakes.length, other.mistakes.length];
  return otherSize < size || (otherSize === size && other.misfits < one.misfits) ? other : one;
}

/**
 * Holds a set of mistakes against what was seen; undefined where a case passed that they would fail, or where they
 * explain less than another set.
 */
function hold(mistakes: readonly KnownMistake[], seen: Observations, other: Hypothesis): Hypothesis | undefined {
  const prediction = predict(mistakes);
  const explained = seen.failed.filter(failed => explains(prediction, failed)).length;
  if (explained < other.explained) return undefined;
  const likely = new Set(mistakes.flatMap(failuresOf));
  // What one of them fails alone is what they most likely fail together.
  if (seen.passed.some(each => likely.has(each) && prediction.fails(each))) return undefined;
  if (seen.passed.some(each => !likely.has(each) && prediction.fails(each))) return undefined;
  const chosen = seen.chosen.filter(({ known, answered }) => !prediction.answers(known).includes(answered));
  const advised = seen.passed.filter(each =>
    prediction.answers(each).every(answer => each.problems(answer).length > 0),
  );
  const lucky = prediction.byChance ? seen.passed.filter(prediction.likelyFails) : [];
  return { mistakes, explained, misfits: chosen.length + advised.length + lucky.length };
}

/** Pairs of suspects, first those that explain most, each by itself. */
function pairsOf(suspects: readonly KnownMistake[], { failed }: Observations): readonly (readonly KnownMistake[])[] {
  const alone = suspects.map(one => ({ one, by: new Set(failed.filter(each => explains(predict([one]), each))) }));
  return alone
    .flatMap(({ one, by }, nth) =>
      alone.slice(nth + 1).map(other => ({ pair: [one, other.one], size: by.union(other.by).size })),
    )
    .toSorted((a, b) => b.size - a.size)
    .slice(0, MOST_PAIRS)
    .map(({ pair }) => pair);
}
